import GPUEffectsCodecs
import GPUEffectsModel
import Testing

/// Files that unpack to more than they should be given memory for.
@Suite struct PNGLimitTests {
  typealias Chunk = NaivePNG.Chunk

  static func header(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    var file = PNGComposer()
    file.header(width: width, height: height)
    file.add("IDAT", zlibRun(0, 100_000))
    file.add("IEND", [])
    return file.bytes
  }

  @Test func hugeHeaderIsRefused() {
    #expect(
      throws: CodecError.tooManyPixels(.png, width: 787_402, height: 787_402, limit: 1 << 28)
    ) { try PNG.decode(Self.header(787_402, 787_402)) }
    let most = UInt32(Int32.max)
    #expect(
      throws: CodecError.tooManyPixels(
        .png, width: Int(most), height: Int(most), limit: 1 << 28)
    ) { try PNG.decode(Self.header(most, most)) }
  }

  @Test func limitsAreInclusive() throws {
    let file = PNGComposer(
      width: 3, height: 2, bitDepth: 16, colorType: 2,
      rows: [[UInt8](repeating: 9, count: 18), [UInt8](repeating: 7, count: 18)]
    ).bytes
    #expect(try PNG.decode(file, limits: DecodeLimits(maximumPixels: 6)).image.width == 3)
    #expect(throws: CodecError.tooManyPixels(.png, width: 3, height: 2, limit: 5)) {
      try PNG.decode(file, limits: DecodeLimits(maximumPixels: 5))
    }
    #expect(try PNG.decode(file, limits: DecodeLimits(maximumBytes: 36)).image.width == 3)
    #expect(throws: CodecError.tooManyBytes(.png, width: 3, height: 2, limit: 35)) {
      try PNG.decode(file, limits: DecodeLimits(maximumBytes: 35))
    }
  }

  /// 16000 x 16000 is allowed, but a file of some hundred bytes can't hold it.
  @Test func aHeaderThatTheFileCannotHoldTakesNoMemory() {
    let file = Self.header(16000, 16000)
    #expect(throws: CodecError.truncated(.png, count: file.count)) { try PNG.decode(file) }
  }

  @Test func aWellPackedPictureIsNoBomb() throws {
    var file = PNGComposer()
    file.header(width: 4000, height: 1000)
    file.add("IDAT", zlibRun(0, 4001 * 1000))
    file.add("IEND", [])
    let decoded = try PNG.decode(file.bytes)
    #expect(decoded.image.bytes == Array(repeating: 0, count: 4_000_000))
    #expect(decoded.warnings == [])
  }

  @Test func moreDataThanPixelsIsAWarning() throws {
    var file = PNGComposer()
    file.header(width: 10, height: 10)
    file.add("IDAT", zlibRun(0, 10_000_000))
    file.add("IEND", [])
    let decoded = try PNG.decode(file.bytes)
    #expect(decoded.image.bytes == Array(repeating: 0, count: 100))
    #expect(
      decoded.warnings == [
        "the pixels are complete, but their data has an error: Too much image data"
      ])
  }

  @Test(arguments: ["zTXt", "iTXt", "iCCP"]) func aBombIsLeftOut(_ name: String) throws {
    let start = Array((name == "iTXt" ? "bomb\0\u{1}\0\0\0" : "bomb\0\0").utf8)
    let bomb = Chunk(name: name, data: start + zlibRun(0x61, 16 << 20))
    let decoded = try PNG.decode(PNGComposer.pixel(before: [bomb, TestChunks.text]))
    #expect(decoded.metadata.profile == nil)
    #expect(decoded.metadata.texts.map(\.keyword) == ["Author"])
    #expect(decoded.warnings.count == 1)
  }

  /// Each is within the limit of one, all are not.
  @Test func manyBombsShareTheLimit() throws {
    let bomb = Chunk(name: "zTXt", data: Array("bomb\0\0".utf8) + zlibRun(0x61, 1 << 20))
    let bombs = Array(repeating: bomb, count: 50)
    let limits = DecodeLimits(maximumMetadataBytes: 2 << 20)
    let decoded = try PNG.decode(PNGComposer.pixel(before: bombs, after: bombs), limits: limits)
    #expect((1...4).contains(decoded.metadata.texts.count), "\(decoded.metadata.texts.count)")
    #expect(decoded.warnings.last?.hasSuffix(" more") == true)
    #expect(decoded.warnings.count == 17)
  }

  @Test func textsAreLimitedInNumber() throws {
    let texts = Array(repeating: TestChunks.text, count: 300)
    let decoded = try PNG.decode(PNGComposer.pixel(before: texts))
    #expect(decoded.metadata.texts.count == 256)
    #expect(decoded.warnings.count == 1)
    let limits = DecodeLimits(maximumMetadataItems: 0)
    #expect(
      try PNG.decode(PNGComposer.pixel(before: texts), limits: limits).metadata.texts.isEmpty)
  }

  @Test func largeExifIsLeftOut() throws {
    let large = Chunk(name: "eXIf", data: TestChunks.exif.data + Array(repeating: 0, count: 3000))
    for count in [1, 2, 5] {
      let file = PNGComposer.pixel(before: Array(repeating: large, count: count))
      let decoded = try PNG.decode(file, limits: DecodeLimits(maximumMetadataBytes: 2000))
      #expect(decoded.metadata.exif == nil)
      #expect(!decoded.warnings.isEmpty)
      #expect(decoded.warnings.allSatisfy { $0.hasPrefix("the eXIf chunk is left out: ") })
    }
  }
}
