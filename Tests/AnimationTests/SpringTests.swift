import Testing

@testable import GPUEffectsModel

/// Closed-form values of SEMANTICS' springs chapter.
struct SpringTests {
  let spring = Spring(duration: 0.45, bounce: 0.1)

  @Test func parameters() {
    #expect(abs(spring.dampingRatio - 0.9) < 1e-12)
    #expect(abs(spring.frequency - 13.962634) < 1e-6)
    #expect(abs(spring.decay - 12.566371) < 1e-6)
  }

  @Test(
    arguments: [
      (0, 0, 0), (1.0 / 60, 0.141347, 15.784516), (2.0 / 60, 0.492363, 25.472097),
      (0.05, 0.965835, 30.722532), (0.1, 2.583112, 31.274102), (0.15, 3.954539, 23.091649),
      (0.2, 4.890296, 14.605312), (0.3, 5.758534, 4.287540), (0.45, 6.002322, 0.263731),
      (0.5, 6.008875, 0.035298), (0.6, 6.005998, -0.049877), (0.75, 6.001060, -0.015341),
      (1.0, 5.999988, -0.000131),
    ] as [(Double, Double, Double)])
  func blurIn(time: Double, value: Double, velocity: Double) {
    #expect(abs(spring.value(at: time, to: 6) - value) < 1e-6)
    #expect(abs(spring.velocity(at: time, to: 6) - velocity) < 1e-6)
  }

  @Test(
    arguments: [
      (1.0 / 60, 0.01909775), (0.1, 0.35773956), (0.2, 0.71541569), (0.3, 0.89003394),
      (0.45, 0.97670504), (0.6, 0.99546115), (1.0, 0.99995269),
    ] as [(Double, Double)])
  func critical(time: Double, value: Double) {
    #expect(abs(Spring(duration: 0.5).value(at: time, to: 1) - value) < 1e-7)
  }

  @Test(
    arguments: [
      (1.0 / 60, 0.02185999), (0.1, 0.32797087), (0.2, 0.61653153), (0.3, 0.78306540),
      (0.45, 0.90776449), (0.6, 0.96078485), (1.0, 0.99599193),
    ] as [(Double, Double)])
  func overdamped(time: Double, value: Double) {
    let spring = Spring(duration: 0.45, bounce: -0.3)
    #expect(abs(spring.value(at: time, to: 1) - value) < 1e-7)
  }

  @Test func crossingAndPeaks() {
    func crosses(_ level: Double, from start: Double, to end: Double, near time: Double) -> Bool {
      let before = spring.value(at: time - 1e-6, from: start, to: end) - level
      let after = spring.value(at: time + 1e-6, from: start, to: end) - level
      return before * after < 0
    }
    #expect(crosses(6, from: 0, to: 6, near: 0.442079))
    #expect(crosses(1, from: 0, to: 6, near: 0.051108))
    #expect(crosses(1, from: 6, to: 0, near: 0.207822))

    #expect(abs(spring.value(at: 0.516185, to: 6) - 6.009143) < 1e-6)
    #expect(abs(spring.value(at: 0.516185, from: 6, to: 0) + 0.009143) < 1e-6)
    #expect(abs(spring.value(at: 1.032371, to: 6) - (6 - 1.39e-5)) < 1e-7)
    // Peaks are where the velocity changes its sign.
    for peak in [0.516185, 1.032371] {
      let (before, after) = (peak - 1e-6, peak + 1e-6)
      #expect(spring.velocity(at: before, to: 6) * spring.velocity(at: after, to: 6) < 0)
    }
  }

  @Test func settling() {
    #expect(abs(spring.settlingDuration(to: 1) - 0.757207) < 1e-6)
    #expect(abs(spring.settlingDuration(to: 1, tolerance: 0.01) - 0.573974) < 1e-6)
    #expect(abs(spring.settlingDuration(to: 6) - 0.899791) < 1e-6)
    #expect(abs(spring.settlingDuration(to: 6, tolerance: 0.01) - 0.716557) < 1e-6)
    #expect(Spring(duration: 0.5, bounce: 1).settlingDuration() == .infinity)
  }

  @Test(arguments: [-0.9, -0.3, 0, 0.1, 0.6])
  func solvesTheEquationOfMotion(bounce: Double) {
    let spring = Spring(duration: 0.7, bounce: bounce)
    let (stiffness, damping) = (
      spring.frequency * spring.frequency, 2 * spring.dampingRatio * spring.frequency
    )
    let h = 1e-5
    for time in stride(from: 0.05, through: 1.5, by: 0.05) {
      func velocity(_ t: Double) -> Double {
        spring.velocity(at: t, from: 2, to: -3, initialVelocity: 7)
      }
      func value(_ t: Double) -> Double {
        spring.value(at: t, from: 2, to: -3, initialVelocity: 7)
      }
      let acceleration = (velocity(time + h) - velocity(time - h)) / (2 * h)
      let force = -stiffness * (value(time) + 3) - damping * velocity(time)
      #expect(abs(acceleration - force) < 1e-4 * stiffness)
      #expect(abs((value(time + h) - value(time - h)) / (2 * h) - velocity(time)) < 1e-4)
    }
  }
}
