import CEGL
import GPUEffects
import GPUEffectsCPU
import GPUEffectsGL
import GPUEffectsModel
import Glibc
import Testing

@testable import vfx_gpu

/// What limits a frame, found by slowing a stage down.
@Suite(.serialized) struct BenchLimitTests {
  /// Longer than any other stage of so small a picture takes.
  fileprivate static let pause: UInt32 = 40_000

  private func measure(_ executor: any Executor, _ backend: Backend) throws -> BenchResult {
    let benchmark = try #require(BenchCase.named("rgba8/blur-6").first)
    var times = BenchTimes()
    try BenchStopwatch(
      renderer: Renderer(executor: executor, backend: backend), duration: 0.02
    ).measure(
      benchmark, try BenchSource(benchmark.picture, width: 48, height: 32, threads: 1),
      into: &times)
    return times.result(benchmark)
  }

  private final class SlowExecutor: Executor {
    private let executor = CPUExecutor(threads: 1)

    func render(_ effect: Effect, _ source: Image, depth: PixelFormat.Depth) throws -> Image {
      usleep(BenchLimitTests.pause)
      return try executor.render(effect, source, depth: depth)
    }
  }

  @Test func slowRenderingIsTheLimit() throws {
    #expect(try measure(SlowExecutor(), .cpu).limit == .render)
  }

  @Test(arguments: [BenchStage.upload, .draw, .readback])
  func aSlowStageOfAGPUIsTheLimit(stage: BenchStage) throws {
    let device = try GLDevice.open(.surfaceless)
    let executor = try GLExecutor(device: device)
    let table = UnsafeMutablePointer(mutating: device.gl)
    real = table.pointee
    defer { table.pointee = real }
    switch stage {
    case .upload:
      table.pointee.TexSubImage2D = { target, level, x, y, width, height, format, type, pixels in
        usleep(BenchLimitTests.pause)
        real.TexSubImage2D(target, level, x, y, width, height, format, type, pixels)
      }
    case .draw:
      table.pointee.DrawArrays = { mode, first, count in
        usleep(BenchLimitTests.pause)
        real.DrawArrays(mode, first, count)
      }
    default:
      table.pointee.ReadPixels = { x, y, width, height, format, type, pixels in
        usleep(BenchLimitTests.pause)
        real.ReadPixels(x, y, width, height, format, type, pixels)
      }
    }
    let result = try measure(executor, .gpu)
    #expect(result.limit == stage, "\(result)")
    #expect(result.stages[.gpu] != nil)
  }
}

/// C functions carry no state; the suite runs one test at a time.
nonisolated(unsafe) private var real = cegl_gl()
