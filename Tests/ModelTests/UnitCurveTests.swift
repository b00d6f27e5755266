import GPUEffectsModel
import Testing

@Suite struct UnitCurveTests {
  static let fractions = [0.1, 0.25, 0.5, 0.75, 0.9]

  @Test(arguments: [
    (UnitCurve.easeInOut, [0.019722, 0.129162, 0.5, 0.870838, 0.980278]),
    (UnitCurve.easeOut, [0.160572, 0.378138, 0.684643, 0.906535, 0.982973]),
    (UnitCurve.easeIn, [0.017027, 0.093465, 0.315357, 0.621862, 0.839428]),
    (UnitCurve.coreAnimationDefault, [0.094796, 0.408511, 0.802403, 0.960459, 0.994316]),
    (UnitCurve.linear, fractions),
  ])
  func tabledValues(curve: UnitCurve, values: [Double]) {
    for (fraction, value) in zip(Self.fractions, values) {
      #expect(abs(curve.value(at: fraction) - value) < 1e-6)
    }
    #expect(curve.value(at: -1) == 0 && curve.value(at: 0) == 0)
    #expect(curve.value(at: 1) == 1 && curve.value(at: 2) == 1)
  }

  @Test func steepCurvesConverge() {
    // Its tangent is vertical there: y is known to the cube root of x's error.
    #expect(abs(UnitCurve(1, 0, 0, 1).value(at: 0.5) - 0.5) < 1e-5)
    #expect(UnitCurve(7, 0, -3, 1) == UnitCurve(1, 0, 0, 1))
  }
}
