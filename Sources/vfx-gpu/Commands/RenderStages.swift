import GPUEffects
import GPUEffectsCodecs
import Glibc

/// A decoded image on its way to the renderer. The frames of an animation share one.
struct Decoded: Sendable {
  let image: Image
  let metadata: ImageMetadata
}

/// A result on its way to its file.
struct Rendered: Sendable {
  let image: Image
  let metadata: ImageMetadata
}

/// The ends of a job that may run on any thread: reading and writing.
struct FileStages: Sendable {
  let overwrite: Bool
  let compression: PNGCompression
  let files: OutputFiles
  let console: Console

  func decode(_ job: RenderPlan.Job) throws(ImageFailure) -> Decoded {
    try checkOutput(job)
    let decoded = try readImage(job.input.source)
    for warning in decoded.warnings { console.detail("\(job.input.name): \(warning)") }
    return Decoded(image: decoded.image, metadata: decoded.metadata)
  }

  /// Finds a result that could not be written before any work is done for it.
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
    case .file where !overwrite: throw existing(path)
    case .file, .special: break
    }
  }

  func write(
    _ result: Rendered, for job: RenderPlan.Job, loop: ConcurrentLoop = oneAfterAnother
  ) throws(ImageFailure) {
    try write(try encode(result, loop: loop), for: job)
  }

  func encode(
    _ result: Rendered, loop: ConcurrentLoop = oneAfterAnother
  ) throws(ImageFailure) -> [UInt8] {
    do throws(CodecError) {
      return try PNG.encode(
        result.image, metadata: result.metadata, compression: compression, loop: loop)
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
    ImageFailure("the output \(path) exists already; give --overwrite to replace it")
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

  func render(_ decoded: Decoded, for job: RenderPlan.Job) throws(ImageFailure) -> Rendered {
    let image = decoded.image
    var values: VisualEffectValues?
    if let animation, let frame = job.frame {
      let end = look.resolvedValues(
        width: image.width, height: image.height, name: job.input.name)
      values = VisualEffectAnimation(
        from: animation.start.values, to: end,
        spring: Spring(duration: animation.duration, bounce: Spring.visualEffect.bounce)
      ).values(at: Double(frame) / animation.frameRate)
    }
    var settings = look.settings(
      values, width: image.width, height: image.height, name: job.input.name)
    try checkCanvas(settings, image)
    settings.mask = try mask?.mask(width: image.width, height: image.height)
    do throws(RendererError) {
      return Rendered(
        image: try renderer.render(image, settings), metadata: decoded.metadata)
    } catch {
      switch error.kind {
      case .cannotRender: throw ImageFailure(error.description)
      case .noDevice, .deviceFailed:
        throw ImageFailure(error.description, endsBatch: .noDevice)
      }
    }
  }

  /// A canvas may not grow beyond what could be read again.
  private func checkCanvas(
    _ settings: RenderSettings, _ image: Image
  ) throws(ImageFailure) {
    let margin =
      switch settings.canvasExtension {
      case .none: 0
      case .pixels(let pixels): pixels
      // No kernel is visible further out than this.
      case .auto:
        Int(4 * min(max(0, settings.values.blurRadius) * settings.scale, Look.largestRadius))
      }
    let (width, height) = (image.width + 2 * margin, image.height + 2 * margin)
    let limit = DecodeLimits().maximumPixels
    if margin > 0, width.multipliedReportingOverflow(by: height).overflow || width * height > limit
    {
      throw ImageFailure(
        "with --extend the result could have \(width)x\(height) pixels, more than the limit of "
          + "\(limit)")
    }
  }
}
