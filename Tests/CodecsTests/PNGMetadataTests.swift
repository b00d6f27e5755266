import GPUEffectsCodecs
import GPUEffectsModel
import Testing

@Suite struct PNGMetadataTests {
  typealias Chunk = NaivePNG.Chunk

  static let carried: [Chunk] = [
    TestChunks.iCCP(TestChunks.profile(space: "GRAY")), TestChunks.codingPoints, TestChunks.sRGB,
    TestChunks.gamma, TestChunks.chromaticities, TestChunks.density, TestChunks.exif,
    TestChunks.text, TestChunks.compressedText, TestChunks.international,
  ]

  static let meaning = ImageMetadata(
    profile: ICCProfile(name: "test profile", bytes: TestChunks.profile(space: "GRAY")),
    codingPoints: ColorCodingPoints(primaries: 9, transfer: 16, matrix: 0, isFullRange: true),
    sRGBIntent: .relativeColorimetric,
    gamma: 45455,
    chromaticities: Chromaticities(
      white: .init(x: 31270, y: 32900), red: .init(x: 64000, y: 33000),
      green: .init(x: 30000, y: 60000), blue: .init(x: 15000, y: 6000)),
    density: PixelDensity(x: 2835, y: 2836, unit: .metre),
    texts: [
      ImageText(keyword: "Author", text: "José"),
      ImageText(keyword: "Comment", text: "packed text", isCompressed: true),
      ImageText(
        keyword: "Title", text: "Grün 🟢",
        international: .init(language: "de", keyword: "Überschrift")),
    ],
    exif: [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 0])

  @Test func everythingIsUnderstood() throws {
    let decoded = try PNG.decode(PNGComposer.pixel(before: Self.carried))
    #expect(decoded.metadata == Self.meaning)
    #expect(decoded.warnings == [])
    #expect(decoded.image.bytes == [128])
  }

  @Test func everythingIsCarriedOverBeforeThePixels() throws {
    let decoded = try PNG.decode(PNGComposer.pixel(before: Self.carried))
    let file = try PNG.encode(decoded.image, metadata: decoded.metadata)
    let naive = NaivePNG(file)
    let names = naive.chunks.map(\.name)
    #expect(names.suffix(2) == ["IDAT", "IEND"])
    #expect(Set(names) == Set(Self.carried.map(\.name) + ["IHDR", "IDAT", "IEND"]))
    #expect(names.count == Self.carried.count + 3)
    for chunk in Self.carried where !["iCCP", "zTXt"].contains(chunk.name) {
      #expect(naive.data(chunk.name) == chunk.data, "\(chunk.name)")
    }
    let profile = try #require(naive.data("iCCP"))
    #expect(Array(profile.prefix(14)) == Array("test profile\0\0".utf8))
    #expect(NaiveInflate.unpack(Array(profile.dropFirst(14))) == TestChunks.profile(space: "GRAY"))
    let text = try #require(naive.data("zTXt"))
    #expect(Array(text.prefix(9)) == Array("Comment\0\0".utf8))
    #expect(NaiveInflate.unpack(Array(text.dropFirst(9))) == Array("packed text".utf8))
    let again = try PNG.decode(file)
    #expect(again.metadata == Self.meaning)
    #expect(again.warnings == [])
  }

  @Test func textsAndExifAfterThePixelsCount() throws {
    let after = [TestChunks.exif, TestChunks.text, TestChunks.international]
    let decoded = try PNG.decode(PNGComposer.pixel(after: after))
    #expect(decoded.warnings == [])
    #expect(decoded.metadata.exif == Self.meaning.exif)
    #expect(decoded.metadata.texts == [Self.meaning.texts[0], Self.meaning.texts[2]])
  }

  @Test func colourChunksAfterThePixelsDoNot() throws {
    let decoded = try PNG.decode(PNGComposer.pixel(after: [TestChunks.gamma]))
    #expect(decoded.metadata == ImageMetadata())
    #expect(decoded.warnings == ["the gAMA chunk is left out: it stands after the pixels"])
  }

  @Test func theFirstOfTwoCounts() throws {
    let other = Chunk(name: "gAMA", data: bigEndian(100000))
    let decoded = try PNG.decode(PNGComposer.pixel(before: [TestChunks.gamma, other]))
    #expect(decoded.metadata.gamma == 45455)
    #expect(decoded.warnings == ["a second gAMA chunk is left out"])
  }

  @Test func whatDescribesStoredSamplesIsLeftOutSilently() throws {
    let left = [
      Chunk(name: "sBIT", data: [5]), Chunk(name: "bKGD", data: [0, 7]),
      Chunk(name: "tIME", data: [7, 0xd0, 1, 1, 0, 0, 0]),
      Chunk(name: "oFFs", data: [0, 0, 0, 1, 0, 0, 0, 1, 0]),
      Chunk(name: "teSt", data: [1, 2, 3]),
    ]
    let decoded = try PNG.decode(PNGComposer.pixel(before: left))
    #expect(decoded.metadata == ImageMetadata())
    #expect(decoded.warnings == [])
  }

  @Test func animationIsMentioned() throws {
    let decoded = try PNG.decode(
      PNGComposer.pixel(before: [Chunk(name: "acTL", data: [0, 0, 0, 2, 0, 0, 0, 0])]))
    #expect(decoded.warnings == ["only the still picture of this animated PNG is read"])
  }

