import GPUEffectsModel
import GPUEffectsReference
import TestSupport
import Testing

/// The reference against the numbers of the specification's colour table.
@Suite struct ReferenceColorTests {
  @Test(arguments: SpecificationTables.colors)
  func tabledColours(row: SpecificationTables.ColorRow) {
    let source = TestPattern.constant(2, 2, SpecificationTables.input, .opaque)
    let result = Reference.render(Effect(row.values), source)
    for channel in 0..<3 {
      let value = result[1, 1, channel] * 255
      #expect(abs(value - min(max(row.exact[channel], 0), 255)) <= 0.0051)
      #expect(Int((value + 0.5).rounded(.down)) == row.rounded[channel])
    }
  }

  /// Under alpha the bias is scaled, and the result is clamped to it.
  @Test(arguments: SpecificationTables.colors)
  func premultiplicationChangesNothing(row: SpecificationTables.ColorRow) {
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
