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

/// What was measured of a case so far.
struct BenchTimes {
  fileprivate var stages: [BenchStage: Times] = [:]
  fileprivate var copies = Times()

  func result(_ benchmark: BenchCase) -> BenchResult {
    BenchResult(
      name: benchmark.name, stages: stages.mapValues { Spread($0) }, copy: Spread(copies))
  }
}

/// Times the stages of a case.
struct BenchStopwatch {
  /// Cases and their stages take turns, so that a busy or a slow moment of the
  /// machine meets all alike and shows in the spread of each.
  static let turns = 4

  let renderer: Renderer
  /// Seconds of a case, shared evenly by the stages.
  let duration: Double

  /// One turn of a case.
  func measure(
    _ benchmark: BenchCase, _ source: BenchSource, into times: inout BenchTimes
  ) throws {
    let settings = RenderSettings(benchmark.look.values)
    let clock = renderer.glExecutor.map { StageClock($0) }
    let share = duration * 1000 / Double(4 * Self.turns)
    var result: Image?
    func render() throws {
      // Given back first, so that the next result is written to warm memory.
      result = nil
      result = try renderer.render(source.image, settings)
    }
    func measure(_ stage: BenchStage, _ body: () throws -> Void) rethrows {
      try times.stages[stage, default: Times()].measure(body)
    }
    func add(_ time: Double, to stage: BenchStage) {
      times.stages[stage, default: Times()].add(time)
    }

    _ = try PNG.decode(source.file)
    let warmUp = try milliseconds(render)
    try repeating(for: share) { try measure(.decode) { _ = try PNG.decode(source.file) } }
    if warmUp < share { try render() }
    try repeating(for: share) {
      try measure(.render, render)
      if let stages = try clock?.stages(of: render), stages.draw > 0 {
        add(stages.upload, to: .upload)
        add(stages.draw, to: .draw)
        if let gpu = stages.gpu { add(gpu, to: .gpu) }
        add(stages.readback, to: .readback)
      }
    }
    guard let result else { return }
    try repeating(for: share) { try measure(.encode) { _ = try PNG.encode(result) } }
    repeating(for: share) { times.copies.measure { source.copy.run() } }
  }

  /// Calls `body` until this many milliseconds are over, at least once.
  private func repeating(for time: Double, _ body: () throws -> Void) rethrows {
    let start = ContinuousClock.now
    repeat { try body() } while milliseconds(ContinuousClock.now - start) < time
  }
}

/// Times cases in turns, those of one picture without making it anew.
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

  mutating func measure(_ benchmarks: [BenchCase]) throws(CommandError) -> [BenchResult] {
    let stopwatch = BenchStopwatch(renderer: renderer, duration: options.duration)
    var times = [BenchTimes](repeating: BenchTimes(), count: benchmarks.count)
    for _ in 0..<BenchStopwatch.turns {
      for (i, benchmark) in benchmarks.enumerated() {
        do {
          try stopwatch.measure(benchmark, try source(benchmark.picture), into: &times[i])
        } catch {
          let isLost = (error as? RendererError).map { $0.kind != .cannotRender } ?? false
          throw CommandError(isLost ? .noDevice : .failed, "\(benchmark.name): \(error)")
        }
      }
    }
    return zip(benchmarks, times).map { $1.result($0) }
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
