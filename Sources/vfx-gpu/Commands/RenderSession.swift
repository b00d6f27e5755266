import GPUEffects
import GPUEffectsCodecs

/// One run of `vfx-gpu render`: files are decoded and encoded by several
/// threads, which takes nearly all of the time, and rendered by the calling one.
struct RenderSession {
  let options: RenderOptions
  let inputs: InputList
  let batch: Batch

  private var console: Console { batch.console }

  func run(_ plan: RenderPlan) throws(CommandError) -> ExitStatus {
    try batch.start()
    for failure in inputs.failures {
      batch.fail(
        .init(place: 2 * failure.place, input: failure.name, status: .failed),
        ImageFailure(failure.message))
    }
    if options.batch.errorPolicy == .stop, !inputs.failures.isEmpty { return .failed }
    guard plan.totalCount > 0 else {
      if inputs.failures.isEmpty { console.error("nothing to render: no input is an image") }
      return .failed
    }
    let mask = try options.mask.map { (argument) throws(CommandError) in
      try MaskSource(argument, channel: options.maskChannel, fit: options.maskFit)
    }
    if let remark = mask?.remark { console.detail(remark) }
    try plan.folder?.prepare()
    let share = try options.batch.share(in: plan.folder?.path)
    var plan = plan
    plan.shard = share?.shard
    if options.batch.resumes {
      for folder in plan.folders { OutputFiles.removeLeftovers(in: folder) }
    }

    let renderer = try options.renderer(
      batch, pixels: options.backend == .auto ? pixels(of: plan) : nil, known: share?.known)
    let stages = FileStages(
      overwrite: options.batch.overwrites, resumes: options.batch.resumes,
      encoding: options.encoding, format: options.format, files: batch.files, console: console,
      loop: { [workers = batch.workers] in workers.loop($0, $1) })
    let settings = settings(renderer, mask)
    if let share, let folder = plan.folder?.path {
      try RunFile(
        shardCount: share.shard.count, firstIndex: share.first,
        settings: plan.fingerprint(settings), backend: renderer.backend.rawValue
      ).agree(in: folder)
    }
    let stage = RenderStage(
      renderer: renderer, look: options.look, mask: mask, animation: options.animation)
    let early = try run(plan, stages, stage, settings)
    let counts = batch.report.counts
    if let early, early != .noDevice, counts.rendered + counts.upToDate + counts.failed < plan.count
    {
      console.note("stopped early: the remaining images were not rendered")
    }
    return early ?? (counts.failed > 0 ? .failed : .done)
  }

  private func run(
    _ plan: RenderPlan, _ stages: FileStages, _ stage: RenderStage, _ settings: Digest
  ) throws(CommandError) -> ExitStatus? {
    let (look, batch) = (options.look, batch)
    let shared: Decoded?
    if case .animation(let input, _, _, _) = plan.work {
      do throws(ImageFailure) {
        shared = try decodeShared(input)
      } catch {
        batch.fail(.init(input: input.name, status: .failed), error)
        return .failed
      }
    } else {
      shared = nil
    }
    let pipeline = Pipeline.numbers
      .then(Stage("decode")) { [stages] number, _ -> Step<Decoded> in
        let job = plan[number]
        var settings = settings
        settings.add(Digest("\(look.scale(for: job.input.name)) \(job.frame ?? 0)"))
        guard let shared, let input = shared.fingerprint else {
          return try stages.decode(job, settings) { header throws(ImageFailure) in
            _ = try batch.admitted(memory(header, job))
          }
        }
        let fingerprint = Fingerprint(settings: settings, input: Digest(input.text))
        if try stages.isUpToDate(job, fingerprint) { return .upToDate }
        return .work(
          Decoded(image: shared.image, metadata: shared.metadata, fingerprint: fingerprint))
      }
      .onCaller("render") { step, number -> Step<Rendered> in
        guard case .work(let decoded) = step else { return .upToDate }
        return .work(try stage.render(decoded, for: plan[number]))
      }
      .then(Stage("encode")) { [stages] step, number -> Finished in
        guard case .work(let rendered) = step else { return .upToDate }
        return try stages.write(rendered, for: plan[number])
      }
    return batch.run(
      pipeline, count: plan.count, job: { plan[$0] },
      bytes: { job in
        // What comes from a pipe is not known before it is read.
        let header = shared.map { ImageHeader($0.image) } ?? header(of: job.input)
        return header.map { memory($0, job) } ?? 0
      })
  }

