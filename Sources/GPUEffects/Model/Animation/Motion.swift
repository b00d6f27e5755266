import Glibc

/// How a value gets from one place to another.
public enum Timing: Hashable, Sendable {
  /// Along a curve, in `duration` seconds; 0 or less jumps.
  case curve(UnitCurve, duration: Double)
  case spring(Spring)
}

/// The course of one number over time, in closed form: asked for any instant,
/// it answers the same whatever was asked before, so frame rate can't matter.
public struct Motion: Hashable, Sendable {
  /// Seconds; before it the value is `origin`.
  public let start: Double
  public let origin: Double
  public let target: Double
  /// Units a second at `start`; a curve has its own and ignores it.
  public let initialVelocity: Double
  /// nil rests at `target`.
  public let timing: Timing?

  public init(
    from origin: Double, to target: Double, timing: Timing, at start: Double,
    initialVelocity: Double = 0
  ) {
    self.start = start
    self.origin = origin
    self.target = target
    self.initialVelocity = initialVelocity
    self.timing = timing
  }

  public init(resting value: Double) {
    start = 0
    origin = value
    target = value
    initialVelocity = 0
    timing = nil
  }

  /// The value at `time` seconds. A spring that has come to rest is exactly at
  /// its target, so that frames after it are equal.
  public func value(at time: Double) -> Double { state(at: time).value }

  /// Units a second at `time` seconds.
  public func velocity(at time: Double) -> Double { state(at: time).velocity }

  /// A motion to another target that begins where and as fast as this one is
  /// at `time`. Without a timing it jumps.
  public func retargeted(to target: Double, timing: Timing?, at time: Double) -> Motion {
    guard let timing else { return Motion(resting: target) }
    let (value, velocity) = state(at: time)
    if value == target && velocity == 0 { return Motion(resting: target) }
    return Motion(from: value, to: target, timing: timing, at: time, initialVelocity: velocity)
  }

  /// Below this, in units of the value, nothing that is rendered changes.
  private static let rest = 1e-7

  private func state(at time: Double) -> (value: Double, velocity: Double) {
    let elapsed = time - start
    switch timing {
    case nil: return (target, 0)
    case .curve(let curve, let duration):
      if duration <= 0 || elapsed >= duration { return (target, 0) }
      if elapsed < 0 { return (origin, 0) }
      let distance = target - origin
      let fraction = elapsed / duration
      return (
        origin + distance * curve.value(at: fraction),
        distance * curve.slope(at: fraction) / duration
      )
    case .spring(let spring):
      let value = spring.value(
        at: elapsed, from: origin, to: target, initialVelocity: initialVelocity)
      let velocity = spring.velocity(
        at: elapsed, from: origin, to: target, initialVelocity: initialVelocity)
      // The energy of a damped spring never grows: once it is too small for a
      // visible distance it stays so.
      let energy = hypot(value - target, velocity / spring.frequency)
      return energy < Self.rest ? (target, 0) : (value, velocity)
    }
  }
}
