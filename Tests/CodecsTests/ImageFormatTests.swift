import GPUEffectsCodecs
import Testing

@Suite struct ImageFormatTests {
  static let heads: [(ImageFormat, [UInt8])] = [
    (.png, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    (.jpeg, [0xff, 0xd8, 0xff, 0xdb]), (.gif, Array("GIF89a".utf8)),
    (.webp, Array("RIFF".utf8) + [9, 9, 9, 9] + Array("WEBPVP8 ".utf8)),
    (.bmp, Array("BM".utf8) + [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0]),
    (.tiff, [0x49, 0x49, 0x2a, 0]), (.tiff, [0x4d, 0x4d, 0, 0x2a]),
    (.avif, [0, 0, 0, 28] + Array("ftypavif".utf8)),
    (.heic, [0, 0, 0, 24] + Array("ftypheic".utf8)), (.jpegXL, [0xff, 0x0a]),
    (.jpegXL, [0, 0, 0, 12] + Array("JXL \r\n".utf8) + [0x87, 0x0a]),
    (.svg, Array("<?xml version=\"1.0\"?>\n<svg xmlns=\"\">".utf8)),
    (.y4m, Array("YUV4MPEG2 W2 H2".utf8)),
  ]

  @Test(arguments: heads.indices) func isToldByItsHead(_ index: Int) {
    let (format, head) = Self.heads[index]
    #expect(head.withUnsafeBytes { ImageFormat.detect($0) } == format)
    #expect(head.withUnsafeBytes { PNG.recognizes($0) } == (format == .png))
    let cut = head.dropLast(head.count - 1)
    #expect(cut.withUnsafeBytes { ImageFormat.detect($0) } == nil)
  }

  @Test func contentThatIsNoImage() {
    func content(_ bytes: [UInt8]) -> Content { bytes.withUnsafeBytes { Content.detect($0) } }
    #expect(content([]) == .nothing)
    #expect(content(Array("BMI is a number\n".utf8)) == .text)
    #expect(content([0, 1, 2, 3]) == .unknown)
    #expect(content([0xc3, 0x28, 0x61, 0x61, 0x61]) == .unknown)
    // A character of four bytes on the edge of what is looked at.
    #expect(content(Array(String(repeating: "x", count: 510).utf8) + Array("🟢".utf8)) == .text)
  }

  /// Each error stands after "NAME: " as one sentence.
  @Test func errorsRead() {
    let texts = [
      CodecError.wrongFormat(expected: .png, found: .nothing): "the file is empty",
      .wrongFormat(expected: .png, found: .text): "this is no PNG image: the content is text",
      .wrongFormat(expected: .png, found: .image(.webp)):
        "this is no PNG image: the content is an image in WebP format",
      .truncated(.png, count: 99):
        "the PNG data is incomplete: it ends after 99 bytes, within the image",
      .damaged(.png, offset: 41, detail: "IDAT: CRC error"):
        "the PNG data is damaged, found at byte 41: IDAT: CRC error",
      .noPixels(.png, width: 0, height: 4):
        "the PNG header says 0 x 4: an image needs at least one pixel",
      .tooManyPixels(.png, width: 787_402, height: 787_402, limit: 268_435_456):
        "the PNG header says 787402 x 787402, more than the limit of 268435456 pixels",
    ]
    for (error, text) in texts { #expect("\(error)" == text) }
  }
}
