/// One look for one image: the seven values and how they are applied.
public struct RenderSettings: Hashable, Sendable {
  /// How far the canvas grows on every side, for the soft rim of a blur with
  /// `transparent` edges.
  public enum Extension: Hashable, Sendable {
    case none
    /// By the reach of the kernel.
    case auto
    case pixels(Int)
  }

  public var values: VisualEffectValues
  /// Pixels per point, above 0.
  public var scale: Double
  public var edge: EdgeMode
  public var kernel: BlurKernel
  /// How much of the effect each pixel takes, of the image's own size (before
  /// `canvasExtension`); nil is all of it.
  public var mask: Mask?
  public var maskMode: MaskMode
  /// The light in which the blur averages.
  public var colorSpace: BlurColorSpace
  public var blurOverridesOpacity: Bool
  public var canvasExtension: Extension
  /// Sample type of the result; nil keeps the image's.
  public var depth: PixelFormat.Depth?
  /// Whether 8-bit results are dithered instead of rounded to nearest.
  public var dither: Bool

  public init(
    _ values: VisualEffectValues, scale: Double = 1, edge: EdgeMode = .clamp,
    kernel: BlurKernel = .gaussian, mask: Mask? = nil, maskMode: MaskMode = .fade,
    colorSpace: BlurColorSpace = .encoded, blurOverridesOpacity: Bool = false,
    canvasExtension: Extension = .none, depth: PixelFormat.Depth? = nil,
    dither: Bool = false
  ) {
    self.values = values
    self.scale = scale
    self.edge = edge
    self.kernel = kernel
    self.mask = mask
    self.maskMode = maskMode
    self.colorSpace = colorSpace
    self.blurOverridesOpacity = blurOverridesOpacity
    self.canvasExtension = canvasExtension
    self.depth = depth
    self.dither = dither
  }
}
