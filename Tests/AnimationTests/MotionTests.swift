import Testing

@testable import GPUEffectsModel

struct MotionTests {
  let spring = Timing.spring(.visualEffect)

  /// 0 to 6, then to 0 after 0.1 s: SEMANTICS' worked retarget.
  @Test(
    arguments: [
      (0, 2.583112), (1.0 / 60, 2.944277), (2.0 / 60, 3.052167), (0.05, 2.988705),
      (0.1, 2.307183), (0.2, 0.868238), (0.3, 0.218588), (0.45, 0.006051), (0.6, -0.003916),
    ] as [(Double, Double)])
  func retarget(after: Double, value: Double) {
    let motion = Motion(from: 0, to: 6, timing: spring, at: 2)
      .retargeted(to: 0, timing: spring, at: 2.1)
    #expect(abs(motion.value(at: 2.1 + after) - value) < 1e-6)
  }

  @Test func retargetKeepsVelocityAndFindsItsExtremes() {
    let first = Motion(from: 0, to: 6, timing: spring, at: 0)
    let motion = first.retargeted(to: 0, timing: spring, at: 0.1)
    #expect(abs(motion.velocity(at: 0.1) - 31.274102) < 1e-6)
    #expect(motion.value(at: 0.1) == first.value(at: 0.1))

    let samples = (0...10000).map { motion.value(at: 0.1 + Double($0) * 1e-4) }
    #expect(abs((samples.max() ?? 0) - 3.052490) < 1e-6)
    #expect(abs((samples.min() ?? 0) + 0.004651) < 1e-6)
    #expect(abs(motion.value(at: 0.1344) - 3.052490) < 1e-6)
    #expect(abs(motion.value(at: 0.6506) + 0.004651) < 1e-6)
  }

  @Test func manyRetargetsHaveNoJump() {
    var motion = Motion(resting: 0)
    var time = 0.0
    for (step, target) in [6, 0, 3, -2, 6, 6, 0].enumerated() {
      time += 0.03 + 0.02 * Double(step)
      let next = motion.retargeted(to: Double(target), timing: spring, at: time)
      #expect(abs(next.value(at: time) - motion.value(at: time)) < 1e-12)
      #expect(abs(next.velocity(at: time) - motion.velocity(at: time)) < 1e-9)
      motion = next
    }
    #expect(motion.value(at: time + 5) == 0)
  }

  @Test func retargetToWhereItIsBoundIsTheSameMotion() {
    let first = Motion(from: 0, to: 6, timing: spring, at: 0)
    let again = first.retargeted(to: 6, timing: spring, at: 0.13)
    for time in stride(from: 0.13, through: 1, by: 0.01) {
      #expect(abs(first.value(at: time) - again.value(at: time)) < 1e-9)
    }
  }

  @Test func aSettledSpringIsExactlyAtItsTarget() {
    let motion = Motion(from: 0, to: 6, timing: spring, at: 0)
    #expect(motion.value(at: 1) != 6)
    #expect(motion.value(at: 1.7) == 6 && motion.velocity(at: 1.7) == 0)
    // Passing through the target isn't rest.
    #expect(motion.velocity(at: 0.442079) > 0.1)
    let endless = Motion(
      from: 0, to: 1, timing: .spring(Spring(duration: 0.5, bounce: 1)), at: 0)
    #expect(endless.value(at: 100.25) > 1.9)
  }

  @Test func retargetFromACurveKeepsItsVelocity() {
    let curve = Motion(
      from: 10, to: 20, timing: .curve(.easeInOut, duration: 0.4), at: 1)
    let motion = curve.retargeted(to: 0, timing: spring, at: 1.2)
    #expect(abs(motion.value(at: 1.2) - 15) < 1e-9)
    let secant = (curve.value(at: 1.20001) - curve.value(at: 1.19999)) / 2e-5
    #expect(abs(motion.velocity(at: 1.2) - secant) < 1e-3)
  }

  @Test func curveEndsAndJumps() {
    let curve = Motion(from: 1, to: 3, timing: .curve(.linear, duration: 2), at: 5)
    #expect(curve.value(at: 4) == 1 && curve.value(at: 6) == 2 && curve.value(at: 9) == 3)
    let jump = Motion(from: 1, to: 3, timing: .curve(.linear, duration: 0), at: 5)
    #expect(jump.value(at: 5) == 3)
    let spring = Motion(from: 1, to: 3, timing: .spring(Spring(duration: 0)), at: 5)
    #expect(spring.value(at: 5) == 1 && spring.value(at: 5.0001) == 3)
  }

  @Test func historyAnswersAnyInstant() {
    var history = History("a")
    history.change(to: "b", at: 1)
    history.change(to: "c", at: 1)
    history.change(to: "d", at: 2)
    #expect(history.value(at: 0.99) == "a")
    #expect(history.value(at: 1) == "c")
    #expect(history.value(at: 1.99) == "c")
    #expect(history.value(at: 7) == "d" && history.last == "d")
  }
}
