import GPUEffects
import GPUEffectsGL
import GPUEffectsMeasuring

/// A case with the times that it took so far.
struct Contender {
  let benchmark: Case
  private(set) var times = Times()
  private(set) var draws = Times()
  private(set) var uploads = Times()
  private(set) var readbacks = Times()

  init(_ benchmark: Case) { self.benchmark = benchmark }

  /// Five calls, and then as many as four seconds allow.
  var wantsMore: Bool { times.count < 5 || times.total < 4000 }

  /// Renders the picture and gives the result back, for the next call to write to.
  func call(_ bench: Bench, _ image: Image) throws {
    _ = try bench.renderer.render(image, RenderSettings(benchmark.look.values))
  }

  /// Times one call right after an untimed one, so that its buffers are those
  /// of a steady stream of frames.
  mutating func time(_ bench: Bench, _ image: Image, _ drawing: Drawing?) throws {
    if times.median < 100 { try call(bench, image) }
    let settings = RenderSettings(benchmark.look.values)
    var result: Image?
    try times.measure { result = try bench.renderer.render(image, settings) }
    _ = consume result
    guard let drawing else { return }
    let stages = try drawing.clock.stages { try call(bench, image) }
    guard stages.draw > 0 else {
      throw BenchmarkError("\(benchmark.name) was not drawn by the GPU.")
    }
    draws.add(stages.draw)
    uploads.add(stages.upload)
    readbacks.add(stages.readback)
  }
}

/// What is measured on a GPU only.
final class Drawing {
  static let naiveSigma = 6.0
  /// Copies in a row, so that they take about as long as a blur: a busy machine
  /// interrupts the short less than the long.
  private static let copyCount = 8

  let clock: StageClock
  private let pass: DrawnPass
  private var copies = Times()
  private var naiveBlurs = Times()

  init(_ executor: GLExecutor, _ image: Image) throws {
    clock = StageClock(executor, asksTheGPU: false)
    pass = try DrawnPass(executor.device, width: image.width, height: image.height)
    try pass.copy(times: 1)
  }

  func timeCopy() throws {
    let time = try milliseconds { try pass.copy(times: Self.copyCount) }
    copies.add(time / Double(Self.copyCount))
  }

  /// Three calls are enough for what takes a second on a software driver.
  func timeNaiveBlur() throws {
    guard naiveBlurs.count < 3 else { return }
    try naiveBlurs.measure { try pass.naiveBlur(sigma: Self.naiveSigma) }
  }

  func describe(_ contender: Contender, in row: inout Row) {
    row["draw_ms"] = .number(contender.draws.median)
    row["upload_ms"] = .number(contender.uploads.median)
    row["readback_ms"] = .number(contender.readbacks.median)
    row["copy_pass_ms"] = .number(copies.median)
    row["draw_min_ms"] = .number(contender.draws.minimum)
    row["copy_pass_min_ms"] = .number(copies.minimum)
    row["ratio_to_copy_pass"] = .number(contender.draws.median / copies.median)
    if contender.benchmark.look.sigma == Self.naiveSigma, !naiveBlurs.isEmpty {
      row["naive_ms"] = .number(naiveBlurs.median)
      row["naive_ratio"] = .number(naiveBlurs.median / contender.draws.median)
    }
  }
}
