import GPUEffects
import GPUEffectsCodecs
import Glibc

/// One run of `vfx-gpu render`, from its inputs to its report.
final class RenderSession: Sendable {
  private let options: RenderOptions
  private let inputs: InputList
  private let console: Console
  private let report: RenderReport
  private let files = OutputFiles()

  init(_ options: RenderOptions, inputs: InputList, console: Console) {
    self.options = options
    self.inputs = inputs
    self.console = console
    report = RenderReport(keepsEntries: options.report != nil)
  }

  /// From now on a signal ends the process with everything finished kept and
  /// nothing unfinished left behind.
  func watchSignals() {
    Interruption.onSignal { [self] signal in
      files.abandon { finished in
        report.awaitRendered(finished)
        console.note(report.summary(skipped: inputs.skipped, interrupted: true))
        try? options.report?.write(report.json(skipped: inputs.skipped, interrupted: true))
        _exit(128 + signal)
      }
    }
  }

  func run(_ plan: RenderPlan) throws(CommandError) -> ExitStatus {
    for failure in inputs.failures { fail(failure.name, failure.message) }
    if options.errorPolicy == .stop, !inputs.failures.isEmpty { return .failed }
    guard plan.count > 0 else {
      if inputs.failures.isEmpty { console.error("nothing to render: no input is an image") }
      return .failed
    }
    let mask = try options.mask.map { (argument) throws(CommandError) in
      try MaskSource(argument, channel: options.maskChannel, fit: options.maskFit)
    }
    if let remark = mask?.remark { console.detail(remark) }
    try makeFolder(of: plan)

    let threads = options.jobs ?? availableProcessors()
    let renderer = try makeRenderer(plan, threads: threads)
    let fileStages = FileStages(
      overwrite: options.overwrite, compression: options.compression, files: files,
      console: console)
    guard let shared = decodeShared(plan, fileStages) else { return .failed }
    let pipeline = RenderPipeline(
      plan: plan, files: fileStages,
      stage: RenderStage(
        renderer: renderer, look: options.look, mask: mask, animation: options.animation),
      threads: threads, stopsAtFailure: options.errorPolicy == .stop, shared: shared.image,
      finished: { [self] job, result, failure in finished(job, result, failure) })
    let early = pipeline.run()
    if let early, early != .noDevice, report.counts.rendered + report.counts.failed < plan.count {
      console.note("stopped early: the remaining images were not rendered")
    }
    return early ?? (report.counts.failed > 0 ? .failed : .done)
  }

  /// The last words: the summary and the report.
  func conclude() throws(CommandError) {
    console.note(report.summary(skipped: inputs.skipped))
    try options.report?.write(report.json(skipped: inputs.skipped, interrupted: false))
  }

  private func makeRenderer(
    _ plan: RenderPlan, threads: Int
  ) throws(CommandError) -> Renderer {
    let console = console
    let request = RendererRequest(
      backend: options.backend, device: options.device, allowSoftware: options.allowSoftware,
      threads: threads, jobPixels: options.backend == .auto ? pixels(of: plan) : nil,
      notice: { console.note($0) })
    do throws(RendererError) {
      let renderer = try Renderer(request)
      console.note(Self.announcement(renderer))
      report.setBackend(
        name: renderer.backend.rawValue, device: renderer.name, reason: renderer.reason)
      return renderer
    } catch {
      throw CommandError(error.kind == .noDevice ? .noDevice : .failed, error.description)
    }
  }

  /// Which backend, and why.
  private static func announcement(_ renderer: Renderer) -> String {
    let device =
      switch renderer.backend {
      case .gpu: "the GPU (\(renderer.name))"
      case .reference: "the CPU (\(renderer.name))"
      default: "the CPU (\(renderer.name.split(separator: ", ").last ?? ""))"
      }
    return "rendering on \(device): \(renderer.reason)"
  }

  /// The pixels of all jobs as the headers state them; nil where one can't be told.
  private func pixels(of plan: RenderPlan) -> Int? {
    switch plan.work {
    case .animation(let image, _, _, let frameCount):
      return pixels(of: image).map { $0.multipliedReportingOverflow(by: frameCount) }
        .map { $0.overflow ? Int.max : $0.partialValue }
    case .stills(let jobs):
      var total = 0
      for job in jobs { total += min(pixels(of: job.input) ?? 0, 1 << 31) }
      return total
    }
  }

  private func pixels(of image: InputImage) -> Int? {
    switch image.source {
    case .file(let path): pixelCount(of: path)
    // One image; few are so large that a GPU would pay.
    case .standardInput: 0
    }
  }

  private func makeFolder(of plan: RenderPlan) throws(CommandError) {
    guard let folder = plan.folder else { return }
    do throws(SystemError) {
      try vfx_gpu.makeFolder(folder)
    } catch {
      throw CommandError(.failed, "can't make the folder \(folder): \(error)")
    }
  }

  /// The image of an animation, decoded once for all frames; `image` is nil for
  /// stills, the whole is nil when decoding failed.
  private func decodeShared(_ plan: RenderPlan, _ files: FileStages) -> (image: Decoded?, Void)? {
    guard case .animation(let input, _, _, _) = plan.work else { return (nil, ()) }
    do throws(ImageFailure) {
      let decoded = try readImage(input.source)
      for warning in decoded.warnings { console.detail("\(input.name): \(warning)") }
      return (Decoded(image: decoded.image, metadata: decoded.metadata), ())
    } catch {
      fail(input.name, error.message)
      return nil
    }
  }

  private func fail(_ input: Path, _ message: String) {
    report.add(.init(input: input, status: .failed, error: message))
    console.error("\(input): \(message)")
  }

  private func finished(_ job: RenderPlan.Job, _ result: Rendered?, _ failure: ImageFailure?) {
    report.add(
      .init(
        input: job.input.name, output: job.destination.name, frame: job.frame,
        width: result?.image.width, height: result?.image.height,
        status: failure == nil ? .rendered : .failed, error: failure?.message))
    if let failure {
      console.error("\(job.input.name): \(failure.message)")
    } else if let image = result?.image {
      console.detail(
        "\(job.input.name) -> \(job.destination.name) (\(image.width)x\(image.height))")
    }
  }
}
