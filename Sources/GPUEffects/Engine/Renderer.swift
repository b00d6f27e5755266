@_exported public import GPUEffectsGL
@_exported public import GPUEffectsModel

/// Renders images by one backend, chosen once. Belongs to the thread that
/// made it.
public final class Renderer {
  /// The backend in use: `gpu`, `cpu` or `reference`.
  public let backend: Backend
  /// What renders, for people: "CPU, 2 threads" or a GPU's renderer string.
  public let name: String
  /// Why this backend, for people: "no hardware GPU: ...".
  public let reason: String

  let request: RendererRequest
  private(set) var executor: any Executor
  /// Takes over what a GPU can't do; made when first needed.
  lazy var fallback = BackendChoice.cpu(request, reason: "").executor

  /// - Throws: ``RendererError`` of kind `noDevice` where the request can't be met.
  public convenience init(_ request: RendererRequest) throws(RendererError) {
    try self.init(request, Machine())
  }

  package init(_ request: RendererRequest, _ machine: Machine) throws(RendererError) {
    let choice = try BackendChoice(request, machine)
    self.request = request
    backend = choice.backend
    name = choice.name
    reason = choice.reason
    executor = choice.executor
  }

  /// For tests: a renderer on an executor of their own.
  package init(
    executor: any Executor, backend: Backend, takesOver: Bool = false,
    notice: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    request = RendererRequest(
      backend: backend, threads: 1, takesOver: takesOver, notice: notice)
    self.backend = backend
    self.executor = executor
    name = "test"
    reason = "a test"
  }

  /// What draws, where that is a GPU: for who measures it.
  package var glExecutor: GLExecutor? { executor as? GLExecutor }

  /// The image with the look applied: result = (1 - m) S + m E on premultiplied
  /// values, E being opacity x colour(blur(S)).
  ///
  /// Its channels, sample type and alpha kind are the source's; alpha is added
  /// (straight) to an opaque image when the result can be translucent. Neutral
  /// values return the image's own samples.
  ///
  /// - Throws: ``RendererError``: the mask's size differs from the image's
  ///   (`cannotRender`), or the device failed (`deviceFailed`).
  public func render(_ image: Image, _ settings: RenderSettings) throws(RendererError) -> Image {
    if let mask = settings.mask, mask.width != image.width || mask.height != image.height {
      throw RendererError(
        .cannotRender,
        "the mask is \(mask.width)x\(mask.height) and the image \(image.width)x\(image.height); "
          + "make them the same size or stretch the mask")
    }
    let job = RenderJob(image, settings)
    let result = job.isNeutral ? job.source : try run(job)
    guard let alpha = job.evenAlpha else {
      return result.converted(to: job.resultFormat, dither: settings.dither)
    }
    let opaque = PixelFormat(result.format.channels, job.resultFormat.depth, .opaque)
    return result.converted(to: opaque, dither: settings.dither).addingAlpha(alpha)
  }

  private func run(_ job: RenderJob) throws(RendererError) -> Image {
    do {
      return try executor.render(job.effect, job.source, depth: job.executionDepth)
    } catch let error as GLError where takeOver(error) {
      return try run(job)
    } catch let error as PlanError where backend == .gpu {
      request.notice("the CPU renders this image: \(error.reason)")
      do {
        return try fallback.render(job.effect, job.source, depth: job.executionDepth)
      } catch {
        throw RendererError(.cannotRender, "can't render this image: \(error)")
      }
    } catch let error as PlanError {
      throw RendererError(.cannotRender, "can't render this image: \(error.reason)")
    } catch {
      throw RendererError(.deviceFailed, "\(name) failed: \(error)")
    }
  }
}

extension Renderer {
  /// Lets the CPU render from now on, because the GPU has failed; whether that
  /// is wanted and possible.
  func takeOver(_ error: GLError) -> Bool {
    guard request.takesOver, request.device == nil, glExecutor != nil else { return false }
    request.notice("the GPU failed, and the CPU renders the rest: \(error)")
    executor = fallback
    return true
  }
}

extension PlanError {
  /// What is in the way, for people.
  package var reason: String {
    switch self {
    case .kernelTooWide(let maximumSize):
      "the blur reaches further than this device's largest texture (\(maximumSize) pixels)"
    case .tooManyTaps(let maximum):
      "the blur takes more taps than this device can hold (\(maximum))"
    case .unsupportedDepth(let depth):
      switch depth {
      case .unorm8: "this device can't write 8-bit results"
      case .unorm16: "this device can't write 16-bit results"
      case .float32: "this device can't write the float results that translucent images need"
      }
    }
  }
}
