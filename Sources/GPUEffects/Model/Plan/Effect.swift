/// What is done to an image, with every number resolved to pixels: the part
/// of a plan that says what, not how. The reference renders from this alone.
package struct Effect: Hashable, Sendable {
  /// A blur of `radius` > 0 pixels.
  package struct Blur: Hashable, Sendable {
    package var radius: Double
    package var kernel: BlurKernel
    package var edge: EdgeMode
    package var colorSpace: BlurColorSpace

    /// The largest radius, in pixels: Apple's renderer caps the variance at 1e8.
    package static let maximumRadius = 1e4

    package init(
      radius: Double, kernel: BlurKernel, edge: EdgeMode, colorSpace: BlurColorSpace = .encoded
    ) {
      self.colorSpace = colorSpace
      self.radius = min(radius, Self.maximumRadius)
      self.kernel = kernel
      self.edge = edge
    }
  }

  package var blur: Blur?
  /// Applied after the blur; `identity` is skipped.
  package var matrix: ColorMatrix
  /// 0...1, of the effect before it is mixed with the source.
  package var opacity: Double
  /// m, 1 everywhere where there is none.
  package var mask: Mask?
  package var maskMode: MaskMode
  /// Whether 8-bit results are dithered.
  package var dither: Bool

  package init(
    blur: Blur? = nil, matrix: ColorMatrix = .identity, opacity: Double = 1, mask: Mask? = nil,
    maskMode: MaskMode = .fade, dither: Bool = false
  ) {
    self.dither = dither
    self.blur = blur
    self.matrix = matrix
    self.opacity = opacity
    self.mask = mask
    self.maskMode = maskMode
  }

  /// The effect of `values` at `scale` pixels per point.
  ///
  /// With `blurOverridesOpacity` the radius is at least 1 point and the
  /// opacity is multiplied by the radius where it is below 1 (SEMANTICS: the
  /// package's own rules).
  package init(
    _ values: VisualEffectValues, scale: Double = 1, kernel: BlurKernel = .gaussian,
    edge: EdgeMode = .clamp, mask: Mask? = nil, maskMode: MaskMode = .fade,
    blurOverridesOpacity: Bool = false
  ) {
    let drawn = values.drawn(blurOverridesOpacity: blurOverridesOpacity)
    let radius = drawn.blurRadius
    self.init(
      blur: radius > 0 ? Blur(radius: radius * scale, kernel: kernel, edge: edge) : nil,
      matrix: ColorMatrix(values), opacity: drawn.opacity, mask: mask, maskMode: maskMode)
  }

  /// Whether the result is the source, sample for sample.
  package var isNeutral: Bool { blur == nil && matrix == .identity && opacity >= 1 }
}
