package import GPUEffectsGL

/// Splits frames on a GPU into upload, drawing and readback. The driver is
/// waited for in between, so a frame that is split is slower than others.
package struct StageClock {
  package struct Stages: Sendable {
    /// Milliseconds.
    package var upload = 0.0
    package var draw = 0.0
    package var readback = 0.0
  }

  private let executor: GLExecutor

  package init(_ executor: GLExecutor) { self.executor = executor }

  /// The stages of the frame that `body` renders; nothing but zeros where
  /// something else than the executor did.
  package func stages(of body: () throws -> Void) rethrows -> Stages {
    var stages = Stages()
    var last = ContinuousClock.now
    executor.onMilestone = { milestone in
      let now = ContinuousClock.now
      let time = milliseconds(now - last)
      last = now
      switch milestone {
      case .begun: break
      case .uploaded: stages.upload += time
      case .drawn: stages.draw += time
      case .readBack: stages.readback += time
      }
    }
    defer { executor.onMilestone = nil }
    try body()
    return stages
  }
}
