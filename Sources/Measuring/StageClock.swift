package import GPUEffectsGL

/// Splits frames on a GPU into upload, drawing and readback. The driver is
/// waited for in between, so a frame that is split is slower than others.
package struct StageClock {
  package struct Stages: Sendable {
    /// Milliseconds.
    package var upload = 0.0
    package var draw = 0.0
    package var readback = 0.0
    /// Drawing by the GPU's own clock; nil where it has none.
    package var gpu: Double?
  }

  private let executor: GLExecutor
  private let timer: GPUTimer?

  /// - Parameter asksTheGPU: whether to read the GPU's own clock as well; on a
  ///   software driver that slows drawing itself.
  package init(_ executor: GLExecutor, asksTheGPU: Bool = true) {
    self.executor = executor
    timer = asksTheGPU ? GPUTimer(executor.device) : nil
  }

  /// The stages of the frame that `body` renders; nothing but zeros where
  /// something else than the executor did.
  package func stages(of body: () throws -> Void) rethrows -> Stages {
    var stages = Stages()
    var last = ContinuousClock.now
    executor.onSubmission = { [timer] milestone in
      if milestone == .drawn { timer?.end() }
    }
    executor.onMilestone = { [timer] milestone in
      let now = ContinuousClock.now
      let time = milliseconds(now - last)
      switch milestone {
      case .begun: break
      case .uploaded:
        stages.upload += time
        timer?.begin()
      case .drawn:
        stages.draw += time
        if let time = timer?.milliseconds() { stages.gpu = (stages.gpu ?? 0) + time }
      case .readBack: stages.readback += time
      }
      last = .now
    }
    defer {
      executor.onMilestone = nil
      executor.onSubmission = nil
      // A run that failed may have left it running.
      timer?.end()
    }
    try body()
    return stages
  }
}
