/// The values of one surface and their implicit animation: every change of a
/// value springs to the new one, from where it is and as fast as it moves.
///
/// Time is given with each change, in seconds and ascending; an earlier one
/// counts as the time of the change before. Asking changes nothing, and any
/// instant from the last change on can be asked for.
public struct VisualEffectState: Hashable, Sendable {
  /// Seconds of the implicit spring of the changes that follow; 0 or less
  /// jumps. Its bounce is 0.1.
  public var animationDuration = 0.45
  /// Below a radius of 1 fade out instead of getting sharp.
  public var blurOverridesOpacity = true
  /// Cut the blur off at the bounds instead of letting it bleed past them.
  public var clippedBlur = false

  /// The values last assigned: where the animation leads.
  public private(set) var values: VisualEffectValues

  /// A value without a motion rests where `values` has it.
  private var motions: [VisualEffectValue: Motion] = [:]
  private var lastChange = -Double.infinity

  public init(values: VisualEffectValues = .blurredOut) {
    self.values = values
  }

  /// The values at `time` seconds, as they are on their way. A spring
  /// overshoots, so that they may leave their ranges for a moment.
  public func values(at time: Double) -> VisualEffectValues {
    var current = values
    for (name, motion) in motions { current[name] = motion.value(at: time) }
    return current
  }

  /// The values at `time` seconds with `blurOverridesOpacity` applied.
  public func drawnValues(at time: Double) -> VisualEffectValues {
    values(at: time).drawn(blurOverridesOpacity: blurOverridesOpacity)
  }

  /// Assigns all values. Those that don't change keep the motion they have.
  ///
  /// - Parameter animated: by the implicit spring; otherwise at once, and every
  ///   motion ends.
  public mutating func setValues(
    _ newValues: VisualEffectValues, at time: Double, animated: Bool = true
  ) {
    if animated {
      for name in VisualEffectValue.allCases {
        setValue(name, to: newValues[name], at: time)
      }
    } else {
      advance(to: time)
      motions = [:]
      values = newValues
    }
  }

  /// Assigns one value; the others keep the motion they have.
  public mutating func setValue(
    _ name: VisualEffectValue, to value: Double, at time: Double, animated: Bool = true
  ) {
    let time = advance(to: time)
    if !animated {
      motions[name] = nil
    } else if value != values[name] {
      let spring = Spring(duration: animationDuration, bounce: Spring.visualEffect.bounce)
      motions[name] = motion(of: name).retargeted(to: value, timing: .spring(spring), at: time)
    }
    values[name] = value
  }

  /// Moves one value as told instead of by the implicit spring.
  ///
  /// - Parameter start: where it begins; nil is where it is.
  public mutating func animate(
    _ name: VisualEffectValue, from start: Double? = nil, to end: Double, timing: Timing,
    at time: Double
  ) {
    let time = advance(to: time)
    if let start {
      motions[name] = Motion(from: start, to: end, timing: timing, at: time)
    } else {
      motions[name] = motion(of: name).retargeted(to: end, timing: timing, at: time)
    }
    values[name] = end
  }

  private func motion(of name: VisualEffectValue) -> Motion {
    motions[name] ?? Motion(resting: values[name])
  }

  /// The time that a change given with `time` happens at.
  @discardableResult
  mutating func advance(to time: Double) -> Double {
    lastChange = max(lastChange, time)
    return lastChange
  }
}
