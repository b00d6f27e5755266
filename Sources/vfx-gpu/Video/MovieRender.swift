import GPUEffects
import GPUEffectsCodecs

/// One look for the frames of a moving picture, on the thread that owns the renderer.
struct MovieRender {
  let stage: RenderStage
  /// How frames in planes are encoded.
  let encoding: YUVEncoding

  func render(_ frame: MovieFrame, for job: RenderPlan.Job) throws(ImageFailure) -> MovieFrame {
    let settings = stage.look.settings(
      stage.values(width: frame.width, height: frame.height, for: job), width: frame.width,
      height: frame.height, name: job.input.name)
    var result = frame
    switch frame.content {
    case .planes(let planes):
      if settings.changesNothing { return frame }
      if stage.mask == nil, settings.isBlurOfPlanes, planes.layout.hasEvenChroma {
        result.content = .planes(try blur(planes, settings))
      } else {
        result.content = .image(try render(planes.image(encoding), job))
      }
    case .image(let image):
      result.content = .image(try render(image, job))
    }
    return result
  }

  private func render(_ image: Image, _ job: RenderPlan.Job) throws(ImageFailure) -> Image {
    try stage.render(Decoded(image: image, metadata: ImageMetadata()), for: job).image
  }

  /// A blur is the same sum in Y, Cb and Cr as in R, G and B, so that the planes are
  /// blurred as they are: nothing is converted, nothing clamped.
  private func blur(
    _ frame: YUVFrame, _ settings: RenderSettings
  ) throws(ImageFailure) -> YUVFrame {
    var images: [Image] = []
    for index in frame.planes.indices {
      var settings = settings
      settings.depth = nil
      if index > 0 { settings.scale /= Double(frame.layout.factors.x) }
      do throws(RendererError) {
        images.append(try stage.renderer.render(frame.image(ofPlane: index), settings))
      } catch {
        throw RenderStage.failure(error)
      }
    }
    return YUVFrame(frame.layout, images: images)
  }
}

extension RenderSettings {
  /// Whether a frame comes out as it went in.
  fileprivate var changesNothing: Bool {
    values.isNeutral && !blurOverridesOpacity && canvasExtension == .none && edge != .transparent
  }

  /// Whether it is a blur and nothing else, of a kind that planes allow.
  var isBlurOfPlanes: Bool {
    var others = values
    others.blurRadius = 0
    return others.isNeutral && !blurOverridesOpacity && canvasExtension == .none
      && edge != .transparent && colorSpace == .encoded && !dither
  }

  /// Whether what it makes of an opaque picture can be translucent.
  var makesTranslucent: Bool {
    values.opacity < 1 || blurOverridesOpacity || edge == .transparent
  }
}

extension YUVLayout {
  /// Whether a round kernel is round on all planes.
  fileprivate var hasEvenChroma: Bool { factors.x == factors.y }
}
