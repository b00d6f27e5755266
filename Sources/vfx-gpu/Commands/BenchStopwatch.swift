import GPUEffects
import GPUEffectsCodecs
import GPUEffectsMeasuring

/// A picture ready to be timed: its file's bytes, its pixels, and a plain copy
/// of them as a yardstick.
struct BenchSource {
  let file: [UInt8]
  let image: Image
  let copy: MemoryCopy

  init(_ picture: BenchPicture, width: Int, height: Int, threads: Int) throws(CodecError) {
    image = picture.make(width: width, height: height)
    file = try PNG.encode(image)
    copy = MemoryCopy(image, threads: threads)
  }
}

/// Times the stages of a case.
struct BenchStopwatch {
  /// The stages take turns, so that a busy moment of the machine meets all alike.
  private static let turns = 4

  let renderer: Renderer
  /// Seconds of a case, shared evenly by the stages.
  let duration: Double

  func measure(_ benchmark: BenchCase, _ source: BenchSource) throws -> BenchResult {
    let settings = RenderSettings(benchmark.look.values)
    let clock = renderer.glExecutor.map { StageClock($0) }
    let share = duration * 1000 / Double(4 * Self.turns)
    var times: [BenchStage: Times] = [:]
    var copies = Times()
    var result: Image?
    func render() throws {
      // Given back first, so that the next result is written to warm memory.
      result = nil
      result = try renderer.render(source.image, settings)
    }

    _ = try PNG.decode(source.file)
    let warmUp = try milliseconds(render)
    for _ in 0..<Self.turns {
      try repeating(for: share) {
        try times[.decode, default: Times()].measure { _ = try PNG.decode(source.file) }
      }
      if warmUp < share { try render() }
      try repeating(for: share) {
        try times[.render, default: Times()].measure(render)
        if let stages = try clock?.stages(of: render), stages.draw > 0 {
          times[.upload, default: Times()].add(stages.upload)
          times[.draw, default: Times()].add(stages.draw)
          if let gpu = stages.gpu { times[.gpu, default: Times()].add(gpu) }
          times[.readback, default: Times()].add(stages.readback)
        }
      }
      guard let result else { continue }
      try repeating(for: share) {
        try times[.encode, default: Times()].measure { _ = try PNG.encode(result) }
      }
      repeating(for: share) { copies.measure { source.copy.run() } }
    }
    return BenchResult(
      name: benchmark.name, stages: times.mapValues { Spread($0) }, copy: Spread(copies))
  }

  /// Calls `body` until this many milliseconds are over, at least once.
  private func repeating(for time: Double, _ body: () throws -> Void) rethrows {
    let start = ContinuousClock.now
    repeat { try body() } while milliseconds(ContinuousClock.now - start) < time
  }
}

/// Times one case after the other, those of one picture without making it anew.
struct BenchSeries {
  let renderer: Renderer
  let options: BenchOptions
  let threads: Int
  private var current: (picture: BenchPicture, source: BenchSource)?

  init(renderer: Renderer, options: BenchOptions, threads: Int) {
    self.renderer = renderer
    self.options = options
    self.threads = threads
  }

  mutating func measure(_ benchmark: BenchCase) throws(CommandError) -> BenchResult {
    do {
      let source = try source(benchmark.picture)
      return try BenchStopwatch(renderer: renderer, duration: options.duration)
        .measure(benchmark, source)
    } catch {
      let isLost = (error as? RendererError).map { $0.kind != .cannotRender } ?? false
      throw CommandError(isLost ? .noDevice : .failed, "\(benchmark.name): \(error)")
    }
  }

  private mutating func source(_ picture: BenchPicture) throws(CodecError) -> BenchSource {
    if let current, current.picture == picture { return current.source }
    // The last picture's memory first.
    current = nil
    let source = try BenchSource(
      picture, width: options.width, height: options.height, threads: threads)
    current = (picture, source)
    return source
  }
}
