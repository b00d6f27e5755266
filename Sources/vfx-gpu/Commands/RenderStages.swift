import GPUEffects
import GPUEffectsCodecs
import Glibc

/// A decoded image on its way to the renderer. The frames of an animation share one.
struct Decoded: Sendable {
  let image: Image
  let metadata: ImageMetadata
  /// What the result will be known by; nil where nobody will ask.
  var fingerprint: Fingerprint?
}

/// A result on its way to its file.
struct Rendered: Sendable {
  let image: Image
  let metadata: ImageMetadata
}

/// A job that needs work, or none.
enum Step<Value: Sendable>: Sendable {
  case work(Value)
  case upToDate
}

/// The ends of a job that may run on any thread: reading and writing.
struct FileStages: Sendable {
  var overwrite: Bool
  var resumes = false
  var encoding = StillEncoding()
  /// nil goes by the outputs' names.
  var format: StillFormat?
  let files: OutputFiles
  let console: Console
  /// Spreads the work on one image over idle threads.
  var loop: @Sendable (Int, @Sendable (Int) -> Void) -> Void = {
    oneAfterAnother($0, $1)
  }

  /// Reads a job's image, if there is something to do for it.
  ///
  /// - Parameters:
  ///   - settings: everything else that the result depends on.
  ///   - admit: an error where the image takes too much memory.
  func decode(
    _ job: RenderPlan.Job, _ settings: Digest,
    admit: (ImageHeader) throws(ImageFailure) -> Void
  ) throws(ImageFailure) -> Step<Decoded> {
    // Finds a result that could not be written before any work is done for it.
    if !resumes { try checkOutput(job) }
    let bytes = try readImageFile(job.input.source)
    let fingerprint = Fingerprint(settings: settings, input: Digest(bytes))
    if try isUpToDate(job, fingerprint) { return .upToDate }
    if let header = ImageHeader(bytes) { try admit(header) }
    let decoded = try decodeImage(bytes)
    for warning in decoded.warnings { console.detail("\(job.input.name): \(warning)") }
    return .work(
      Decoded(image: decoded.image, metadata: decoded.metadata, fingerprint: fingerprint))
  }

  /// Whether the result is there already; an error where it can't be written.
  func isUpToDate(
    _ job: RenderPlan.Job, _ fingerprint: Fingerprint
  ) throws(ImageFailure) -> Bool {
    guard resumes, case .file(let path) = job.destination,
      (try? FileStatus(of: path))?.kind == .file
    else {
      try checkOutput(job)
      return false
    }
    if fingerprint.marks(path) { return true }
    if overwrite { return false }
    throw ImageFailure(
      "the output \(path) was made from another input or with other settings; give --overwrite "
        + "to replace it")
  }

  /// An error where the result can't be written.
  func checkOutput(_ job: RenderPlan.Job) throws(ImageFailure) {
    guard case .file(let path) = job.destination else { return }
    let kind: FileStatus.Kind
    do throws(SystemError) {
      kind = try FileStatus(of: path).kind
    } catch {
      if error.code == ENOENT { return }
      throw ImageFailure("the output \(path): \(error)")
    }
    switch kind {
    case .folder: throw ImageFailure("the output \(path) is a folder")
    case .file where !overwrite && !resumes: throw existing(path)
    case .file, .special: break
    }
  }

  func write(_ result: Rendered, for job: RenderPlan.Job) throws(ImageFailure) -> Finished {
    try write(try encode(result, for: job), for: job)
    return .written(width: result.image.width, height: result.image.height)
  }

  /// A result's file; what its format can't hold is said once.
  func encode(_ result: Rendered, for job: RenderPlan.Job) throws(ImageFailure) -> [UInt8] {
    let format = format ?? StillFormat(job.destination.name) ?? .png
    do throws(CodecError) {
      let file = try format.encode(
        result.image, metadata: result.metadata, encoding: encoding, loop: loop)
      for loss in file.losses {
        console.noteOnce(
          "\(job.destination.name): in \(format.imageFormat.rawValue), \(loss)", loss)
      }
      return file.bytes
    } catch {
      throw ImageFailure(error.description)
    }
  }

