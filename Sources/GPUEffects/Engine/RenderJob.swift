import GPUEffectsModel

/// An image and its settings made ready for a planner: the effect in pixels,
/// the source with the channels that the result needs, the formats in between.
struct RenderJob {
  let effect: Effect
  let source: Image
  /// What the executor writes: the result's own sample type, or float where
  /// alpha has to be divided out afterwards.
  let executionDepth: PixelFormat.Depth
  let resultFormat: PixelFormat
  /// The alpha of every pixel, where an opaque image becomes evenly
  /// translucent: then only its colours are rendered, and they stay opaque
  /// until the result is stored.
  let evenAlpha: Double?

  init(_ image: Image, _ settings: RenderSettings) {
    var effect = Effect(
      settings.values, scale: settings.scale, kernel: settings.kernel, edge: settings.edge,
      mask: settings.mask, maskMode: settings.maskMode,
      blurOverridesOpacity: settings.blurOverridesOpacity)
    effect.blur?.colorSpace = settings.colorSpace
    effect.dither = settings.dither
    let margin = Self.margin(effect, settings)
    if margin > 0 { effect.mask = effect.mask?.padded(by: margin) }

    var channels = image.format.channels
    var alpha = image.format.alpha
    let becomesTranslucent = alpha == .opaque && (margin > 0 || effect.canBeTranslucent)
    resultFormat = PixelFormat(
      becomesTranslucent ? channels.addingAlpha : channels, settings.depth ?? image.format.depth,
      becomesTranslucent ? .straight : alpha)
    evenAlpha =
      becomesTranslucent && margin == 0 && effect.isEvenlyTranslucent
      ? effect.opacity : nil
    if evenAlpha != nil {
      effect.opacity = 1
    } else if becomesTranslucent {
      channels = channels.addingAlpha
      alpha = .straight
    }
    // Floats don't tell a planner how fine the result will be; the source does.
    let depth = resultFormat.depth == .unorm16 ? .unorm16 : image.format.depth
    // An opaque image is already what premultiplied would be.
    let opaque = image.format.alpha == .opaque
    let source = image.converted(
      to: PixelFormat(
        channels, alpha == .straight ? depth : image.format.depth,
        opaque && channels.hasAlpha && alpha != .opaque
          ? .premultiplied : image.format.alpha))
    self.source = margin > 0 ? source.padded(by: margin) : source
    self.effect = effect
    executionDepth = alpha == .straight ? .float32 : resultFormat.depth
  }

  var isNeutral: Bool { effect.isNeutral }

  private static func margin(_ effect: Effect, _ settings: RenderSettings) -> Int {
    switch settings.canvasExtension {
    case .none: 0
    case .pixels(let pixels): max(0, pixels)
    case .auto: effect.blur.map { BlurTarget($0.kernel, radius: $0.radius).visibleReach } ?? 0
    }
  }
}

extension Effect {
  /// Whether an opaque source can come out translucent.
  fileprivate var canBeTranslucent: Bool { opacity < 1 || blur?.edge == .transparent }

  /// Whether what it makes of an opaque source has the opacity as its alpha
  /// everywhere.
  fileprivate var isEvenlyTranslucent: Bool {
    blur?.edge != .transparent && (mask == nil || maskMode == .radius)
  }
}

extension PixelFormat.Channels {
  fileprivate var addingAlpha: PixelFormat.Channels {
    switch self {
    case .gray, .grayAlpha: .grayAlpha
    case .rgb, .rgba: .rgba
    }
  }
}
