import GPUEffects
import GPUEffectsCodecs
import Glibc

/// One run of `vfx-gpu animate`, from a scene to its report. Frames are drawn
/// by the calling thread, encoded and written by others.
struct AnimateSession {
  let options: AnimateOptions
  let console: Console
  let files: FrameFiles
  private let history: SceneHistory
  private let scene: Scene
  private let pictures: ScenePictureFiles
  private let frames: [Frame]
  private let folder: Path?

  /// A picture to be made: an instant, and where it goes.
  private struct Frame {
    let time: Double
    let job: RenderPlan.Job
  }

  init(
    _ options: AnimateOptions, _ scene: Scene, _ pictures: ScenePictureFiles, _ console: Console
  ) throws(CommandError) {
    self.options = options
    self.scene = scene
    self.pictures = pictures
    self.console = console
    history = SceneHistory(scene)
    files = FrameFiles(options, console)
    guard let output = options.output else {
      (frames, folder) = ([Frame(time: try Self.firstTime(options, scene), job: Self.noJob)], nil)
      return
    }
    let rule = try OutputRule(output, formatIsGiven: options.formatIsGiven) {
      (try? FileStatus(of: $0))?.kind
    }
    if rule == .standardOutput, isatty(STDOUT_FILENO) == 1 {
      throw .usage("standard output is a terminal; redirect it, or name a file with -o")
    }
    let input = InputImage(
      source: options.scene == "-" ? .standardInput : .file(options.scene),
      identity: (try? FileStatus(of: options.scene))?.identity)
    if case .folder(let path) = rule { folder = path } else { folder = nil }
    switch options.times {
    case .at(let time):
      let destination = try rule.destinations(for: [input], startNumber: nil)[0]
      frames = [Frame(time: time, job: RenderPlan.Job(input: input, destination: destination))]
    case .frames:
      let range = try Self.frameNumbers(options, scene)
      let pattern = try rule.frames(of: input, count: range.count)
      let shift = (options.startNumber ?? range.lowerBound) - range.lowerBound
      frames = range.map { number in
        Frame(
          time: scene.frameRate.time(ofFrame: number),
          job: RenderPlan.Job(
            input: input, destination: .file(pattern.path(number + shift)), frame: number))
      }
    }
    if let identity = input.identity {
      for frame in frames {
        guard case .file(let path) = frame.job.destination else { continue }
        if (try? FileStatus(of: path))?.identity == identity {
          throw .usage("the output would replace the scene \(path)")
        }
      }
    }
  }

  private static let noJob = RenderPlan.Job(
    input: InputImage(source: .standardInput), destination: .standardOutput)

  private static func firstTime(
    _ options: AnimateOptions, _ scene: Scene
  ) throws(CommandError) -> Double {
    switch options.times {
    case .at(let time): time
    case .frames(let from, _): from ?? 0
    }
  }

  private static func frameNumbers(
    _ options: AnimateOptions, _ scene: Scene
  ) throws(CommandError) -> Range<Int> {
    guard case .frames(let from, let to) = options.times else { return 0..<1 }
    guard let range = scene.frames(from: from, to: to) else {
      throw .usage("the scene has no duration; give --to SECONDS, or --at SECONDS for a still")
    }
    if range.isEmpty { throw .usage("there is no frame in that time") }
    if range.count > 10_000_000 {
      throw .usage("\(range.count) frames are more than the limit of 10000000")
    }
    return range
  }

  // MARK: Running

  func run() throws(CommandError) -> ExitStatus {
    if let folder {
      do throws(SystemError) {
        try makeFolder(folder)
      } catch {
        throw CommandError(.failed, "can't make the folder \(folder): \(error)")
      }
    }
    let renderer = try makeRenderer()
    let status = files.run { () -> ExitStatus? in draw(renderer) }
    console.note(files.report.summary(skipped: 0))
    try options.report?.write(files.report.json(skipped: 0, interrupted: false))
    return status
  }

  /// - Returns: why nothing more can be drawn, if so.
  private func draw(_ renderer: SceneRenderer) -> ExitStatus? {
    var time = Duration.zero
    defer {
      let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
      console.detail(
        "drew \(renderer.drawnFrames) of \(frames.count) frames in \(hundredths(seconds)) s")
    }
    let clock = ContinuousClock()
    for frame in frames {
      if files.isStopped { return nil }
      do {
        try files.check(frame.job)
        let start = clock.now
        let image = try renderer.render(history.frame(at: frame.time))
        time += clock.now - start
        files.add(image, for: frame.job)
      } catch {
        let failure = Self.failure(error)
        files.fail(frame.job, failure)
        // A picture that can't be read fails every frame the same way.
        if let status = failure.endsBatch { return status }
      }
    }
    return nil
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

  private func makeRenderer() throws(CommandError) -> SceneRenderer {
    let threads = options.jobs ?? availableProcessors()
    let console = console
    // Scenes are laid together on the CPU, so a GPU is only for who asks.
    let backend = options.backend == .auto && options.device == nil ? .cpu : options.backend
    do throws(RendererError) {
      let renderer = try Renderer(
        RendererRequest(
          backend: backend, device: options.device, allowSoftware: options.allowSoftware,
          threads: threads, notice: { console.note($0) }))
      if renderer.backend == .gpu {
        console.note(
          "blurs are rendered on the GPU (\(renderer.name)), layers are laid together on the CPU")
      } else {
        console.note("rendering on the CPU (\(renderer.name))")
      }
      files.report.setBackend(
        name: renderer.backend.rawValue, device: renderer.name, reason: renderer.reason)
      return SceneRenderer(renderer, pictures: pictures, threads: threads, depth: options.depth)
    } catch {
      throw CommandError(error.kind == .noDevice ? .noDevice : .failed, error.description)
    }
  }

  // MARK: Without drawing

  /// The steps of the first frame.
  func explain() throws(CommandError) {
    guard let first = frames.first else { return }
    let renderer = try makeRenderer()
    let lines: [String]
    do {
      lines = try renderer.explain(history.frame(at: first.time))
    } catch {
      throw CommandError(.failed, Self.failure(error).message)
    }
    try Console.print(lines.joined(separator: "\n") + "\n")
  }

  func printPlan() throws(CommandError) -> ExitStatus {
    for frame in frames {
      do throws(ImageFailure) {
        try files.check(frame.job)
        files.report.add(.init(input: frame.job.input.name, status: .rendered))
        if options.report != .standardOutput {
          try? Console.print("\(frame.time) s -> \(frame.job.destination.name)\n")
        }
      } catch {
        files.fail(frame.job, error)
      }
    }
    let counts = files.report.counts
    console.note("would render \(counts.rendered), fail \(counts.failed)")
    try options.report?.write(files.report.json(skipped: 0, interrupted: false))
    return counts.failed > 0 ? .failed : .done
  }
}
