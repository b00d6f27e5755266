import Testing

@testable import GPUEffectsModel

struct VisualEffectStateTests {
  static let all = VisualEffectValues(
    blurRadius: 6, brightness: 0.1, contrast: 1.2, saturation: 1.5, grayscale: 0.2,
    hueRotation: 30, opacity: 0.5)

  @Test func defaults() {
    let state = VisualEffectState()
    #expect(state.animationDuration == 0.45)
    #expect(state.blurOverridesOpacity)
    #expect(!state.clippedBlur)
    #expect(state.values.isNeutral && state.values(at: 3).isNeutral)
  }

  @Test func everyValueSpringsWithTheSameCurve() {
    var state = VisualEffectState()
    state.setValues(Self.all, at: 1)
    #expect(state.values == Self.all)
    #expect(state.values(at: 1) == .blurredOut)
    let progress = 2.583112 / 6
    for name in VisualEffectValue.allCases {
      let (start, end) = (VisualEffectValues.blurredOut[name], Self.all[name])
      let value = state.values(at: 1.1)[name]
      #expect(abs(value - (start + (end - start) * progress)) < 1e-6 * max(1, abs(end)))
    }
    #expect(state.values(at: 4) == Self.all)
  }

  @Test func retargetKeepsVelocityOfEveryValue() {
    var state = VisualEffectState()
    state.setValues(Self.all, at: 0)
    let before = state
    state.setValues(.blurredOut, at: 0.1)
    for name in VisualEffectValue.allCases {
      let h = 1e-6
      let (old, new) = (
        before.values(at: 0.1)[name] - before.values(at: 0.1 - h)[name],
        state.values(at: 0.1 + h)[name] - state.values(at: 0.1)[name]
      )
      #expect(before.values(at: 0.1)[name] == state.values(at: 0.1)[name])
      #expect(abs(old - new) / h < 1e-2 * max(1, abs(Self.all[name])))
    }
    #expect(abs(state.values(at: 0.3).blurRadius - 0.868238) < 1e-6)
  }

  @Test func valuesThatStayKeepTheirMotion() {
    var state = VisualEffectState()
    state.setValues(.blurredIn, at: 0)
    let alone = state
    state.animationDuration = 3
    var next = VisualEffectValues.blurredIn
    next.saturation = 2
    state.setValues(next, at: 0.1)
    for time in [0.1, 0.2, 0.4] {
      #expect(state.values(at: time).blurRadius == alone.values(at: time).blurRadius)
    }
    #expect(state.values(at: 0.2).saturation < 1.1)
  }

  @Test func animationDurationIsTheSpringsPeriod() {
    var state = VisualEffectState()
    state.animationDuration = 0.9
    state.setValues(.blurredIn, at: 0)
    #expect(abs(state.values(at: 0.2).blurRadius - 2.583112) < 1e-6)
    state.animationDuration = 0
    state.setValues(.blurredOut, at: 0.2)
    #expect(state.values(at: 0.2001).blurRadius == 0)
  }

  @Test func withoutAnimationItJumpsAndStands() {
    var state = VisualEffectState()
    state.setValues(Self.all, at: 0)
    state.setValues(.blurredIn, at: 0.1, animated: false)
    #expect(state.values(at: 0.1) == .blurredIn && state.values(at: 0.2) == .blurredIn)
    state.setValue(.contrast, to: 2, at: 0.3, animated: false)
    #expect(state.values(at: 0.3).contrast == 2)
  }

  @Test func askingChangesNothing() {
    var asked = VisualEffectState()
    var silent = VisualEffectState()
    for (time, values) in [(0.0, Self.all), (0.13, .blurredOut), (0.2, .blurredIn)] {
      asked.setValues(values, at: time)
      for step in 0..<240 { _ = asked.values(at: time + Double(step) / 240) }
      silent.setValues(values, at: time)
    }
    #expect(asked == silent)
  }

  @Test func earlierTimesCountAsTheLastChange() {
    var state = VisualEffectState()
    state.setValues(.blurredIn, at: 1)
    state.setValues(.blurredOut, at: 0.5)
    #expect(state.values(at: 1).blurRadius == 0)
    #expect(state.values(at: 5) == .blurredOut)
  }

  @Test func anExplicitMotionBypassesTheSpring() {
    var state = VisualEffectState()
    state.animate(.saturation, from: 1, to: 3, timing: .curve(.linear, duration: 2), at: 0)
    #expect(state.values(at: 0.5).saturation == 1.5)
    #expect(state.values.saturation == 3)
    state.setValue(.saturation, to: 1, at: 1)
    #expect(state.values(at: 1).saturation == 2)
    // One unit a second upwards at first.
    #expect(abs((state.values(at: 1 + 1e-6).saturation - 2) / 1e-6 - 1) < 1e-3)
    #expect(state.values(at: 5).saturation == 1)
  }

  @Test(
    arguments: [
      (0, 1, 0), (0.25, 1, 0.25), (1, 1, 1), (6, 6, 1), (-0.009, 1, 0),
    ] as [(Double, Double, Double)])
  func blurOverridesOpacity(radius: Double, drawn: Double, opacity: Double) {
    let values = VisualEffectValues(blurRadius: radius).drawn(blurOverridesOpacity: true)
    #expect(values.blurRadius == drawn && values.opacity == opacity)
    let half = VisualEffectValues(blurRadius: radius, opacity: 0.5)
    #expect(half.drawn(blurOverridesOpacity: true).opacity == opacity / 2)
  }

  @Test func withoutOverrideOnlyTheRangesAreKept() {
    let values = VisualEffectValues(blurRadius: -0.009, opacity: 1.002)
    let drawn = values.drawn(blurOverridesOpacity: false)
    #expect(drawn.blurRadius == 0 && drawn.opacity == 1)
    #expect(
      VisualEffectValues(blurRadius: 0.5).drawn(blurOverridesOpacity: false).blurRadius == 0.5)
  }

  @Test func dismissalDissolvesWithoutASharpFrame() {
    var state = VisualEffectState(values: .blurredIn)
    state.setValues(.blurredOut, at: 0)
    for frame in 0..<120 {
      let drawn = state.drawnValues(at: Double(frame) / 60)
      #expect(drawn.blurRadius >= 1)
      #expect((0...1).contains(drawn.opacity))
    }
    // The radius passes 1 at 0.207822 s; from there the opacity falls.
    #expect(state.drawnValues(at: 0.2078).opacity == 1)
    #expect(state.drawnValues(at: 0.2079).opacity < 1)
    #expect(state.drawnValues(at: 0.516185).opacity == 0)
  }
}