  /// The bytes that a job takes at once.
  private func memory(_ header: ImageHeader, _ job: RenderPlan.Job) -> Int {
    options.look.settings(width: header.width, height: header.height, name: job.input.name)
      .memory(header)
  }

  /// The image of an animation, decoded once for all frames.
  private func decodeShared(_ input: InputImage) throws(ImageFailure) -> Decoded {
    let bytes = try readImageFile(input.source)
    if let header = ImageHeader(bytes) {
      _ = try batch.admitted(
        memory(header, .init(input: input, destination: .standardOutput, frame: 0)))
    }
    let decoded = try decodeImage(bytes)
    for warning in decoded.warnings { console.detail("\(input.name): \(warning)") }
    return Decoded(
      image: decoded.image, metadata: decoded.metadata,
      fingerprint: Fingerprint(settings: Digest(), input: Digest(bytes)))
  }

  /// All that results depend on besides the image, its name and the frame.
  private func settings(_ renderer: Renderer, _ mask: MaskSource?) -> Digest {
    var digest = Digest(
      "\(options.look) \(options.encoding) \(options.format?.rawValue ?? "") \(renderer.backend) \(options.maskFit) "
        + (options.animation.map { "\($0)" } ?? ""))
    if let mask { digest.add(mask.digest) }
    return digest
  }

  /// The pixels of all jobs as the headers state them; nil where one can't be told.
  private func pixels(of plan: RenderPlan) -> Int? {
    switch plan.work {
    case .animation(let image, _, _, _):
      // One image from a pipe; few are so large that a GPU would pay.
      if image.source == .standardInput { return 0 }
      return header(of: image).map {
        $0.pixelCount.multipliedReportingOverflow(by: plan.totalCount)
      }
      .map { $0.overflow ? Int.max : $0.partialValue }
    case .stills(let jobs):
      var total = 0
      for job in jobs { total += min(header(of: job.input)?.pixelCount ?? 0, 1 << 31) }
      return total
    }
  }

  private func header(of image: InputImage) -> ImageHeader? {
    switch image.source {
    case .file(let path): imageHeader(of: path)
    // What is read from a pipe is not known before.
    case .standardInput: nil
    }
  }
}

extension ImageHeader {
  fileprivate init(_ image: Image) {
    self.init(
      width: image.width, height: image.height, bytesPerPixel: image.format.bytesPerPixel,
      isOpaque: image.format.alpha == .opaque)
  }
}

extension RenderOptions {
  /// The renderer that the options ask for; says which it is, and why.
  ///
  /// - Parameters:
  ///   - pixels: of the whole job; nil where they can't be told.
  ///   - known: what the shares of the batch agreed on.
  func renderer(
    _ batch: Batch, pixels: Int?, known: RunFile?
  ) throws(CommandError) -> Renderer {
    let console = batch.console
    // All shares are rendered by what the first one took.
    var backend = backend
    if backend == .auto, let known = known.flatMap({ Backend(rawValue: $0.backend) }) {
      backend = known
    }
    let request = RendererRequest(
      backend: backend, device: device, allowSoftware: allowSoftware, threads: self.batch.jobs,
      loop: { [workers = batch.workers] in workers.loop($0, $1) },
      jobPixels: backend == .auto ? pixels : nil, notice: { console.note($0) })
    do throws(RendererError) {
      let renderer = try Renderer(request)
      if renderer.backend == .gpu { batch.workers.leaveCaller() }
      console.note(Self.announcement(renderer))
      batch.report.setBackend(
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
}
