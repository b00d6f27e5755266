import GPUEffects
import Glibc
import Synchronization

/// How far a batch is: a line of a terminal that is written over, or else a
/// line every now and then.
final class ProgressBar: Sendable {
  private struct State: Sendable {
    var shown = ""
    var isOver = false
  }
  private let state = Mutex(State())

  /// Writes a line of something else around the bar.
  func write(_ text: String) {
    state.withLock { state in
      let bar = state.shown
      let clear = bar.isEmpty ? "" : "\r\u{1b}[K"
      try? Console.write(clear + text + "\n" + bar, to: STDERR_FILENO)
    }
  }

  private func show(_ text: String) {
    state.withLock { state in
      if state.shown == text || state.isOver { return }
      state.shown = text
      try? Console.write("\r\u{1b}[K" + text, to: STDERR_FILENO)
    }
  }

  /// Shows from now on how far a batch is.
  ///
  /// - Parameters:
  ///   - total: how many items there are; nil where nobody knows.
  ///   - sample: asked ten times a second, until some time after the end.
  func begin(
    _ mode: BatchOptions.ProgressMode, total: Int?, sample: @escaping @Sendable () -> RunProgress?
  ) {
    let isTerminal = isatty(STDERR_FILENO) == 1
    guard mode != .off, total ?? 2 > 1 else { return }
    let ticksPerLine = mode == .on ? 10 : 100
    // Nobody waits for this thread: at the end it has nothing more to show.
    Thread.start { [self] in
      var watch = ProgressWatch(total: total)
      var ticks = 0
      while !state.withLock({ $0.isOver }) {
        usleep(100_000)
        ticks += 1
        guard let progress = sample() else { continue }
        watch.add(progress, seconds: Double(ticks) / 10)
        if isTerminal {
          show(watch.line)
        } else if ticks % ticksPerLine == 0 {
          write(watch.line)
        }
      }
    }
  }

  func end() {
    state.withLock { state in
      if !state.shown.isEmpty { try? Console.write("\r\u{1b}[K", to: STDERR_FILENO) }
      state = State(isOver: true)
    }
  }
}

/// What samples of a run say about it.
struct ProgressWatch: Sendable {
  let total: Int?
  private var progress = RunProgress(done: 0, failed: 0, stages: [])
  private var seconds = 0.0
  /// Items in each stage, summed over the samples.
  private var load: [String: Int] = [:]

  init(total: Int?) { self.total = total }

  mutating func add(_ sample: RunProgress, seconds: Double) {
    progress = sample
    self.seconds = seconds
    for stage in sample.stages { load[stage.name, default: 0] += stage.waiting + stage.running }
  }

  /// The stage in which items spend most of their time.
  var limitingStage: String? {
    load.filter { $0.value > 0 }.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// For people: `120/1000, 34.50 a second, 0:26 left, limited by encode`.
  var line: String {
    let finished = progress.done + progress.failed
    var parts = [total.map { "\(finished)/\($0)" } ?? "\(finished)"]
    if progress.failed > 0 { parts.append("\(progress.failed) failed") }
    if finished > 0, seconds > 0 {
      let rate = Double(finished) / seconds
      parts.append("\(hundredths(rate)) a second")
      if let total { parts.append("\(Self.time(Double(total - finished) / rate)) left") }
    }
    if let stage = limitingStage { parts.append("limited by \(stage)") }
    return parts.joined(separator: ", ")
  }

  private static func time(_ seconds: Double) -> String {
    let whole = Int(min(seconds.rounded(.up), 1e9))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return whole < 3600
      ? "\(whole / 60):\(two(whole % 60))"
      : "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
  }
}
