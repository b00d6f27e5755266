import Glibc

/// A damped spring of mass 1, solved in closed form: frame rate doesn't
/// matter, and any instant can be asked for (SEMANTICS: springs).
public struct Spring: Hashable, Sendable {
  /// Seconds that the motion roughly takes: the period of the undamped spring.
  public let duration: Double
  /// 0 doesn't overshoot, up to 1 oscillates for ever, below 0 is sluggish and
  /// at -1 doesn't move at all.
  public let bounce: Double

  /// The package's implicit animation.
  public static let visualEffect = Spring(duration: 0.45, bounce: 0.1)

  /// - Parameters:
  ///   - duration: seconds; 0 or less jumps to the target.
  ///   - bounce: clamped to -1...1.
  public init(duration: Double = 0.5, bounce: Double = 0) {
    self.duration = duration
    self.bounce = min(max(bounce, -1), 1)
  }

  /// Damping relative to the critical one; infinite at bounce -1.
  public var dampingRatio: Double { bounce >= 0 ? 1 - bounce : 1 / (1 + bounce) }

  /// Radians a second of the undamped spring.
  var frequency: Double { 2 * .pi / duration }
  /// 1/seconds: how fast the amplitude falls, for a bounce of 0 or more.
  var decay: Double { dampingRatio * frequency }

  /// The value `time` seconds after the start.
  ///
  /// - Parameter initialVelocity: units a second at the start.
  public func value(
    at time: Double, from start: Double = 0, to end: Double, initialVelocity: Double = 0
  ) -> Double {
    switch motion(at: time) {
    case .waiting: return start
    case .arrived: return end
    case .moving(let position, let speed):
      let distance = end - start
      return end - (distance * position + (decay * distance - initialVelocity) * speed)
    }
  }

  /// The velocity `time` seconds after the start, in units a second.
  public func velocity(
    at time: Double, from start: Double = 0, to end: Double, initialVelocity: Double = 0
  ) -> Double {
    switch motion(at: time) {
    case .waiting: return initialVelocity
    case .arrived: return 0
    case .moving(let position, let speed):
      let force = frequency * frequency * (end - start) - decay * initialVelocity
      return initialVelocity * position + force * speed
    }
  }

  /// Seconds until the value stays within `tolerance` of the target; infinite
  /// for a spring that never rests.
  public func settlingDuration(
    from start: Double = 0, to end: Double = 1, initialVelocity: Double = 0,
    tolerance: Double = 0.001
  ) -> Double {
    if duration <= 0 { return 0 }
    if dampingRatio == 0 || dampingRatio == .infinity { return .infinity }
    let distance = end - start
    if dampingRatio < 1 {
      // The envelope, which bounds both terms of the closed form.
      let amplitude = abs(decay * distance - initialVelocity) + abs(distance)
      return max(0, -log(tolerance / amplitude) / decay)
    }
    // Without an envelope in closed form: the first tenth of a second after
    // which the value stays close for a whole one.
    var close = 0
    for tenth in 0...1024 {
      let time = Double(tenth) / 10
      let value = value(at: time, from: start, to: end, initialVelocity: initialVelocity)
      close = abs(value - end) < tolerance ? close + 1 : 0
      if close > 10 { return Double(tenth - 10) / 10 }
    }
    return .infinity
  }

  /// What the solutions of the free spring are at an instant: `position`
  /// starts at 1 and `speed` at 0 with slope 1, both damped. Every motion is a
  /// sum of the two, whatever the damping.
  private enum Motion {
    case waiting
    case moving(position: Double, speed: Double)
    case arrived
  }

  private func motion(at time: Double) -> Motion {
    if time <= 0 { return .waiting }
    if duration <= 0 { return .arrived }
    let ratio = dampingRatio
    if ratio == .infinity { return .waiting }
    if ratio < 1 {
      let angular = frequency * sqrt(1 - ratio * ratio)
      let envelope = exp(-decay * time)
      return .moving(
        position: envelope * cos(angular * time), speed: envelope * sin(angular * time) / angular)
    }
    if ratio == 1 {
      let envelope = exp(-decay * time)
      return .moving(position: envelope, speed: envelope * time)
    }
    // cosh and sinh times the envelope, written with the slow exponential and
    // the ratio of the fast one to it, so that nothing cancels or overflows.
    let split = frequency * sqrt(ratio * ratio - 1)
    let slow = exp(-frequency * frequency / (decay + split) * time)
    let fastToSlow = exp(-2 * split * time)
    return .moving(
      position: slow * (1 + fastToSlow) / 2,
      speed: slow * -expm1(-2 * split * time) / (2 * split))
  }
}
