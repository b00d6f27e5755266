extension VisualEffectValues {
  /// Every value moved from this one's towards `target`'s: 0 is here, 1 there;
  /// a spring's overshoot goes beyond.
  public func interpolated(to target: VisualEffectValues, by fraction: Double)
    -> VisualEffectValues
  {
    func mix(_ value: KeyPath<VisualEffectValues, Double>) -> Double {
      let (a, b) = (self[keyPath: value], target[keyPath: value])
      // Values that don't move stay exact, so a neutral one stays neutral.
      return a == b ? a : a + (b - a) * fraction
    }
    return VisualEffectValues(
      blurRadius: mix(\.blurRadius), brightness: mix(\.brightness), contrast: mix(\.contrast),
      saturation: mix(\.saturation), grayscale: mix(\.grayscale), hueRotation: mix(\.hueRotation),
      opacity: mix(\.opacity))
  }
}

/// The package's implicit animation: all values on one spring, from rest.
public struct VisualEffectAnimation: Hashable, Sendable {
  public var start: VisualEffectValues
  public var end: VisualEffectValues
  public var spring: Spring

  public init(
    from start: VisualEffectValues = .blurredOut, to end: VisualEffectValues,
    spring: Spring = .visualEffect
  ) {
    self.start = start
    self.end = end
    self.spring = spring
  }

  /// The values `time` seconds after the start. A spring overshoots: radius
  /// and opacity may leave their ranges for a moment and are clamped where they
  /// are rendered.
  public func values(at time: Double) -> VisualEffectValues {
    start.interpolated(to: end, by: spring.value(at: time, to: 1))
  }
}
