/// The package's effect with its settings: on what lies below a layer (a
/// backdrop) or on the layer's own content.
public struct VisualEffect: Hashable, Sendable {
  /// The values before anything on the timeline.
  public var values: VisualEffectValues
  /// Applied to the drawing surface of a backdrop; negative ones let the blur
  /// sample beyond the bounds.
  public var blurInsets: EdgeInsets
  /// Cuts a backdrop's blur off at the bounds. Rounded corners always do.
  public var clippedBlur: Bool
  /// Below a radius of 1 fade out instead of getting sharp.
  public var blurOverridesOpacity: Bool
  /// Seconds of the implicit spring.
  public var animationDuration: Double
  public var maskMode: MaskMode
  public var offscreenEdge: OffscreenEdge

  public init(
    values: VisualEffectValues = .blurredOut, blurInsets: EdgeInsets = .zero,
    clippedBlur: Bool = false, blurOverridesOpacity: Bool = true, animationDuration: Double = 0.45,
    maskMode: MaskMode = .fade, offscreenEdge: OffscreenEdge = .clamp
  ) {
    self.values = values
    self.blurInsets = blurInsets
    self.clippedBlur = clippedBlur
    self.blurOverridesOpacity = blurOverridesOpacity
    self.animationDuration = animationDuration
    self.maskMode = maskMode
    self.offscreenEdge = offscreenEdge
  }
}

/// What a backdrop captures beyond the canvas.
public enum OffscreenEdge: String, CaseIterable, Hashable, Sendable {
  /// The nearest pixel of the canvas, so that a bar reads solid up to the edge.
  case clamp
  case transparent
}