  func write(_ bytes: [UInt8], for job: RenderPlan.Job) throws(ImageFailure) {
    var failure: SystemError?
    bytes.withUnsafeBytes { buffer in
      do throws(SystemError) {
        switch job.destination {
        case .standardOutput: try writeAll(buffer, to: STDOUT_FILENO)
        case .file(let path): try files.write(buffer, to: path, overwrite: overwrite)
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw self.failure(failure, job.destination) }
  }

  private func existing(_ path: Path) -> ImageFailure {
    ImageFailure(
      "the output \(path) exists already; give --overwrite to replace it, or --resume to keep "
        + "what is finished")
  }

  private func failure(
    _ error: SystemError, _ destination: OutputRule.Destination
  ) -> ImageFailure {
    switch destination {
    case .standardOutput:
      return ImageFailure("can't write to standard output: \(error)", endsBatch: .failed)
    case .file(let path):
      if error.code == EEXIST { return existing(path) }
      if error.code == ENOENT {
        return ImageFailure("can't write \(path): the folder \(path.folder) does not exist")
      }
      return ImageFailure(
        "can't write \(path): \(error)", endsBatch: error.meansDiskFull ? .failed : nil)
    }
  }
}

/// The middle of a job, on the one thread that owns the renderer.
struct RenderStage {
  let renderer: Renderer
  let look: Look
  let mask: MaskSource?
  let animation: RenderOptions.Animation?

  /// The values of an animation's frame; nil for the look's own.
  func values(width: Int, height: Int, for job: RenderPlan.Job) -> VisualEffectValues? {
    guard let animation, let frame = job.frame else { return nil }
    let end = look.resolvedValues(width: width, height: height, name: job.input.name)
    return VisualEffectAnimation(
      from: animation.start.values, to: end,
      spring: Spring(duration: animation.duration, bounce: Spring.visualEffect.bounce)
    ).values(at: Double(frame) / animation.frameRate)
  }

  func render(_ decoded: Decoded, for job: RenderPlan.Job) throws(ImageFailure) -> Rendered {
    let image = decoded.image
    var settings = look.settings(
      values(width: image.width, height: image.height, for: job), width: image.width,
      height: image.height, name: job.input.name)
    try checkCanvas(settings, image)
    settings.mask = try mask?.mask(width: image.width, height: image.height)
    var metadata = decoded.metadata
    decoded.fingerprint?.mark(&metadata)
    do throws(RendererError) {
      return Rendered(image: try renderer.render(image, settings), metadata: metadata)
    } catch {
      throw Self.failure(error)
    }
  }

  static func failure(_ error: RendererError) -> ImageFailure {
    ImageFailure(error.description, endsBatch: error.kind == .cannotRender ? nil : .noDevice)
  }

  /// A canvas may not grow beyond what could be read again.
  private func checkCanvas(
    _ settings: RenderSettings, _ image: Image
  ) throws(ImageFailure) {
    let (width, height) = settings.canvas(width: image.width, height: image.height)
    let limit = DecodeLimits().maximumPixels
    if width > image.width,
      width.multipliedReportingOverflow(by: height).overflow
        || width * height > limit
    {
      throw ImageFailure(
        "with --extend the result could have \(width)x\(height) pixels, more than the limit of "
          + "\(limit)")
    }
  }
}

extension RenderSettings {
  /// The size of the result, at most.
  func canvas(width: Int, height: Int) -> (width: Int, height: Int) {
    let margin =
      switch canvasExtension {
      case .none: 0
      case .pixels(let pixels): pixels
      // No kernel is visible further out than this.
      case .auto: Int(4 * min(max(0, values.blurRadius) * scale, Look.largestRadius))
      }
    return (width + 2 * margin, height + 2 * margin)
  }

  /// The bytes that an image takes from its file to its result's, about.
  func memory(_ header: ImageHeader) -> Int {
    let canvas = canvas(width: header.width, height: header.height)
    let (pixels, overflow) = canvas.width.multipliedReportingOverflow(by: canvas.height)
    if overflow || pixels > 1 << 40 { return .max }
    let isDeep = header.bytesPerPixel > 4 || depth == .unorm16
    let isTranslucent =
      !header.isOpaque || canvas.width > header.width || edge == .transparent || values.opacity < 1
    // The result and its file; translucent ones are floats on the way; a blur
    // that varies is mixed of several.
    let perPixel =
      (isDeep ? 16 : 8) + (isTranslucent ? 16 : 0) + (maskMode == .radius ? 56 : 0)
    return header.pixelCount * (header.bytesPerPixel + header.decodingBytesPerPixel)
      + pixels * perPixel
  }
}

extension FileStages {
  /// For who only looks at what is there.
  init(_ batch: Batch) {
    self.init(
      overwrite: batch.options.overwrites, resumes: batch.options.resumes, files: batch.files,
      console: batch.console)
  }
}
