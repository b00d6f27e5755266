import GPUEffectsModel
import Testing

@Suite struct VisualEffectValuesTests {
  @Test func defaultsAreNeutral() {
    #expect(VisualEffectValues().isNeutral)
    #expect(VisualEffectValues.blurredOut == VisualEffectValues())
    #expect(VisualEffectValues.blurredIn.blurRadius == 6)
    #expect(Effect(VisualEffectValues()).isNeutral)
    #expect(VisualEffectValues(blurRadius: -1, opacity: 2).isNeutral)
    #expect(Effect(VisualEffectValues(blurRadius: -1, opacity: 2)).isNeutral)
  }

  @Test(arguments: [
    VisualEffectValues(blurRadius: 0.1), VisualEffectValues(brightness: 0.1),
    VisualEffectValues(contrast: 0.9), VisualEffectValues(saturation: 1.1),
    VisualEffectValues(grayscale: 0.1), VisualEffectValues(hueRotation: 1),
    VisualEffectValues(opacity: 0.99),
  ])
  func eachValueCounts(values: VisualEffectValues) {
    #expect(!values.isNeutral)
    #expect(!Effect(values).isNeutral)
  }

  /// Radius in, (radius, opacity factor) out.
  @Test(
    arguments: [
      (0, 1, 0), (0.25, 1, 0.25), (1, 1, 1), (6, 6, 1), (-0.009, 1, 0),
    ] as [(Double, Double, Double)])
  func blurOverridesOpacity(radius: Double, effective: Double, opacity: Double) {
    let values = VisualEffectValues(blurRadius: radius, opacity: 0.5)
    let effect = Effect(values, scale: 2, edge: .transparent, blurOverridesOpacity: true)
    #expect(effect.blur?.radius == 2 * effective)
    #expect(effect.opacity == 0.5 * opacity)
  }

  @Test func scaleTurnsPointsIntoPixels() {
    let effect = Effect(
      VisualEffectValues(blurRadius: 4, opacity: 1.5), scale: 3, kernel: .apple, edge: .mirror)
    #expect(effect.blur == Effect.Blur(radius: 12, kernel: .apple, edge: .mirror))
    #expect(effect.opacity == 1)
    #expect(Effect(VisualEffectValues(opacity: -1)).opacity == 0)
  }

  @Test func animationMovesEveryValueByTheSpring() {
    let target = VisualEffectValues(
      blurRadius: 6, brightness: 6, contrast: 7, saturation: 7, grayscale: 6, hueRotation: 60,
      opacity: -5)
    let values = VisualEffectAnimation(to: target).values(at: 0.1)
    let moved = 2.583112
    #expect(abs(values.blurRadius - moved) < 1e-6)
    #expect(abs(values.brightness - moved) < 1e-6)
    #expect(abs(values.contrast - 1 - moved) < 1e-6)
    #expect(abs(values.saturation - 1 - moved) < 1e-6)
    #expect(abs(values.grayscale - moved) < 1e-6)
    #expect(abs(values.hueRotation - 10 * moved) < 1e-5)
    #expect(abs(values.opacity - 1 + moved) < 1e-6)
  }

  @Test func animationStartsAtItsStartAndKeepsStillValuesExact() {
    let start = VisualEffectValues(blurRadius: 6, brightness: 0.1)
    let animation = VisualEffectAnimation(from: start, to: VisualEffectValues(brightness: 0.1))
    #expect(animation.values(at: 0) == start)
    for frame in 0..<60 {
      #expect(animation.values(at: Double(frame) / 60).brightness == 0.1)
      #expect(animation.values(at: Double(frame) / 60).contrast == 1)
    }
    let undershoot = animation.values(at: 0.516185)
    #expect(abs(undershoot.blurRadius + 0.009143) < 1e-6)
    #expect(Effect(undershoot).blur == nil)
  }
}
