import GPUEffects
import GPUEffectsParity
import GPUEffectsSceneFile
import Glibc
import Synchronization

/// Runs rows in child processes, a group and a device at a time.
final class ParityRun: Sendable {
  /// What the run is told of as it happens.
  typealias Observer = @Sendable (ParityResult) -> Void

  struct Settings: Sendable {
    var program: Path
    var jobs: Int
    var timeout: Double
    /// When no row begins any more.
    var deadline: ContinuousClock.Instant?
    var repeats = 1
    var skips: ParitySkips?
    var baseline: ParityBaseline?
    var wantsPictures = false
    /// The file of the rows, where they aren't the built-in ones.
    var rowsFile: Path?

    /// Whether the time is over.
    var isOver: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }
  }

  /// What a worker said of its device, or why it couldn't open it.
  struct Driver: Sendable {
    var facts: JSONValue?
    var problem: String?
  }

  private struct State {
    var results: [ParityResult] = []
    var drivers: [String: Driver] = [:]
  }

  private struct Job: Sendable {
    let target: ParityTarget
    let rows: [Row]

    /// Whether there are checks, which take longest.
    var isLong: Bool {
      rows.contains { row in
        if case .check = row.work { true } else { false }
      }
    }
  }

  private let settings: Settings
  private let observer: Observer
  private let state = Mutex(State())

  init(_ settings: Settings, observer: @escaping Observer = { _ in }) {
    self.settings = settings
    self.observer = observer
  }

  /// Rows of a process at most.
  private static let largestGroup = 100

  /// The results, by row and then by device, and what is known of the drivers.
  func run(
    _ rows: [Row], on targets: [ParityTarget]
  ) -> (results: [ParityResult], drivers: [String: Driver]) {
    var jobs: [Job] = []
    // Devices take turns, so that none is left out when the time is over.
    var groups: [[Row]] = []
    for row in rows {
      if let last = groups.last, last[0].group == row.group, last.count < Self.largestGroup {
        groups[groups.count - 1].append(row)
      } else {
        groups.append([row])
      }
    }
    for group in groups {
      for target in targets {
        var left: [Row] = []
        for row in group {
          if let reason = settings.skips?.reason(row.name, on: target.id) {
            add(ParityResult(row, target.id, .skipped, reason))
          } else {
            left.append(row)
          }
        }
        if !left.isEmpty { jobs.append(Job(target: target, rows: left)) }
      }
    }
    // What takes long is begun first.
    jobs = jobs.filter(\.isLong) + jobs.filter { !$0.isLong }
    let all = jobs
    Workers(settings.jobs).loop(all.count) { index in
      self.run(all[index])
    }
    let order = Dictionary(
      rows.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let places = Dictionary(
      targets.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    return state.withLock { state in
      let results = state.results.sorted { a, b in
        (order[a.row.name] ?? 0, places[a.target] ?? 0)
          < (order[b.row.name] ?? 0, places[b.target] ?? 0)
      }
      return (results, state.drivers)
    }
  }

  /// How fast a device blurs pictures of several sizes, as its worker says; nil
  /// where that fails.
  func throughput(of target: ParityTarget) -> JSONValue? {
    guard
      let worker = try? WorkerProcess(
        settings.program,
        [CommandSyntax.parityWorker.name, "--device", target.id, "--throughput"], input: [])
    else { return nil }
    var points: JSONValue?
    while let line = (try? worker.line(within: settings.timeout)) ?? nil {
      points = (try? JSONParser.parse(line))?["throughput"] ?? points
    }
    _ = worker.end(killing: true)
    _ = worker.lastWords()
    return points
  }

  private func run(_ job: Job) {
    var left = job.rows[...]
    while !left.isEmpty {
      if settings.isOver {
        // Of what is drawn without end nothing is missing.
        for row in left where row.group != RandomRows.group {
          add(ParityResult(row, job.target.id, .notRun, "the time was over"))
        }
        return
      }
      let attempt = attempt(left, on: job.target)
      for result in attempt.results { add(confirmed(result, on: job.target)) }
      left = left.dropFirst(attempt.results.count)
      // Nothing can be done where not even the device opens.
      if let problem = attempt.problem {
        for row in left { add(ParityResult(row, job.target.id, .failed, problem)) }
        return
      }
    }
  }

  /// A failure after a second run, in a process of its own.
  private func confirmed(_ result: ParityResult, on target: ParityTarget) -> ParityResult {
    guard result.status.isFailure else { return result }
    guard let again = attempt([result.row], on: target).results.first else { return result }
    var confirmed = result
    confirmed.attempts = 2
    if !again.status.isFailure {
      confirmed.status = .flaky
      confirmed.reason = "\(result.reason ?? "it failed"); it passed when it was run again"
    }
    return confirmed
  }

  private func add(_ result: ParityResult) {
    var result = result
    result.rowsOption = settings.rowsFile.map { " --rows \($0)" } ?? ""
    result.change = settings.baseline?.change(of: result)
    state.withLock { $0.results.append(result) }
    observer(result)
  }

  /// Runs rows in one process until all are done or it ends.
  private func attempt(
    _ rows: ArraySlice<Row>, on target: ParityTarget
  ) -> (results: [ParityResult], problem: String?) {
    var arguments = [
      CommandSyntax.parityWorker.name, "--device", target.id, "--repeat", "\(settings.repeats)",
    ]
    if settings.wantsPictures { arguments.append("--html") }
    let text = rows.map { "\($0)\n" }.joined()
    var results: [ParityResult] = []
    var current: Row?
    var problem: String?
    var isHung = false
    let worker: WorkerProcess
    do throws(SystemError) {
      worker = try WorkerProcess(settings.program, arguments, input: Array(text.utf8))
    } catch {
      return ([], "can't start a process: \(error)")
    }
    do throws(SystemError) {
      while let line = try worker.line(within: settings.timeout) {
        guard let event = try? JSONParser.parse(line) else { continue }
        if let facts = event["driver"] {
          state.withLock { $0.drivers[target.id, default: Driver()].facts = facts }
        } else if let text = event["problem"]?.text {
          problem = text
          state.withLock { $0.drivers[target.id, default: Driver()].problem = text }
        } else if let name = event["begin"]?.text {
          if settings.isOver { break }
          current = rows.first { $0.name == name }
        } else if let name = event["row"]?.text, let row = current, row.name == name {
          results.append(ParityResult(row, target.id, event: event))
          current = nil
        } else if event["evidence"]?.text == results.last?.row.name, !results.isEmpty {
          results[results.count - 1].evidence = event
        }
      }
    } catch {
      isHung = true
    }
    let end = worker.end(killing: isHung || settings.isOver)
    let words = worker.lastWords()
    if let current {
      if isHung {
        let reason = "it took longer than \(shortest(settings.timeout)) s"
        results.append(ParityResult(current, target.id, .hung, reason))
      } else if !settings.isOver {
        results.append(
          ParityResult(current, target.id, .crashed, end.reason + Self.quote(words)))
      }
    } else if results.isEmpty, problem == nil {
      // Not even a row was begun: the device is at fault.
      problem =
        isHung
        ? "opening the device took longer than \(shortest(settings.timeout)) s"
        : "opening the device: \(end.reason)\(Self.quote(words))"
      let text = problem
      state.withLock { $0.drivers[target.id, default: Driver()].problem = text }
    }
    return (results, problem)
  }

  private static func quote(_ words: String) -> String {
    let last = words.split(separator: "\n").suffix(2).joined(separator: " / ")
    return last.isEmpty ? "" : ", having said: " + printable(Array(last.utf8))
  }

  private func shortest(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }
}

extension WorkerProcess.End {
  fileprivate var reason: String {
    switch self {
    case .exited(let status): "its process ended with status \(status)"
    case .signal(let number):
      "its process was ended by signal \(number)"
        + (strsignal(number).map { " (\(String(cString: $0)))" } ?? "")
    }
  }
}
