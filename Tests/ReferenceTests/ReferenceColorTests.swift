import GPUEffectsModel
import GPUEffectsReference
import TestSupport
import Testing

/// The reference against the numbers of the specification's colour table.
@Suite struct ReferenceColorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let values: VisualEffectValues
    /// For the input (200, 120, 60), in levels; `rounded` after clamping.
    let exact: [Double]
    let rounded: [Int]

    init(_ values: VisualEffectValues, _ exact: [Double], _ rounded: [Int]) {
      self.values = values
      self.exact = exact
      self.rounded = rounded
    }

    var testDescription: String { "\(exact)" }
  }

  static let table = [
    Row(.init(brightness: 0.18), [245.9, 165.9, 105.9], [246, 166, 106]),
    Row(.init(brightness: -0.25), [136.25, 56.25, -3.75], [136, 56, 0]),
    Row(.init(contrast: 1.4), [229, 117, 33], [229, 117, 33]),
    Row(.init(contrast: 0), [127.5, 127.5, 127.5], [128, 128, 128]),
    Row(.init(contrast: -1), [55, 135, 195], [55, 135, 195]),
    Row(.init(saturation: 0), [132.676, 132.676, 132.676], [133, 133, 133]),
    Row(.init(saturation: 0.5), [166.33, 126.34, 96.34], [166, 126, 96]),
    Row(.init(saturation: 1.8), [253.82, 109.86, 1.86], [254, 110, 2]),
    Row(.init(grayscale: 0.85), [142.77, 130.77, 121.77], [143, 131, 122]),
    Row(.init(grayscale: 1), [132.676, 132.676, 132.676], [133, 133, 133]),
    Row(.init(hueRotation: 37), [142.69, 139.66, 34.13], [143, 140, 34]),
    Row(.init(hueRotation: 90), [60.00, 161.10, 65.37], [60, 161, 65]),
    Row(.init(hueRotation: 180), [65.37, 145.35, 205.35], [65, 145, 205]),
    Row(.init(brightness: 0.1, saturation: 1.4), [252.40, 140.43, 56.43], [252, 140, 56]),
    Row(
      .init(brightness: 0.1, contrast: 1.2, saturation: 1.5, grayscale: 0.2, hueRotation: 30),
      [195.90, 168.96, 25.23], [196, 169, 25]),
    // 360 degrees is not neutral: the odd digit of red's row shows.
    Row(.init(hueRotation: 360), [199.98, 120, 60], [200, 120, 60]),
  ]

  @Test(arguments: table)
  func tabledColours(row: Row) {
    let source = TestPattern.constant(2, 2, [200, 120, 60], .opaque)
    let result = Reference.render(Effect(row.values), source)
    for channel in 0..<3 {
      let value = result[1, 1, channel] * 255
      #expect(abs(value - min(max(row.exact[channel], 0), 255)) <= 0.0051)
      #expect(Int((value + 0.5).rounded(.down)) == row.rounded[channel])
    }
  }

  /// Under alpha the bias is scaled, and the result is clamped to it.
  @Test(arguments: table)
  func premultiplicationChangesNothing(row: Row) {
    let source = TestPattern.constant(1, 1, [200, 120, 60, 51], .straight)
    let result = Reference.render(Effect(row.values), source)
    for channel in 0..<3 {
      let straight = result[0, 0, channel] / 0.2 * 255
      #expect(abs(straight - min(max(row.exact[channel], 0), 255)) <= 0.0051)
    }
    #expect(result[0, 0, 3] == 0.2)
  }

  @Test func transparentStaysTransparent() {
    let clear = TestPattern.constant(1, 1, [90, 80, 70, 0], .straight)
    #expect(Reference.render(Effect(.init(brightness: 0.5)), clear).values == [0, 0, 0, 0])
  }

  @Test func greyTakesTheGreenRow() {
    let values = VisualEffectValues(
      brightness: 0.1, contrast: 1.2, saturation: 1.5, grayscale: 0.2, hueRotation: 30)
    let grey = Reference.render(Effect(values), TestPattern.constant(1, 1, [90], .opaque))
    #expect(abs(grey.values[0] * 255 - (1.19998 * 90 + 0.02 * 255)) < 0.002)
    let alpha = Reference.render(Effect(values), TestPattern.constant(1, 1, [90, 51], .straight))
    #expect(abs(alpha.values[0] * 255 - 0.2 * (1.19998 * 90 + 0.02 * 255)) < 0.002)
    #expect(alpha.values[1] == 0.2)
  }

  @Test func opacityAndMask() {
    // S = 0.2 (200, 120, 60), E = 0.5 x 0.2 (55, 135, 195) by contrast -1.
    let source = TestPattern.constant(3, 1, [200, 120, 60, 51], .straight)
    var effect = Effect(.init(contrast: -1, opacity: 0.5))
    effect.mask = Mask(width: 3, height: 1, values: [0, 13107, 65535])
    let result = Reference.render(effect, source)
    let expected: [Double] = [
      40, 24, 12, 51,
      0.8 * 40 + 0.2 * 5.5, 0.8 * 24 + 0.2 * 13.5, 0.8 * 12 + 0.2 * 19.5, 0.9 * 51,
      5.5, 13.5, 19.5, 25.5,
    ]
    for (a, b) in zip(result.values, expected) { #expect(abs(a * 255 - b) < 1e-9) }
  }

  @Test func neutralIsTheSource() {
    let source = TestPattern.stress(13, 7, .rgba, .premultiplied)
    #expect(Reference.render(Effect(), source).values == FloatImage(source).values)
  }
}
