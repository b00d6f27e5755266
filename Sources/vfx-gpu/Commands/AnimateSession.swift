import GPUEffects
import GPUEffectsCodecs
import Glibc
import Synchronization

/// One run of `vfx-gpu animate`, from a scene to its pictures. Frames are drawn
/// by the calling thread, encoded and written by others.
struct AnimateSession {
  private let options: AnimateOptions
  private let batch: Batch
  private let history: SceneHistory
  private let template: SceneTemplate
  private let scene: Scene
  private let rows: SceneRows?
  private let pictures: ScenePictureFiles
  private let frames: AnimateFrames

  init(
    _ options: AnimateOptions, _ template: SceneTemplate, _ scene: Scene, _ rows: SceneRows?,
    _ pictures: ScenePictureFiles, _ batch: Batch
  ) throws(CommandError) {
    self.options = options
    self.scene = scene
    self.template = template
    self.rows = rows
    self.pictures = pictures
    self.batch = batch
    history = SceneHistory(scene)
    var collisions = Collisions()
    collisions.read(options.scene)
    if let rows { collisions.read(rows.name) }
    for path in pictures.files { collisions.read(path) }
    for row in 0..<(rows?.count ?? 0) {
      // A row that is wrong fails alone, later.
      guard let scene = try? rows?.scene(row, template) else { continue }
      for path in pictures.files(of: scene) { collisions.read(path) }
    }
    try options.batch.noteReports(&collisions)
    frames = try AnimateFrames(options, scene, rows: rows?.count, collisions)
  }

  func run() throws(CommandError) -> ExitStatus {
    try batch.start()
    var frames = self.frames
    try frames.folder?.prepare()
    let share = try options.batch.share(in: frames.folder?.path)
    frames.shard = share?.shard
    if options.batch.resumes {
      for folder in frames.folders { OutputFiles.removeLeftovers(in: folder) }
    }
    let renderer = try makeRenderer(share?.known)
    let stages = FileStages(
      overwrite: options.batch.overwrites, resumes: options.batch.resumes,
      encoding: options.encoding, format: options.format, files: batch.files,
      console: batch.console,
      loop: { [workers = batch.workers] in workers.loop($0, $1) })
    let settings = settings(renderer.backend)
    if let share, let folder = frames.folder?.path {
      try RunFile(
        shardCount: share.shard.count, firstIndex: share.first,
        settings: "\(Digest("\(settings) \(frames.totalCount)"))",
        backend: renderer.backend.rawValue
      ).agree(in: folder)
    }
    let early = run(frames, renderer, stages, settings)
    return early ?? (batch.report.counts.failed > 0 ? .failed : .done)
  }

  private func run(
    _ frames: AnimateFrames, _ renderer: SceneRenderer, _ stages: FileStages,
    _ settings: Digest
  ) -> ExitStatus? {
    let whole = Drawing(
      history: history, fingerprint: Fingerprint(settings: settings, input: Digest(template.text)))
    var time = Duration.zero
    let clock = ContinuousClock()
    var last: EncodedFrame?
    let pipeline = Pipeline.numbers
      .then(Stage("check")) { [self, stages] place, _ -> Step<Drawing> in
        var drawing = whole
        if let rows { drawing = try rowDrawing(frames[place].row, rows, settings) }
        let isUpToDate = try stages.isUpToDate(frames[place].job, drawing.fingerprint)
        return isUpToDate ? .upToDate : .work(drawing)
      }
      .onCaller("draw", isOrdered: true) { step, place -> Step<EncodedFrame> in
        guard case .work(let drawing) = step else { return .upToDate }
        let start = clock.now
        defer { time += clock.now - start }
        do {
          let image = try renderer.render(drawing.history.frame(at: frames[place].time))
          let frame =
            last.flatMap { $0.isFile(of: image, drawing.fingerprint) ? $0 : nil }
            ?? EncodedFrame(image, drawing.fingerprint)
          last = frame
          return .work(frame)
        } catch {
          throw Self.failure(error)
        }
      }
      .then(Stage("encode")) { [stages] step, place -> Finished in
        guard case .work(let frame) = step else { return .upToDate }
        let job = frames[place].job
        try stages.write(try frame.encoded(stages, job), for: job)
        return .written(width: frame.image.width, height: frame.image.height)
      }
    // The canvas, the file, and the canvas in floats while it is drawn.
    let bytes = scene.canvas.pixelWidth * scene.canvas.pixelHeight * 8
    let early = batch.run(
      pipeline, count: frames.count, job: { frames[$0].job }, bytes: { _ in bytes })
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
    batch.console.detail(
      "drew \(renderer.drawnFrames) of \(frames.count) frames in \(hundredths(seconds)) s")
    return early
  }

