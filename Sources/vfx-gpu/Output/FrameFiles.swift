import GPUEffects
import GPUEffectsCodecs
import Glibc
import Synchronization

/// Encodes frames and writes them on threads of its own, while the next ones
/// are drawn. A frame that looks like the one before is encoded once.
final class FrameFiles: Sendable {
  let report: RenderReport
  private let options: AnimateOptions
  private let console: Console
  private let outputs = OutputFiles()
  private let stages: FileStages
  private let queue = Monitor(Queue())

  private struct Queue: Sendable {
    var waiting: [(job: RenderPlan.Job, frame: EncodedFrame)] = []
    var isOver = false
    var verdict: ExitStatus?
    var last: EncodedFrame?
  }

  /// An image's file, made by whoever needs it first.
  private final class EncodedFrame: Sendable {
    let image: Image
    private let bytes = Mutex<[UInt8]?>(nil)

    init(_ image: Image) { self.image = image }

    func encoded(_ stages: FileStages) throws(ImageFailure) -> [UInt8] {
      try bytes.withLock { (bytes) throws(ImageFailure) in
        if let bytes { return bytes }
        let new = try stages.encode(Rendered(image: image, metadata: ImageMetadata()))
        bytes = new
        return new
      }
    }
  }

  init(_ options: AnimateOptions, _ console: Console) {
    self.options = options
    self.console = console
    report = RenderReport(command: "animate", keepsEntries: options.report != nil)
    stages = FileStages(
      overwrite: options.overwrite, compression: options.compression, files: outputs,
      console: console)
  }

  /// Whether drawing more is in vain.
  var isStopped: Bool { queue.change { $0.verdict != nil } }

  /// From now on a signal ends the process with everything finished kept and
  /// nothing unfinished left behind.
  func watchSignals() {
    Interruption.onSignal { [self] signal in
      outputs.abandon { finished in
        report.awaitRendered(finished)
        console.note(report.summary(skipped: 0, interrupted: true))
        try? options.report?.write(report.json(skipped: 0, interrupted: true))
        _exit(128 + signal)
      }
    }
  }

  /// Runs `draw`, which adds frames, and returns when all of them are written.
  func run(_ draw: () -> ExitStatus?) -> ExitStatus {
    let count = options.jobs ?? availableProcessors()
    let threads = (0..<count).compactMap { _ in Thread.start { [self] in work() } }
    let verdict = draw()
    queue.change { $0.isOver = true }
    // Where no thread could be started, this one does it all.
    if threads.isEmpty { work() }
    for thread in threads { thread.join() }
    return verdict ?? queue.change { $0.verdict } ?? (report.counts.failed > 0 ? .failed : .done)
  }

  /// Finds a frame that could not be written before it is drawn.
  func check(_ job: RenderPlan.Job) throws(ImageFailure) { try stages.checkOutput(job) }

  /// Waits while too many frames wait already.
  func add(_ image: Image, for job: RenderPlan.Job) {
    queue.wait { queue -> Void? in
      guard queue.waiting.count < 4 || queue.verdict != nil else { return nil }
      if queue.last?.image.pixels !== image.pixels { queue.last = EncodedFrame(image) }
      if let frame = queue.last { queue.waiting.append((job, frame)) }
      return ()
    }
  }

  func fail(_ job: RenderPlan.Job, _ failure: ImageFailure) {
    report.add(
      .init(
        input: job.input.name, output: job.destination.name, frame: job.frame, status: .failed,
        error: failure.message))
    let place = job.frame.map { "frame \($0): " } ?? ""
    console.error("\(job.input.name): \(place)\(failure.message)")
    queue.change { [stops = options.stopsAtFailure] queue in
      queue.verdict = queue.verdict ?? failure.endsBatch ?? (stops ? .failed : nil)
    }
  }

  private func work() {
    while let (job, frame) = next() {
      do throws(ImageFailure) {
        try stages.write(try frame.encoded(stages), for: job)
        report.add(
          .init(
            input: job.input.name, output: job.destination.name, frame: job.frame,
            width: frame.image.width, height: frame.image.height, status: .rendered))
        console.detail("\(job.destination.name) (\(frame.image.width)x\(frame.image.height))")
      } catch {
        fail(job, error)
      }
    }
  }

  private func next() -> (job: RenderPlan.Job, frame: EncodedFrame)? {
    queue.wait { queue -> (job: RenderPlan.Job, frame: EncodedFrame)?? in
      if !queue.waiting.isEmpty { return queue.waiting.removeFirst() }
      return queue.isOver ? .some(nil) : nil
    }
  }
}
