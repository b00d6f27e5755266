/// The name of one of the seven values.
public enum VisualEffectValue: String, CaseIterable, Hashable, Sendable {
  case blurRadius
  case brightness
  case contrast
  case saturation
  case grayscale
  case hueRotation
  case opacity
}

extension VisualEffectValues {
  public subscript(name: VisualEffectValue) -> Double {
    get {
      switch name {
      case .blurRadius: blurRadius
      case .brightness: brightness
      case .contrast: contrast
      case .saturation: saturation
      case .grayscale: grayscale
      case .hueRotation: hueRotation
      case .opacity: opacity
      }
    }
    set {
      switch name {
      case .blurRadius: blurRadius = newValue
      case .brightness: brightness = newValue
      case .contrast: contrast = newValue
      case .saturation: saturation = newValue
      case .grayscale: grayscale = newValue
      case .hueRotation: hueRotation = newValue
      case .opacity: opacity = newValue
      }
    }
  }

  /// The preset of that name (`blurredIn`, `blurredOut`), or nil.
  public init?(preset name: String) {
    switch name {
    case "blurredIn": self = .blurredIn
    case "blurredOut": self = .blurredOut
    default: return nil
    }
  }

  /// What is drawn for these values: the radius at least 0 and the opacity
  /// within 0...1.
  ///
  /// With `blurOverridesOpacity` the radius is at least 1 point, and below 1
  /// the opacity is multiplied by it, so that the surface dissolves and never
  /// snaps into focus (SEMANTICS: the package's own rules). A spring's
  /// undershoot counts as radius 0.
  public func drawn(blurOverridesOpacity: Bool) -> VisualEffectValues {
    var drawn = self
    drawn.blurRadius = max(0, blurRadius)
    drawn.opacity = min(max(opacity, 0), 1)
    if blurOverridesOpacity {
      drawn.opacity *= min(1, drawn.blurRadius)
      drawn.blurRadius = max(1, drawn.blurRadius)
    }
    return drawn
  }
}
