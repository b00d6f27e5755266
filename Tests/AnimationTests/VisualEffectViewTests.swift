import Testing

@testable import GPUEffectsModel

struct VisualEffectViewTests {
  /// Scrub samples of SEMANTICS from (6, 0.15, 1.6).
  static let full = VisualEffectValues(
    blurRadius: 6, brightness: 0.15, contrast: 1.3, saturation: 1.6, grayscale: 0.4,
    hueRotation: 20, opacity: 0.9)

  func scrubbing() -> VisualEffectView {
    var view = VisualEffectView(initialValues: Self.full)
    view.beginInteractive(at: 0)
    return view
  }

  @Test func startsWithItsInitialValues() {
    let insets = EdgeInsets(top: -40, left: -40, bottom: 0, right: -40)
    let view = VisualEffectView(blurInsets: insets, initialValues: .blurredIn)
    #expect(view.blurInsets == insets && view.initialValues == .blurredIn)
    #expect(view.values(at: 0) == .blurredIn && !view.isInteractive)
    #expect(VisualEffectView().values(at: 9).isNeutral)
  }

  @Test func blurInAndOutSpring() {
    var view = VisualEffectView()
    view.blurIn(at: 0)
    #expect(abs(view.values(at: 0.1).blurRadius - 2.583112) < 1e-6)
    view.blurOut(at: 0.1)
    #expect(abs(view.values(at: 0.2).blurRadius - 2.307183) < 1e-6)
    #expect(view.effectValues == .blurredOut)
    #expect(view.values(at: 3) == .blurredOut)
  }

  @Test func singleValuesSpring() {
    var view = VisualEffectView()
    view.setBlurRadius(10, at: 0)
    view.setSaturation(2, at: 0)
    view.setBrightness(0.5, at: 0)
    let progress = 2.583112 / 6
    let values = view.values(at: 0.1)
    #expect(abs(values.blurRadius - 10 * progress) < 1e-5)
    #expect(abs(values.saturation - (1 + progress)) < 1e-6)
    #expect(abs(values.brightness - 0.5 * progress) < 1e-6)
    #expect(view.blurRadius == 10 && view.saturation == 2 && view.brightness == 0.5)
  }

  @Test(
    arguments: [
      (0, 6, 0.15, 1.6), (0.25, 4.5, 0.1125, 1.45), (0.5, 3, 0.075, 1.3), (0.75, 1.5, 0.0375, 1.15),
      (1, 0, 0, 1), (-3, 6, 0.15, 1.6), (7, 0, 0, 1),
    ] as [(Double, Double, Double, Double)])
  func fractionScrubs(
    fraction: Double, blurRadius: Double, brightness: Double, saturation: Double
  ) {
    var view = scrubbing()
    view.setFractionComplete(fraction, at: 0.5)
    let values = view.values(at: 0.5)
    #expect(abs(values.blurRadius - blurRadius) < 1e-12)
    #expect(abs(values.brightness - brightness) < 1e-12)
    #expect(abs(values.saturation - saturation) < 1e-12)
    #expect(view.fractionComplete(at: 0.5) == min(max(fraction, 0), 1))
    // The article doesn't mention the others: as in the snapshot.
    #expect(values.contrast == 1.3 && values.grayscale == 0.4)
    #expect(values.hueRotation == 20 && values.opacity == 0.9)
    // At once, and it stands.
    #expect(view.values(at: 9) == values)
    #expect(view.effectValues == values)
  }

  @Test func beginPinsAMovingSurface() {
    var view = VisualEffectView()
    view.blurIn(at: 0)
    let shown = view.values(at: 0.1)
    view.beginInteractive(at: 0.1)
    #expect(view.values(at: 0.1) == shown && view.values(at: 2) == shown)
    view.setFractionComplete(0.5, at: 0.2)
    #expect(abs(view.values(at: 0.2).blurRadius - 2.583112 / 2) < 1e-6)
  }

  @Test func finishEasesOutFromWhereTheFingerLeft() {
    var view = scrubbing()
    view.setFractionComplete(0.5, at: 0.5)
    view.pauseInteractive(at: 0.6)
    view.finishInteractive(at: 0.6)
    #expect(!view.isInteractive && view.effectValues == .blurredOut)
    #expect(view.values(at: 0.6).blurRadius == 3)
    // easeOut at a quarter and half of 0.45 s.
    #expect(abs(view.values(at: 0.6 + 0.1125).blurRadius - 3 * (1 - 0.378138)) < 1e-5)
    #expect(abs(view.values(at: 0.6 + 0.225).contrast - (1.3 - 0.3 * 0.684643)) < 1e-6)
    #expect(view.values(at: 1.06) == .blurredOut)
  }

  @Test func finishTakesAnimationDuration() {
    var view = scrubbing()
    view.animationDuration = 2
    view.finishInteractive(at: 1)
    #expect(abs(view.values(at: 2).blurRadius - 6 * (1 - 0.684643)) < 1e-5)
    #expect(view.values(at: 2.99).blurRadius > 0 && view.values(at: 3) == .blurredOut)
  }

  @Test func cancelSpringsBackFromRest() {
    var view = scrubbing()
    view.animateFractionComplete(
      from: 0, to: 1, timing: .curve(.linear, duration: 1), at: 0)
    view.cancelInteractive(at: 0.5)
    #expect(view.effectValues == Self.full)
    #expect(view.values(at: 0.5).blurRadius == 3)
    for (after, progress) in [(1.0 / 60, 0.141347), (0.1, 2.583112), (0.45, 6.002322)] {
      let expected = 3 + 3 * progress / 6
      #expect(abs(view.values(at: 0.5 + after).blurRadius - expected) < 1e-6)
    }
    #expect(view.values(at: 4) == Self.full)
  }

