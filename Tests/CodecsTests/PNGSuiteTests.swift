import GPUEffectsCodecs
import GPUEffectsModel
import Testing

/// All colour types, bit depths, transparency and interlacing, pixel by pixel
/// against the naive decoder of this test target.
@Suite struct PNGSuiteTests {
  @Test func allSixtyFilesAreHere() {
    #expect(Fixtures.pngSuite.count == 60)
  }

  @Test(arguments: Fixtures.pngSuite)
  func pixelsAreThoseOfTheNaiveDecoder(_ name: String) throws {
    let file = try Fixtures.pngSuite(name)
    let naive = NaivePNG(file)
    let decoded = try PNG.decode(file)
    #expect(decoded.image.width == naive.width)
    #expect(decoded.image.height == naive.height)
    #expect(decoded.warnings == [])
    let expected = naive.rgba16()
    let actual = decoded.image.rgba16()
    let wrong = expected.indices.first { expected[$0] != actual[$0] }
    #expect(expected.count == actual.count)
    #expect(wrong == nil, "pixel \(wrong ?? 0): \(expected[wrong ?? 0]), not \(actual[wrong ?? 0])")
  }

  @Test(arguments: Fixtures.pngSuite)
  func formatFollowsTheHeader(_ name: String) throws {
    let file = try Fixtures.pngSuite(name)
    let naive = NaivePNG(file)
    let format = try PNG.decode(file).image.format
    #expect(format.channels.isGray == (naive.colorType == 0 || naive.colorType == 4))
    #expect(format.channels.hasAlpha == naive.hasTransparency)
    #expect(format.depth == (naive.bitDepth == 16 ? .unorm16 : .unorm8))
    #expect(format.alpha == (naive.hasTransparency ? .straight : .opaque))
  }

  /// The naive decoder itself, on numbers from the files' descriptions:
  /// basn0g01 is black below its rising diagonal, basn3p04 has a palette of 15.
  @Test func naiveDecoderKnowsPublishedValues() throws {
    let bilevel = NaivePNG(try Fixtures.pngSuite("basn0g01.png"))
    #expect(bilevel.width == 32 && bilevel.height == 32 && bilevel.bitDepth == 1)
    let pixels = bilevel.rgba16()
    #expect(pixels[0] == [65535, 65535, 65535, 65535])
    #expect(pixels[32 * 32 - 1] == [0, 0, 0, 65535])
    let palette = NaivePNG(try Fixtures.pngSuite("basn3p04.png"))
    #expect(palette.data("PLTE")?.count == 45)
  }
}
