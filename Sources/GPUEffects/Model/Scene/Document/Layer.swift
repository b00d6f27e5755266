/// One layer of a scene and everything below it. Geometry is in points in the
/// parent's coordinates: origin top left, y down.
public struct Layer: Hashable, Sendable {
  /// What the timeline calls it; unique in the scene.
  public var id: String?
  /// nil fills the parent's bounds.
  public var frame: Rect?
  public var content: LayerContent
  /// Applied to the layer's own content with everything below it.
  public var effects: VisualEffect?
  /// Draws the layer as a stencil on the material that it lies in.
  public var vibrancy: VibrancyEffect.Style?
  /// Not moved by `contentOffset`.
  public var mask: LayerMask?
  public var cornerRadius: Double
  public var cornerCurve: CornerCurve
  /// Clips the sublayers to the bounds and their corners.
  public var masksToBounds: Bool
  public var border: Border?
  public var shadow: Shadow?
  /// 0...1; clamped.
  public var opacity: Double
  public var isHidden: Bool
  /// The point of the layer's coordinates that shows at its top left, as a
  /// scroll view's: moves the sublayers by its negative, in whole pixels.
  public var contentOffset: Point
  /// The first is the lowest.
  public var layers: [Layer]

  public init(
    id: String? = nil, frame: Rect? = nil, content: LayerContent = .none,
    effects: VisualEffect? = nil, vibrancy: VibrancyEffect.Style? = nil, mask: LayerMask? = nil,
    cornerRadius: Double = 0, cornerCurve: CornerCurve = .circular, masksToBounds: Bool = false,
    border: Border? = nil, shadow: Shadow? = nil, opacity: Double = 1, isHidden: Bool = false,
    contentOffset: Point = .zero, layers: [Layer] = []
  ) {
    self.id = id
    self.frame = frame
    self.content = content
    self.effects = effects
    self.vibrancy = vibrancy
    self.mask = mask
    self.cornerRadius = cornerRadius
    self.cornerCurve = cornerCurve
    self.masksToBounds = masksToBounds
    self.border = border
    self.shadow = shadow
    self.opacity = opacity
    self.isHidden = isHidden
    self.contentOffset = contentOffset
    self.layers = layers
  }
}

/// What a layer itself shows; its corners always shape it.
public enum LayerContent: Hashable, Sendable {
  /// A group: only what its sublayers show.
  case none
  case image(ImageContent)
  case color(Color)
  case linearGradient(ColorGradient)
  /// The package's view: what lies below, with an effect.
  case backdrop(VisualEffect)
  /// UIKit's view with a blur effect.
  case material(Material)
}

public struct ImageContent: Hashable, Sendable {
  /// As the scene names it.
  public var path: String
  public var contentMode: ContentMode
  /// Frames a second of a moving image; nil is its own rate.
  public var rate: FrameRate?
  /// Seconds of the scene at which a moving image begins; its first frame
  /// shows until then.
  public var start: Double
  /// Whether a moving image begins anew at its end or stays on its last frame.
  public var loops: Bool

  public init(
    path: String, contentMode: ContentMode = .scaleToFill, rate: FrameRate? = nil,
    start: Double = 0, loops: Bool = false
  ) {
    self.path = path
    self.contentMode = contentMode
    self.rate = rate
    self.start = start
    self.loops = loops
  }
}

public enum ContentMode: String, CaseIterable, Hashable, Sendable {
  case scaleToFill
  case scaleAspectFit
  case scaleAspectFill
  case center
}

/// The alpha that a layer is multiplied with, in the layer's coordinates;
/// outside the mask's frame it is 0.
public indirect enum LayerMask: Hashable, Sendable {
  /// Over the layer's bounds.
  case linearGradient(ColorGradient)
  case layer(Layer)
}

public enum CornerCurve: String, CaseIterable, Hashable, Sendable {
  case circular
  /// Starts 1.528665 radii before the corner and has no jump in curvature.
  case continuous
}

/// Drawn inside the bounds, above the content and the sublayers.
public struct Border: Hashable, Sendable {
  /// Points.
  public var width: Double
  public var color: Color

  public init(width: Double, color: Color = .black) {
    self.width = width
    self.color = color
  }
}

/// Drawn below the layer, never clipped by the layer's own corners.
public struct Shadow: Hashable, Sendable {
  public var color: Color
  /// The sigma of its blur, in points.
  public var radius: Double
  /// 0...1; clamped.
  public var opacity: Double
  public var offset: Point

  public init(
    color: Color = .black, radius: Double = 3, opacity: Double = 1, offset: Point = .zero
  ) {
    self.color = color
    self.radius = radius
    self.opacity = opacity
    self.offset = offset
  }
}
