import GPUEffectsModel
import Testing

struct UnitCurveTests {
  static let times = [0.1, 0.25, 0.5, 0.75, 0.9]
  static let table: [(UnitCurve, [Double])] = [
    (.easeInOut, [0.019722, 0.129162, 0.5, 0.870838, 0.980278]),
    (.easeOut, [0.160572, 0.378138, 0.684643, 0.906535, 0.982973]),
    (.easeIn, [0.017027, 0.093465, 0.315357, 0.621862, 0.839428]),
    (.coreAnimationDefault, [0.094796, 0.408511, 0.802403, 0.960459, 0.994316]),
  ]

  @Test(arguments: table)
  func standardCurves(curve: UnitCurve, expected: [Double]) {
    for (time, value) in zip(Self.times, expected) {
      #expect(abs(curve.value(at: time) - value) < 1e-6)
    }
    #expect(curve.value(at: 0) == 0 && curve.value(at: -1) == 0)
    #expect(curve.value(at: 1) == 1 && curve.value(at: 2) == 1)
  }

  @Test func linearIsExact() {
    for time in [0.1, 1.0 / 3, 0.7] { #expect(UnitCurve.linear.value(at: time) == time) }
  }

  @Test func smoothstepIsItsPolynomial() {
    for time in stride(from: 0.0, through: 1, by: 0.01) {
      let expected = time * time * (3 - 2 * time)
      #expect(abs(UnitCurve.smoothstep.value(at: time) - expected) < 1e-12)
    }
  }

  @Test(arguments: [
    UnitCurve.easeIn, .easeOut, .easeInOut, .linear, UnitCurve(0.3, -0.5, 0.6, 1.7),
  ])
  func slopeIsTheDerivative(curve: UnitCurve) {
    for time in stride(from: 0.01, to: 1, by: 0.01) {
      let secant = (curve.value(at: time + 1e-5) - curve.value(at: time - 1e-5)) / 2e-5
      #expect(abs(curve.slope(at: time) - secant) < 1e-4)
    }
    #expect(curve.slope(at: 1) == 0 && curve.slope(at: -0.1) == 0)
  }

  @Test func slopeWhereBothDerivativesVanish() {
    // The limit at the start of easeOut is y2 / x2.
    #expect(abs(UnitCurve.easeOut.slope(at: 0) - 1 / 0.58) < 1e-2)
  }

  @Test func steepCurvesConverge() {
    // Its tangent is vertical there: y is known to the cube root of x's error.
    #expect(abs(UnitCurve(1, 0, 0, 1).value(at: 0.5) - 0.5) < 1e-5)
    #expect(UnitCurve(7, 0, -3, 1) == UnitCurve(1, 0, 0, 1))
  }
}
