import GPUEffects
import Glibc
import Synchronization

/// What became of a job that did not fail.
enum Finished: Sendable {
  case written(width: Int, height: Int)
  /// It was there already, made from this input with these settings.
  case upToDate
  /// Of a stream that had ended before.
  case dropped
}

/// What all batches have in common: threads, files, the report, signals.
final class Batch: Sendable {
  let options: BatchOptions
  let console: Console
  let report: RenderReport
  let files = OutputFiles()
  let workers: Workers
  private let control = RunControl()
  private let log = Mutex<EventLog?>(nil)
  private let early = Mutex<ExitStatus?>(nil)
  private let skipped = Mutex(0)

  init(_ command: String, _ options: BatchOptions) {
    self.options = options
    console = Console(command: command, level: options.level)
    report = RenderReport(command: command, keepsEntries: options.report != nil)
    workers = Interruption.sheltering { Workers(options.jobs) }
  }

  /// Runs a command's work with its last words: the summary and the report, also
  /// where the work can't begin.
  func perform(
    _ body: () throws(CommandError) -> ExitStatus
  ) throws(CommandError) -> ExitStatus {
    let status: ExitStatus
    do throws(CommandError) {
      status = try body()
    } catch {
      // Wrong usage may be that the report would replace something.
      if error.status != .usage {
        report.setError(error.message)
        try? writeReport(interrupted: false)
      }
      throw error
    }
    if !options.isDryRun {
      for line in report.failureList { console.note(line) }
      console.note(report.summary(skipped: skipped.withLock { $0 }))
    }
    try writeReport(interrupted: false)
    return status
  }

  func writeReport(interrupted: Bool) throws(CommandError) {
    try options.report?.write(
      report.json(skipped: skipped.withLock { $0 }, interrupted: interrupted))
  }

  /// Counts files in folders that are no images.
  func noteSkipped(_ count: Int) { skipped.withLock { $0 = count } }

  /// Before the first job: from now on a signal ends the process with everything
  /// finished kept and nothing unfinished left behind.
  func start() throws(CommandError) {
    if let path = options.log {
      let log = try EventLog(path)
      self.log.withLock { $0 = log }
    }
    Interruption.onSignal { [self] signal in
      files.abandon { finished in
        report.awaitRendered(finished)
        console.note(report.summary(skipped: skipped.withLock { $0 }, interrupted: true))
        try? writeReport(interrupted: true)
        _exit(128 + signal)
      }
    }
  }

  // MARK: Running

  /// Runs the jobs of a pipeline.
  ///
  /// - Parameters:
  ///   - count: of jobs; nil where a stream ends by itself.
  ///   - bytes: that a job holds.
  ///   - mayGoOn: whether a failed job leaves the others their sense.
  /// - Returns: why it was ended early, if so.
  func run(
    _ pipeline: Pipeline<Finished>, count: Int?, job: @escaping @Sendable (Int) -> RenderPlan.Job,
    bytes: @escaping @Sendable (RenderPlan.Job) -> Int, mayGoOn: Bool = true
  ) -> ExitStatus? {
    console.bar.begin(
      options.level == .quiet ? .off : options.progress, total: count,
      sample: { [control] in control.progress })
    pipeline.run(
      on: workers, count: count,
      limits: ScheduleLimits(items: 2 * options.jobs + 2, bytes: options.memory),
      control: control, bytes: { [self] in try admitted(bytes(job($0))) },
      finished: { [self] number, outcome in
        finished(job(number), number, outcome, mayGoOn: mayGoOn)
      })
    console.bar.end()
    return early.withLock { $0 }
  }

  /// What is too large alone would only be found out when the memory is gone.
  ///
  /// - Parameter bytes: that a job holds.
  func admitted(_ bytes: Int) throws(ImageFailure) -> Int {
    if bytes <= options.memory { return bytes }
    throw ImageFailure(
      "it would take about \(sizeText(bytes)) of memory, more than the limit of "
        + "\(sizeText(options.memory)); give --max-memory more, or make the image smaller")
  }

  private func finished(
    _ job: RenderPlan.Job, _ number: Int, _ outcome: ItemOutcome<Finished>, mayGoOn: Bool
  ) -> Continuation {
    var entry = RenderReport.Entry(
      place: job.place ?? number, input: job.input.name, output: job.destination.name,
      frame: job.frame, status: .rendered)
    switch outcome {
    case .done(.written(let width, let height)):
      (entry.width, entry.height) = (width, height)
      note(entry)
      console.detail("\(job.input.name) -> \(job.destination.name) (\(width)x\(height))")
    case .done(.upToDate):
      entry.status = .upToDate
      note(entry)
      console.detail("\(job.destination.name) is up to date")
    case .done(.dropped), .discarded: break
    case .failed(let error):
      var failure = error as? ImageFailure ?? ImageFailure("\(error)", endsBatch: .failed)
      if !mayGoOn { failure.endsBatch = failure.endsBatch ?? .failed }
      return fail(entry, failure)
    }
    return .goOn
  }

  /// Notes a failure, of a job or of an input that never became one.
  @discardableResult
  func fail(_ entry: RenderReport.Entry, _ failure: ImageFailure) -> Continuation {
    var entry = entry
    entry.status = .failed
    entry.error = failure.message
    note(entry)
    let place = entry.frame.map { "frame \($0): " } ?? ""
    console.error("\(entry.input): \(place)\(failure.message)")
    let verdict = failure.endsBatch ?? (options.errorPolicy == .stop ? .failed : nil)
    guard let verdict else { return .goOn }
    early.withLock { $0 = $0 ?? verdict }
    return .finish
  }

  private func note(_ entry: RenderReport.Entry) {
    report.add(entry)
    log.withLock { $0 }?.write(entry.status.rawValue, entry.members.filter { $0.0 != "status" })
  }
}
