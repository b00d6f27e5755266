import Testing

@testable import GPUEffectsModel

/// The closed-form columns of the specification's spring tables.
@Suite struct SpringTests {
  static let package = Spring(duration: 0.45, bounce: 0.1)

  @Test func parameters() {
    #expect(abs(Self.package.dampingRatio - 0.9) < 1e-12)
    #expect(abs(Self.package.frequency - 13.962634) < 1e-6)
    #expect(abs(Self.package.decay - 12.566371) < 1e-6)
  }

  @Test(
    arguments: [
      (0, 0, 0), (1.0 / 60, 0.141347, 15.784516), (2.0 / 60, 0.492363, 25.472097),
      (0.05, 0.965835, 30.722532), (0.1, 2.583112, 31.274102), (0.15, 3.954539, 23.091649),
      (0.2, 4.890296, 14.605312), (0.3, 5.758534, 4.287540), (0.45, 6.002322, 0.263731),
      (0.5, 6.008875, 0.035298), (0.6, 6.005998, -0.049877), (0.75, 6.001060, -0.015341),
      (1.0, 5.999988, -0.000131),
    ] as [(Double, Double, Double)])
  func underdamped(time: Double, value: Double, velocity: Double) {
    #expect(abs(Self.package.value(at: time, to: 6) - value) <= 1e-6)
    #expect(abs(Self.package.velocity(at: time, to: 6) - velocity) <= 1e-6)
    #expect(abs(Self.package.value(at: time, from: 6, to: 0) - (6 - value)) <= 1e-6)
  }

  @Test(
    arguments: [
      (1.0 / 60, 0.01909775), (0.1, 0.35773956), (0.2, 0.71541569), (0.3, 0.89003394),
      (0.45, 0.97670504), (0.6, 0.99546115), (1.0, 0.99995269),
    ] as [(Double, Double)])
  func critical(time: Double, value: Double) {
    #expect(abs(Spring(duration: 0.5, bounce: 0).value(at: time, to: 1) - value) <= 1e-8)
  }

  @Test(
    arguments: [
      (1.0 / 60, 0.02185999), (0.1, 0.32797087), (0.2, 0.61653153), (0.3, 0.78306540),
      (0.45, 0.90776449), (0.6, 0.96078485), (1.0, 0.99599193),
    ] as [(Double, Double)])
  func overdamped(time: Double, value: Double) {
    #expect(abs(Spring(duration: 0.45, bounce: -0.3).value(at: time, to: 1) - value) <= 1e-8)
  }

  /// Position and velocity go on where the first motion was left.
  @Test(
    arguments: [
      (0, 2.583112), (1.0 / 60, 2.944277), (2.0 / 60, 3.052167), (0.05, 2.988705), (0.1, 2.307183),
      (0.2, 0.868238), (0.3, 0.218588), (0.45, 0.006051), (0.6, -0.003916), (0.0344, 3.052490),
      (0.5506, -0.004651),
    ] as [(Double, Double)])
  func retarget(time: Double, value: Double) {
    let start = Self.package.value(at: 0.1, to: 6)
    let velocity = Self.package.velocity(at: 0.1, to: 6)
    let moved = Self.package.value(at: time, from: start, to: 0, initialVelocity: velocity)
    #expect(abs(moved - value) <= 1e-6)
  }

  @Test func crossingAndPeaks() {
    func crosses(_ level: Double, from start: Double, to end: Double, near time: Double) -> Bool {
      let before = Self.package.value(at: time - 1e-6, from: start, to: end) - level
      let after = Self.package.value(at: time + 1e-6, from: start, to: end) - level
      return before * after < 0
    }
    #expect(crosses(6, from: 0, to: 6, near: 0.442079))
    #expect(crosses(1, from: 0, to: 6, near: 0.051108))
    #expect(crosses(1, from: 6, to: 0, near: 0.207822))

    #expect(abs(Self.package.value(at: 0.516185, to: 6) - 6.009143) < 1e-6)
    #expect(abs(Self.package.value(at: 0.516185, from: 6, to: 0) + 0.009143) < 1e-6)
    #expect(abs(Self.package.value(at: 1.032371, to: 6) - (6 - 1.39e-5)) < 1e-7)
    // Peaks are where the velocity changes its sign.
    for peak in [0.516185, 1.032371] {
      let (before, after) = (peak - 1e-6, peak + 1e-6)
      #expect(
        Self.package.velocity(at: before, to: 6) * Self.package.velocity(at: after, to: 6) < 0)
    }
  }

  @Test func settling() {
    let spring = Self.package
    #expect(abs(spring.settlingDuration() - 0.757207) < 1e-6)
    #expect(abs(spring.settlingDuration(tolerance: 0.01) - 0.573974) < 1e-6)
    #expect(abs(spring.settlingDuration(to: 6) - 0.899791) < 1e-6)
    #expect(abs(spring.settlingDuration(to: 6, tolerance: 0.01) - 0.716557) < 1e-6)
    #expect(Spring(duration: 1, bounce: 1).settlingDuration() == .infinity)
    #expect(Spring(duration: 1, bounce: -1).settlingDuration() == .infinity)
    #expect(Spring(duration: 0).settlingDuration() == 0)
    // Critical: (1 + wt) e^-wt falls below 0.001 at wt = 9.2334, t = 0.7348.
    #expect(Spring(duration: 0.5).settlingDuration() == 0.8)
    // At its target already.
    #expect(spring.settlingDuration(from: 1, to: 1) == 0)
  }

  /// All damping cases obey the equation of motion and meet each other.
  @Test(arguments: [-0.999, -0.5, -1e-9, 0, 1e-9, 0.1, 0.7, 1.0])
  func equationOfMotion(bounce: Double) {
    let spring = Spring(duration: 0.6, bounce: bounce)
    let frequency = 2 * Double.pi / 0.6
    let damping = 2 * spring.dampingRatio * frequency
    let h = 1e-5
    func x(_ t: Double) -> Double { spring.value(at: t, from: 2, to: 5, initialVelocity: -7) }
    func v(_ t: Double) -> Double { spring.velocity(at: t, from: 2, to: 5, initialVelocity: -7) }
    #expect(abs(x(1e-12) - 2) < 1e-9 && abs(v(1e-12) + 7) < 1e-3)
    for t in [0.01, 0.1, 0.3, 1.0, 4.0] {
      #expect(abs((x(t + h) - x(t - h)) / (2 * h) - v(t)) < 1e-3)
      let acceleration = (v(t + h) - v(t - h)) / (2 * h)
      let force = frequency * frequency * (5 - x(t)) - damping * v(t)
      #expect(abs(acceleration - force) < 1e-2 * max(1, spring.dampingRatio))
    }
  }

  @Test func extremes() {
    #expect(Spring(duration: 0).value(at: 0.1, from: 3, to: 4) == 4)
    #expect(Spring(duration: 1, bounce: -1).value(at: 9, from: 3, to: 4) == 3)
    #expect(Spring(duration: 1, bounce: -2) == Spring(duration: 1, bounce: -1))
    #expect(Self.package.value(at: -1, from: 3, to: 4) == 3)
    let slow = Spring(duration: 0.1, bounce: -0.9999).value(at: 1e6, to: 1)
    #expect(slow.isFinite && abs(slow - 1) < 1e-9)
    #expect(abs(Spring(duration: 1, bounce: 1).value(at: 0.5, to: 1) - 2) < 1e-12)
  }
}