  @Test func aScrubAlongACurveIsAFunctionOfTime() {
    var view = scrubbing()
    view.animateFractionComplete(
      from: 0, to: 0.55, timing: .curve(.easeInOut, duration: 0.4), at: 1)
    #expect(abs(view.fractionComplete(at: 1.2) - 0.275) < 1e-9)
    #expect(abs(view.values(at: 1.1).blurRadius - 6 * (1 - 0.55 * 0.129162)) < 1e-5)
    view.pauseInteractive(at: 1.2)
    #expect(abs(view.fractionComplete(at: 3) - 0.275) < 1e-9)
  }

  @Test func aCurveBeyondItsEndsIsClamped() {
    var view = scrubbing()
    view.animateFractionComplete(
      from: 0, to: 1, timing: .curve(UnitCurve(0.3, -1, 0.7, 2), duration: 1), at: 0)
    for time in stride(from: 0.0, through: 1.2, by: 0.01) {
      #expect((0...1).contains(view.fractionComplete(at: time)))
      #expect((0...6).contains(view.values(at: time).blurRadius))
    }
  }

  @Test func outsideASessionGesturesDoNothing() {
    var view = VisualEffectView()
    view.blurIn(at: 0)
    let untouched = view
    view.setFractionComplete(0.5, at: 0.1)
    view.pauseInteractive(at: 0.1)
    view.finishInteractive(at: 0.1)
    view.cancelInteractive(at: 0.1)
    view.animateFractionComplete(
      from: 0, to: 1, timing: .curve(.linear, duration: 1), at: 0.1)
    #expect(view.fractionComplete(at: 0.1) == 0)
    for time in stride(from: 0.1, through: 1, by: 0.05) {
      #expect(view.values(at: time) == untouched.values(at: time))
    }
  }

  @Test func aSessionEndsOnce() {
    var view = scrubbing()
    view.setFractionComplete(0.5, at: 0.1)
    view.finishInteractive(at: 0.2)
    let finished = view
    view.cancelInteractive(at: 0.3)
    view.setFractionComplete(0, at: 0.3)
    view.finishInteractive(at: 0.3)
    for time in [0.3, 0.4, 0.7, 2] { #expect(view.values(at: time) == finished.values(at: time)) }
  }

  @Test func beginningAgainSnapshotsWhatShows() {
    var view = scrubbing()
    view.setFractionComplete(0.5, at: 0.1)
    view.beginInteractive(at: 0.2)
    #expect(view.values(at: 0.2).blurRadius == 3 && view.fractionComplete(at: 0.2) == 0)
    view.setFractionComplete(0.5, at: 0.3)
    #expect(view.values(at: 0.3).blurRadius == 1.5)
    view.cancelInteractive(at: 0.4)
    #expect(view.effectValues.blurRadius == 3)
  }

  @Test func assigningInsideASessionSpringsAndLeavesItOpen() {
    var view = scrubbing()
    view.setFractionComplete(0.5, at: 0.1)
    view.blurOut(at: 0.2)
    #expect(view.isInteractive)
    #expect(view.values(at: 0.2).blurRadius == 3)
    #expect(abs(view.values(at: 0.3).blurRadius - (3 - 2.583112 / 2)) < 1e-6)
    // Pausing commits a gesture's frame; there is none since.
    view.pauseInteractive(at: 0.3)
    #expect(view.values(at: 3) == .blurredOut)
    view.setFractionComplete(0.25, at: 0.4)
    #expect(view.values(at: 0.4).blurRadius == 4.5)
  }

  @Test func dragDismissalIsContinuous() {
    var view = VisualEffectView()
    view.blurIn(at: 0)
    view.beginInteractive(at: 0.3)
    view.animateFractionComplete(
      from: 0, to: 0.6, timing: .curve(.easeInOut, duration: 0.5), at: 0.3)
    view.pauseInteractive(at: 0.8)
    var states = [(0.0, view)]
    view.finishInteractive(at: 0.8)
    states.append((0.8, view))
    let radii = (0...1500).map { frame -> Double in
      let time = Double(frame) / 1000
      let state = states.last { $0.0 <= time } ?? states[0]
      return state.1.values(at: max(time, 0.3)).blurRadius
    }
    for (a, b) in zip(radii, radii.dropFirst()) { #expect(abs(a - b) < 0.04) }
    #expect(radii[1500] == 0)
  }

  @Test func queriesAtAnyRateDoNotMatter() {
    func run(rate: Int) -> VisualEffectView {
      var view = VisualEffectView()
      let calls: [(Double, (inout VisualEffectView, Double) -> Void)] = [
        (0.0, { $0.blurIn(at: $1) }), (0.2, { $0.beginInteractive(at: $1) }),
        (0.25, { $0.setFractionComplete(0.3, at: $1) }), (0.4, { $0.pauseInteractive(at: $1) }),
        (0.4, { $0.cancelInteractive(at: $1) }), (0.5, { $0.blurOut(at: $1) }),
      ]
      var next = 0
      for frame in 0...rate {
        let time = Double(frame) / Double(rate)
        while next < calls.count, calls[next].0 <= time {
          calls[next].1(&view, calls[next].0)
          next += 1
        }
        _ = view.drawnValues(at: time)
      }
      return view
    }
    #expect(run(rate: 7) == run(rate: 240))
  }
}
