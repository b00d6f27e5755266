import GPUEffectsModel
import TestSupport
import Testing

@Suite struct ImageConversionTests {
  private func image<T>(
    _ samples: [T], _ channels: PixelFormat.Channels, _ depth: PixelFormat.Depth,
    _ alpha: PixelFormat.Alpha
  ) -> Image {
    Image(
      width: samples.count / channels.rawValue, height: 1,
      format: PixelFormat(channels, depth, alpha)
    ) { bytes in samples.withUnsafeBytes { bytes.copyMemory(from: $0) } }
  }

  private func samples<T>(of image: Image, as type: T.Type) -> [T] {
    image.pixels.withUnsafeBytes { Array($0.bindMemory(to: type)) }
  }

  @Test func floatBecomesRoundedStraightIntegers() {
    let source = image(
      [0.25, 0.5, 0.125, 0.5, 0.3, 0.2, 0.1, 0, 2, -1, .nan, 1] as [Float], .rgba, .float32,
      .premultiplied)
    let bytes = samples(
      of: source.converted(to: PixelFormat(.rgba, .unorm8, .straight)), as: UInt8.self)
    #expect(bytes == [128, 255, 64, 128, 0, 0, 0, 0, 255, 0, 0, 255])
    let words = samples(
      of: source.converted(to: PixelFormat(.rgba, .unorm16, .straight)), as: UInt16.self)
    #expect(words == [32768, 65535, 16384, 32768, 0, 0, 0, 0, 65535, 0, 0, 65535])
  }

  /// Every colour under every alpha comes back from 16-bit premultiplied.
  @Test func straightSurvivesSixteenBitPremultiplication() {
    let straight = TestPattern.image(256, 256, .grayAlpha, .straight) { x, y, channel in
      UInt8(channel == 0 ? x : y)
    }
    let there = straight.converted(to: PixelFormat(.grayAlpha, .unorm16, .premultiplied))
    let back = samples(of: there.converted(to: straight.format), as: UInt8.self)
    let original = samples(of: straight, as: UInt8.self)
    for i in stride(from: 0, to: back.count, by: 2) {
      #expect(back[i + 1] == original[i + 1])
      #expect(back[i] == (original[i + 1] == 0 ? 0 : original[i]))
      if back[i] != original[i], original[i + 1] != 0 { return }
    }
  }

  @Test func premultiplicationRoundsToNearest() {
    let straight = TestPattern.image(256, 256, .grayAlpha, .straight) { x, y, channel in
      UInt8(channel == 0 ? x : y)
    }
    let result = samples(
      of: straight.converted(to: PixelFormat(.grayAlpha, .unorm8, .premultiplied)), as: UInt8.self)
    let wrong = (0..<65536).count { i in
      let (color, alpha) = (i % 256, i / 256)
      return Int(result[2 * i]) != (2 * color * alpha + 255) / 510
    }
    #expect(wrong == 0)
  }

  @Test func depthsRescaleExactly() {
    let bytes = (0...255).map { UInt8($0) }
    let gray = image(bytes, .gray, .unorm8, .opaque)
    let wide = gray.converted(to: PixelFormat(.gray, .unorm16, .opaque))
    #expect(samples(of: wide, as: UInt16.self) == bytes.map { UInt16($0) * 257 })
    #expect(samples(of: wide.converted(to: gray.format), as: UInt8.self) == bytes)
    let float = gray.converted(to: PixelFormat(.gray, .float32, .opaque))
    #expect(samples(of: float, as: Float.self).last == 1)
    #expect(samples(of: float.converted(to: gray.format), as: UInt8.self) == bytes)
    let words = (0...65535).map { UInt16($0) }
    let all = image(words, .gray, .unorm16, .opaque)
    let rgba = all.converted(to: PixelFormat(.rgba, .unorm16, .straight))
    let back = rgba.converted(to: PixelFormat(.rgb, .unorm16, .opaque))
    #expect(samples(of: back, as: UInt16.self) == words.flatMap { [$0, $0, $0] })
    let floats = all.converted(to: PixelFormat(.gray, .float32, .opaque))
    #expect(samples(of: floats.converted(to: all.format), as: UInt16.self) == words)
  }

  @Test func channelsAreAdded() {
    let gray = image([7, 9] as [UInt8], .gray, .unorm8, .opaque)
    #expect(
      samples(of: gray.converted(to: PixelFormat(.grayAlpha, .unorm8, .straight)), as: UInt8.self)
        == [7, 255, 9, 255])
    #expect(
      samples(of: gray.converted(to: PixelFormat(.rgb, .unorm8, .opaque)), as: UInt8.self)
        == [7, 7, 7, 9, 9, 9])
    let rgb = image([1, 2, 3] as [UInt8], .rgb, .unorm8, .opaque)
    #expect(
      samples(of: rgb.converted(to: PixelFormat(.rgba, .unorm8, .premultiplied)), as: UInt8.self)
        == [1, 2, 3, 255])
    // The alpha channel of an opaque image counts as 1, whatever it holds.
    let padded = image([1, 2, 3, 0] as [UInt8], .rgba, .unorm8, .opaque)
    #expect(
      samples(of: padded.converted(to: PixelFormat(.rgba, .unorm8, .straight)), as: UInt8.self)
        == [1, 2, 3, 255])
  }

  @Test func theSameFormatIsTheSameImage() {
    let source = image([9, 9, 9, 0] as [UInt8], .rgba, .unorm8, .straight)
    #expect(source.converted(to: source.format).pixels === source.pixels)
  }

  @Test func floatImageReadsAndWritesEveryFormat() {
    let straight = FloatImage(image([255, 51, 0, 51] as [UInt8], .rgba, .unorm8, .straight))
    for (a, b) in zip(straight.values, [0.2, 0.04, 0, 0.2]) { #expect(abs(a - b) < 1e-15) }
    #expect(FloatImage(image([65535, 0] as [UInt16], .gray, .unorm16, .opaque)).values == [1, 0])
    #expect(
      FloatImage(image([0.5, 0.25] as [Float], .grayAlpha, .float32, .opaque)).values
        == [0.5, 1])
    let values = FloatImage(width: 1, height: 1, channels: .rgb, values: [0.5, 1.5, -0.5])
    #expect(samples(of: values.image(.unorm8, .opaque), as: UInt8.self) == [128, 255, 0])
    #expect(samples(of: values.image(.unorm16, .opaque), as: UInt16.self) == [32768, 65535, 0])
  }
}
