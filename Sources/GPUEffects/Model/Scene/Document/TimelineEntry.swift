/// Something that happens to a layer, or to the canvas, at an instant.
public struct TimelineEntry: Hashable, Sendable {
  /// Seconds.
  public var time: Double
  /// The layer's id; nil is the canvas.
  public var layer: String?
  public var change: SceneChange

  public init(at time: Double, layer: String? = nil, _ change: SceneChange) {
    self.time = time
    self.layer = layer
    self.change = change
  }
}

public enum SceneChange: Hashable, Sendable {
  /// Replaces all values of the layer's backdrop, or of its effects when it has
  /// no backdrop; animated by the implicit spring.
  case values(VisualEffectValues, animated: Bool)
  case value(VisualEffectValue, Double, animated: Bool)
  /// Instead of the implicit spring.
  case animateValue(VisualEffectValue, from: Double, to: Double, Timing)
  case fractionComplete(Double)
  case animateFractionComplete(from: Double, to: Double, Timing)
  case call(VisualEffectCall)
  /// As many numbers as the property has components.
  case property(LayerProperty, [Double])
  case animateProperty(LayerProperty, from: [Double], to: [Double], Timing)
  case hidden(Bool)
  /// Of a material.
  case style(BlurEffect.Style)
  /// Of the canvas.
  case interfaceStyle(InterfaceStyle)
  case reduceTransparency(Bool)
}

/// The package's calls that take no value.
public enum VisualEffectCall: String, CaseIterable, Hashable, Sendable {
  case blurIn
  case blurOut
  case beginInteractive
  case pauseInteractive
  case finishInteractive
  case cancelInteractive
}

/// What of a layer moves, besides its effect.
public enum LayerProperty: String, CaseIterable, Hashable, Sendable {
  /// x, y, width, height.
  case frame
  /// x, y.
  case contentOffset
  case opacity
  case cornerRadius

  public var componentCount: Int {
    switch self {
    case .frame: 4
    case .contentOffset: 2
    case .opacity, .cornerRadius: 1
    }
  }
}