  static let broken: [Chunk] = [
    Chunk(name: "gAMA", data: bigEndian(0)), Chunk(name: "gAMA", data: [1, 2, 3]),
    Chunk(name: "cHRM", data: bigEndian(1)), Chunk(name: "sRGB", data: [4]),
    Chunk(name: "sRGB", data: []), Chunk(name: "cICP", data: [1, 13, 0, 2]),
    Chunk(name: "cICP", data: [1, 13, 0]), Chunk(name: "pHYs", data: [0, 0, 0, 1, 0, 0, 0, 1, 2]),
    Chunk(name: "pHYs", data: []), Chunk(name: "eXIf", data: Array("Exif\0\0MM".utf8)),
  ]

  @Test(arguments: broken) func brokenChunksAreLeftOut(_ chunk: Chunk) throws {
    let decoded = try PNG.decode(PNGComposer.pixel(before: [chunk]))
    #expect(decoded.metadata == ImageMetadata())
    #expect(decoded.warnings == ["the \(chunk.name) chunk is left out: its content is invalid"])
  }

  static let brokenProfiles: [(String, Chunk)] = {
    let good = TestChunks.profile(space: "GRAY")
    func changed(_ offset: Int, _ data: [UInt8]) -> [UInt8] {
      Array(good[..<offset]) + data + Array(good[(offset + data.count)...])
    }
    return [
      ("length too large", TestChunks.iCCP(changed(0, bigEndian(1 << 20)))),
      ("length too small", TestChunks.iCCP(changed(0, bigEndian(64)))),
      ("no signature", TestChunks.iCCP(changed(36, Array("ascp".utf8)))),
      ("colours on grey pixels", TestChunks.iCCP(TestChunks.profile(space: "RGB "))),
      ("a tag outside", TestChunks.iCCP(changed(136, bigEndian(300)))),
      ("empty", TestChunks.iCCP([])),
      ("no zlib data", Chunk(name: "iCCP", data: Array("x\0\0abcdefgh".utf8))),
      ("no name", TestChunks.iCCP(good, name: "")),
      ("nothing", Chunk(name: "iCCP", data: [])),
    ]
  }()

  @Test(arguments: brokenProfiles.indices)
  func aBrokenProfileIsLeftOutWithAWarning(_ index: Int) throws {
    let (what, chunk) = Self.brokenProfiles[index]
    let decoded = try PNG.decode(PNGComposer.pixel(before: [chunk, TestChunks.gamma]))
    #expect(decoded.metadata.profile == nil, "\(what)")
    #expect(decoded.metadata.gamma == 45455)
    #expect(decoded.image.bytes == [128])
    #expect(decoded.warnings.count >= 1, "\(what)")
    #expect(
      decoded.warnings.allSatisfy { $0.hasPrefix("the colour profile is left out: ") },
      "\(what): \(decoded.warnings)")
  }

  @Test func anOddProfileIsKept() throws {
    var profile = TestChunks.profile(space: "GRAY")
    profile[71] ^= 1  // another white than D50
    let decoded = try PNG.decode(PNGComposer.pixel(before: [TestChunks.iCCP(profile)]))
    #expect(decoded.metadata.profile?.bytes == profile)
    #expect(decoded.warnings.count == 1)
    #expect(decoded.warnings[0].hasPrefix("the colour profile has an error: "))
  }

  @Test func aProfileOfTheWrongColourSpaceIsRefused() {
    let gray = Image(1, 1, PixelFormat(.gray, .unorm8, .opaque), bytes: [0])
    let metadata = ImageMetadata(profile: ICCProfile(bytes: TestChunks.profile(space: "RGB ")))
    #expect { try PNG.encode(gray, metadata: metadata) } throws: { error in
      guard case .unsupportedMetadata(.png, let detail)? = error as? CodecError else {
        return false
      }
      return detail.contains("color space")
    }
    let none = ImageMetadata(profile: ICCProfile(bytes: []))
    #expect(
      throws: CodecError.unsupportedMetadata(.png, detail: "the colour profile is empty")
    ) { try PNG.encode(gray, metadata: none) }
  }

  @Test func textsThatPNGCannotHoldAreRefused() {
    let gray = Image(1, 1, PixelFormat(.gray, .unorm8, .opaque), bytes: [0])
    let keywords = ["", " a", "a ", "a  b", "a\u{1}b", "Ω", String(repeating: "k", count: 80)]
    for keyword in keywords {
      let metadata = ImageMetadata(texts: [ImageText(keyword: keyword, text: "t")])
      #expect(throws: CodecError.self, "\(keyword)") { try PNG.encode(gray, metadata: metadata) }
    }
    let nul = ImageMetadata(texts: [ImageText(keyword: "k", text: "a\0b")])
    #expect(throws: CodecError.self) { try PNG.encode(gray, metadata: nul) }
  }

  @Test func aTextWithMoreThanLatin1BecomesInternational() throws {
    let gray = Image(1, 1, PixelFormat(.gray, .unorm8, .opaque), bytes: [0])
    let metadata = ImageMetadata(texts: [ImageText(keyword: "k", text: "π", isCompressed: true)])
    let again = try PNG.decode(try PNG.encode(gray, metadata: metadata)).metadata
    #expect(
      again.texts == [
        ImageText(keyword: "k", text: "π", international: .init(), isCompressed: true)
      ])
  }

  @Test func aTextWithoutKeywordIsLeftOut() throws {
    let chunk = Chunk(name: "tEXt", data: Array("\0text".utf8))
    let decoded = try PNG.decode(PNGComposer.pixel(before: [chunk, TestChunks.text]))
    #expect(decoded.metadata.texts == [Self.meaning.texts[0]])
    #expect(decoded.warnings == ["a text without a proper keyword is left out"])
  }
}
