import GPUEffectsModel
import Testing

@Suite struct ColorMatrixTests {
  @Test func fusedMatrixHasTheTabledElements() {
    let values = VisualEffectValues(
      brightness: 0.1, contrast: 1.2, saturation: 1.5, grayscale: 0.2, hueRotation: 30)
    let expected = [
      1.08375, -0.54860, 0.66462, 0.02,
      0.09293, 1.31421, -0.20716, 0.02,
      -0.57682, 0.48127, 1.29566, 0.02,
    ]
    for (a, b) in zip(ColorMatrix(values).elements, expected) { #expect(abs(a - b) <= 5.1e-6) }
  }

  @Test func aQuarterTurnOfHueReadsRedFromBlue() {
    let row = ColorMatrix.hueRotation(degrees: 90).elements[0..<4]
    for (a, b) in zip(row, [0.0, 0, 1, 0]) { #expect(abs(a - b) < 1e-12) }
  }

  @Test func saturationKeepsTheOddDigits() {
    let sum = ColorMatrix.saturation(1).elements[0..<3].reduce(0, +)
    #expect(abs(sum - 0.9999) < 1e-12)
    #expect(ColorMatrix.saturation(-0.5) == ColorMatrix.saturation(0))
  }

  @Test func neutralValuesAreSkipped() {
    #expect(ColorMatrix(VisualEffectValues()) == .identity)
    #expect(ColorMatrix(VisualEffectValues(blurRadius: 6, opacity: 0.5)) == .identity)
    #expect(ColorMatrix(VisualEffectValues(hueRotation: 360)) != .identity)
  }

  @Test func contrastAfterBrightness() {
    let fused = ColorMatrix(VisualEffectValues(brightness: 0.1, contrast: 2))
    #expect(abs(fused.elements[3] - (2 * 0.1 - 0.5)) < 1e-12)
  }

  @Test(arguments: [
    (ColorMatrix.identity, 1.0, 1.0),
    // 4 c - 1.5 runs from -1.5 to 2.5.
    (ColorMatrix.contrast(4), 4.0, 4.0),
    // a - c lies within 0...1, and both ends occur.
    (ColorMatrix.contrast(-1), 1.0, 1.0),
    // The widest row is blue: 2.8556 + 0.4252 + 1.4304.
    (ColorMatrix.saturation(3), 4.7112, 4.7112),
    // c + 0.25 a runs from 0 to 1.25.
    (ColorMatrix.brightness(0.25), 1.0, 1.25),
    // c - 0.25 a runs from -0.25 to 0.75.
    (ColorMatrix.brightness(-0.25), 1.0, 1.0),
  ])
  func gain(matrix: ColorMatrix, opaque: Double, translucent: Double) {
    #expect(abs(matrix.gain(opaque: true) - opaque) < 1e-9)
    #expect(abs(matrix.gain(opaque: false) - translucent) < 1e-9)
  }

  @Test(arguments: [30.0, 90, 137, 180])
  func gainIsTheWidthOverTheCorners(hue: Double) {
    let matrix = ColorMatrix(
      VisualEffectValues(brightness: 0.2, contrast: 1.4, saturation: 1.8, hueRotation: hue))
    func widest(opaque: Bool) -> Double {
      // The corners of 0 <= c <= a <= 1 hold the extremes of an affine map.
      var widest = 0.0
      for row in 0..<3 {
        let m = Array(matrix.elements[(4 * row)..<(4 * row + 4)])
        var results: [Double] = opaque ? [] : [0]
        for corner in 0..<8 {
          var value = m[3]
          for i in 0..<3 where corner >> i & 1 == 1 { value += m[i] }
          results.append(value)
        }
        widest = max(widest, (results.max() ?? 0) - (results.min() ?? 0))
      }
      return widest
    }
    #expect(abs(matrix.gain(opaque: true) - widest(opaque: true)) < 1e-9)
    #expect(abs(matrix.gain(opaque: false) - widest(opaque: false)) < 1e-9)
  }

  @Test func greyTakesTheGreenRow() {
    let row = ColorMatrix(
      VisualEffectValues(
        brightness: 0.1, contrast: 1.2, saturation: 1.5, grayscale: 0.2,
        hueRotation: 30)
    ).grayRow
    let sum = 0.09293 + 1.31421 - 0.20716
    #expect(abs(row.factor - sum) < 1.6e-5)
    #expect(abs(row.bias - 0.02) < 1e-6)
  }
}
