/// A scene at one instant, ready to be drawn: every number is resolved, what
/// can't be seen is left out, and frames that look the same are equal, so that
/// the second needs no rendering.
public struct SceneFrame: Hashable, Sendable {
  /// Points.
  public let size: Size
  /// Pixels a point.
  public let scale: Double
  public let background: Color
  /// Of every blur but shadows.
  public let kernel: BlurKernel
  /// The first is the lowest.
  public let layers: [ResolvedLayer]
}

/// A layer at one instant. Rectangles are in points of the canvas.
///
/// Drawn in this order: shadow, content, sublayers, border; then `effects`,
/// then `mask`, then `opacity` on all of it.
public struct ResolvedLayer: Hashable, Sendable {
  public let id: String?
  public let frame: Rect
  /// Above 0, at most 1.
  public let opacity: Double
  public let content: ResolvedContent
  /// Shapes the content, the border and the shadow of both, and the sublayers
  /// when they are clipped.
  public let corners: Corners
  public let clipsSublayers: Bool
  public let border: Border?
  public let shadow: ResolvedShadow?
  public let mask: ResolvedMask?
  /// On the layer's own content with its sublayers; transparent edges.
  public let effects: ResolvedEffect?
  /// Makes the layer a stencil on what lies below.
  public let vibrancy: ResolvedVibrancy?
  /// The first is the lowest.
  public let sublayers: [ResolvedLayer]
}

/// Always blurred by the exact Gaussian.
public struct ResolvedShadow: Hashable, Sendable {
  public let color: Color
  /// A sigma in points, 0 or more.
  public let radius: Double
  /// Above 0, at most 1.
  public let opacity: Double
  public let offset: Point
  /// Whether the rounded frame casts it, as of a backdrop or a material, also
  /// while the surface itself has dissolved; else the alpha of the content with
  /// the sublayers does.
  public let isCastByFrame: Bool
}

/// A corner radius that fits its rectangle, in points.
public struct Corners: Hashable, Sendable {
  public let radius: Double
  public let curve: CornerCurve

  /// Clamped so that opposite corners meet at most: to half the shorter side,
  /// for continuous corners divided by how far they reach.
  public init(radius: Double, curve: CornerCurve, in size: Size) {
    let room = max(0, min(size.width, size.height) / 2)
    let reach = curve == .circular ? 1 : CornerProfile.continuousReach
    self.radius = max(0, min(radius, room / reach))
    // Square corners are square, whatever their curve.
    self.curve = self.radius > 0 ? curve : .circular
  }
}

public enum ResolvedContent: Hashable, Sendable {
  case none
  case image(ResolvedImage)
  case color(Color)
  case linearGradient(ColorGradient)
  case backdrop(ResolvedEffect)
  case material(ResolvedMaterial)
}

public struct ResolvedImage: Hashable, Sendable {
  public let path: String
  /// Of a moving image, from 0; 0 for a still.
  public let frame: Int
  public let contentMode: ContentMode
}

/// An effect that changes something.
public struct ResolvedEffect: Hashable, Sendable {
  /// As they are drawn: `blurOverridesOpacity` is applied.
  public let values: VisualEffectValues
  /// The rectangle that is captured and drawn: the frame inset by `blurInsets`.
  public let surface: Rect
  /// Whether only the part inside the layer's rounded frame is drawn.
  public let isClipped: Bool
  public let maskMode: MaskMode
  public let offscreenEdge: OffscreenEdge
}

public struct ResolvedMaterial: Hashable, Sendable {
  /// Independent of the interface.
  public let style: BlurEffect.Style
  public let recipe: MaterialRecipe
  /// Shows the recipe's colour stages on the mean colour of what lies below
  /// instead of a blur.
  public let reducesTransparency: Bool
}

public struct ResolvedVibrancy: Hashable, Sendable {
  public let matrix: ColorMatrix
  /// On the content's alpha.
  public let level: Double
}

/// In the masked layer's place.
public indirect enum ResolvedMask: Hashable, Sendable {
  /// Over the layer's frame.
  case linearGradient(LinearGradient)
  case layer(ResolvedLayer)
}