  /// What is drawn, and what its results are known by.
  private struct Drawing: Sendable {
    let history: SceneHistory
    let fingerprint: Fingerprint
  }

  private func rowDrawing(
    _ row: Int, _ rows: SceneRows, _ settings: Digest
  ) throws(ImageFailure) -> Drawing {
    var scene = try rows.scene(row, template)
    scene.media = self.scene.media
    var settings = settings
    settings.add(rows.text(row))
    settings.add(Self.digest(of: pictures.files(of: scene)))
    return Drawing(
      history: SceneHistory(scene),
      fingerprint: Fingerprint(settings: settings, input: Digest(template.text)))
  }

  private static func failure(_ error: any Error) -> ImageFailure {
    switch error {
    case let failure as ImageFailure:
      return failure
    case let error as RendererError:
      return ImageFailure(
        error.description, endsBatch: error.kind == .cannotRender ? .failed : .noDevice)
    default:
      return ImageFailure("\(error)", endsBatch: .failed)
    }
  }

  /// All that the frames depend on besides the scene's text and their number.
  private func settings(_ backend: Backend) -> Digest {
    var settings = Digest(
      "\(options.overrides) \(options.depth) \(options.encoding) \(options.format?.rawValue ?? "") \(backend) \(scene.canvas) "
        + "\(scene.frameRate) \(frames.timing)")
    settings.add(Self.digest(of: pictures.files))
    return settings
  }

  /// Pictures count by their size and time of change: a scene may show
  /// thousands, each in few frames.
  private static func digest(of files: [Path]) -> Digest {
    var digest = Digest()
    for path in files {
      let status = try? FileStatus(of: path)
      digest.add(Digest("\(path) \(status?.byteCount ?? 0) \(status?.modified ?? 0)"))
    }
    return digest
  }

  private func makeRenderer(_ known: RunFile? = nil) throws(CommandError) -> SceneRenderer {
    let console = batch.console
    // Scenes are laid together on the CPU, so a GPU is only for who asks.
    var backend = options.backend == .auto && options.device == nil ? .cpu : options.backend
    if backend == .auto, let known = known.flatMap({ Backend(rawValue: $0.backend) }) {
      backend = known
    }
    do throws(RendererError) {
      let renderer = try Renderer(
        RendererRequest(
          backend: backend, device: options.device, allowSoftware: options.allowSoftware,
          threads: options.batch.jobs,
          loop: { [workers = batch.workers] in workers.loop($0, $1) },
          notice: { console.note($0) }))
      if renderer.backend == .gpu {
        console.note(
          "blurs are rendered on the GPU (\(renderer.name)), layers are laid together on the CPU")
      } else {
        console.note("rendering on the CPU (\(renderer.name))")
      }
      batch.report.setBackend(
        name: renderer.backend.rawValue, device: renderer.name, reason: renderer.reason)
      return SceneRenderer(
        renderer, pictures: pictures, threads: options.batch.jobs, depth: options.depth)
    } catch {
      throw CommandError(error.kind == .noDevice ? .noDevice : .failed, error.description)
    }
  }

  // MARK: Without drawing

  /// The steps of the first frame.
  func explain() throws(CommandError) {
    let renderer = try makeRenderer()
    let lines: [String]
    do {
      lines = try renderer.explain(history.frame(at: frames.firstTime))
    } catch {
      throw CommandError(.failed, Self.failure(error).message)
    }
    try Console.print(lines.joined(separator: "\n") + "\n")
  }

  func printPlan() throws(CommandError) -> ExitStatus {
    let dryRun = DryRun(batch)
    for place in 0..<frames.count {
      try dryRun.print(frames[place].job, place, label: "\(frames[place].time) s")
    }
    return dryRun.conclude(skipped: 0)
  }
}

/// A frame's file, made by whoever needs it first: frames that look the same
/// share it.
private final class EncodedFrame: Sendable {
  let image: Image
  private let fingerprint: Fingerprint
  private let bytes = Mutex<[UInt8]?>(nil)

  init(_ image: Image, _ fingerprint: Fingerprint) {
    self.image = image
    self.fingerprint = fingerprint
  }

  func isFile(of image: Image, _ fingerprint: Fingerprint) -> Bool {
    self.image.pixels === image.pixels && self.fingerprint == fingerprint
  }

  func encoded(
    _ stages: FileStages, _ job: RenderPlan.Job
  ) throws(ImageFailure) -> [UInt8] {
    try bytes.withLock { (bytes) throws(ImageFailure) in
      if let bytes { return bytes }
      var metadata = ImageMetadata()
      fingerprint.mark(&metadata)
      let new = try stages.encode(Rendered(image: image, metadata: metadata), for: job)
      bytes = new
      return new
    }
  }
}
