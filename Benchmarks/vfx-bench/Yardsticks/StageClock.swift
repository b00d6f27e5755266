import CEGL
import GPUEffectsGL

/// Splits a frame on a GPU into upload, drawing and readback, by standing
/// between the executor and the driver: in the device's table of functions it
/// puts its own in the place of the two that move pixels. They wait for the
/// driver before and after, so a frame that is split is slower than others.
struct StageClock {
  struct Stages {
    var upload = 0.0
    var draw = 0.0
    var readback = 0.0
  }

  private let functions: UnsafeMutablePointer<cegl_gl>

  init(_ device: GLDevice) {
    functions = UnsafeMutablePointer(mutating: device.gl)
  }

  /// The stages of the frame that `body` renders, in milliseconds.
  func stages(of body: () throws -> Void) rethrows -> Stages {
    let original = functions.pointee
    driver = original
    current = Frame()
    functions.pointee.TexSubImage2D = { target, level, x, y, width, height, format, type, pixels in
      transfer(\.upload, pixelCount: Int(width) * Int(height)) {
        driver?.TexSubImage2D(target, level, x, y, width, height, format, type, pixels)
      }
    }
    functions.pointee.ReadPixels = { x, y, width, height, format, type, pixels in
      transfer(\.readback, pixelCount: Int(width) * Int(height)) {
        driver?.ReadPixels(x, y, width, height, format, type, pixels)
      }
    }
    defer {
      functions.pointee = original
      driver = nil
    }
    try body()
    return current.stages
  }
}

private struct Frame {
  var stages = StageClock.Stages()
  /// When the driver was last known to be idle.
  var idle: ContinuousClock.Instant?
}

// C functions can't capture, and one thread owns the device.
nonisolated(unsafe) private var driver: cegl_gl?
nonisolated(unsafe) private var current = Frame()

private func transfer(
  _ stage: WritableKeyPath<StageClock.Stages, Double>, pixelCount: Int, _ move: () -> Void
) {
  // Rows of factors and the like belong to the drawing.
  guard pixelCount > 1 << 16 else { return move() }
  driver?.Finish()
  let start = ContinuousClock.now
  if let idle = current.idle { current.stages.draw += milliseconds(from: idle, to: start) }
  move()
  driver?.Finish()
  let end = ContinuousClock.now
  current.stages[keyPath: stage] += milliseconds(from: start, to: end)
  current.idle = end
}

private func milliseconds(
  from start: ContinuousClock.Instant, to end: ContinuousClock.Instant
) -> Double {
  let duration = (end - start).components
  return Double(duration.seconds) * 1e3 + Double(duration.attoseconds) / 1e15
}
