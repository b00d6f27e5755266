import GPUEffectsModel
import TestSupport
import Testing

@Suite struct ImageDifferenceTests {
  private let base = TestPattern.image(5, 4, .rgb, .opaque) { x, y, c in UInt8(40 * x + 9 * y + c) }

  @Test func equalImages() throws {
    let difference = try ImageDifference(base, base)
    #expect(difference.maximum == 0 && difference.mean == 0 && difference.differingPixels == 0)
    let wide = base.converted(to: PixelFormat(.rgba, .unorm16, .straight))
    #expect(try ImageDifference(base, wide).maximum == 0)
  }

  @Test func differencesAreCountedAndLocated() throws {
    let other = TestPattern.image(5, 4, .rgb, .opaque) { x, y, c in
      let value = UInt8(40 * x + 9 * y + c)
      if x == 3, y == 2, c == 1 { return value + 7 }
      if x == 1, y == 1 { return value - 1 }
      return value
    }
    let difference = try ImageDifference(base, other)
    #expect(difference.maximum == 7)
    #expect((difference.worstX, difference.worstY) == (3, 2))
    #expect(difference.differingPixels == 2)
    #expect(abs(difference.mean - 10.0 / 60) < 1e-6)
    // A threshold is a level that still counts as equal, exactly.
    #expect(try ImageDifference(base, other, threshold: 1).differingPixels == 1)
    #expect(try ImageDifference(base, other, threshold: 7).differingPixels == 0)
  }

  @Test func colourUnderAlphaZeroCountsOnlyBetweenStraightImages() throws {
    let hidden = TestPattern.constant(2, 2, [90, 0, 0, 0], .straight)
    let clear = TestPattern.constant(2, 2, [0, 0, 0, 0], .straight)
    #expect(try ImageDifference(hidden, clear).maximum == 90)
    let premultiplied = TestPattern.constant(2, 2, [0, 0, 0, 0], .premultiplied)
    #expect(try ImageDifference(hidden, premultiplied).maximum == 0)
  }

  @Test func missingAlphaIsOne() throws {
    let translucent = TestPattern.constant(1, 1, [10, 10, 10, 250], .straight)
    let opaque = TestPattern.constant(1, 1, [10, 10, 10], .opaque)
    #expect(try ImageDifference(opaque, translucent).maximum == 5)
  }

  @Test func sixteenBitsAreNotRounded() throws {
    let a = TestPattern.constant(1, 1, [10], .opaque)
      .converted(to: PixelFormat(.gray, .unorm16, .opaque))
    let b = Image(width: 1, height: 1, format: a.format) { bytes in
      bytes.storeBytes(of: 10 * 257 + 51, as: UInt16.self)
    }
    #expect(abs(try ImageDifference(a, b).maximum - 51.0 / 257) < 1e-6)
  }

  @Test func sizesMustAgree() {
    let small = TestPattern.constant(2, 2, [1], .opaque)
    let error = #expect(throws: ImageDifference.SizeMismatch.self) {
      try ImageDifference(base, small)
    }
    #expect(error?.description == "the images differ in size: 5x4 and 2x2")
  }

  @Test func pictureIsAmplified() throws {
    let a = TestPattern.constant(1, 1, [10, 20, 30], .opaque)
    let b = TestPattern.constant(1, 1, [12, 20, 130], .opaque)
    let picture = try ImageDifference.picture(a, b, amplification: 10)
    #expect(picture.format == PixelFormat(.rgb, .unorm8, .opaque))
    #expect(picture.pixels.withUnsafeBytes { Array($0) } == [20, 0, 255])
  }
}
