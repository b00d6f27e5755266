/// The seven effects of the VisualEffect package. Every value has a neutral
/// default, so `VisualEffectValues()` changes nothing.
public struct VisualEffectValues: Hashable, Sendable {
  /// Gaussian blur radius (= sigma) in points; 0 or less is no blur.
  public var blurRadius: Double
  /// Added to every channel, 0...1 being black to white; 0 is neutral.
  public var brightness: Double
  /// Multiplier around mid grey; 1 is neutral, below 0 inverts.
  public var contrast: Double
  /// 1 is neutral, 0 grey, above 1 more vivid; below 0 counts as 0.
  public var saturation: Double
  /// Blend towards luminance: 0 is neutral, 1 fully grey.
  public var grayscale: Double
  /// Degrees around the colour wheel; 0 is neutral.
  public var hueRotation: Double
  /// 1 is opaque; clamped to 0...1.
  public var opacity: Double

  public init(
    blurRadius: Double = 0, brightness: Double = 0, contrast: Double = 1, saturation: Double = 1,
    grayscale: Double = 0, hueRotation: Double = 0, opacity: Double = 1
  ) {
    self.blurRadius = blurRadius
    self.brightness = brightness
    self.contrast = contrast
    self.saturation = saturation
    self.grayscale = grayscale
    self.hueRotation = hueRotation
    self.opacity = opacity
  }

  /// Frosted: a blur of 6 points.
  public static let blurredIn = VisualEffectValues(blurRadius: 6)
  /// Neutral, clear.
  public static let blurredOut = VisualEffectValues()

  /// Whether rendering these values changes nothing.
  public var isNeutral: Bool {
    blurRadius <= 0 && brightness == 0 && contrast == 1 && saturation == 1 && grayscale == 0
      && hueRotation == 0 && opacity >= 1
  }
}
