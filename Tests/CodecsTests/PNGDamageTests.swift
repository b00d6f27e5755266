import GPUEffectsCodecs
import GPUEffectsModel
import Testing

/// Bad input: one error that says what and where, or the true picture.
@Suite struct PNGDamageTests {
  static let pixel = PNGComposer.pixel()

  @Test func emptyInput() {
    #expect(throws: CodecError.wrongFormat(expected: .png, found: .nothing)) {
      try PNG.decode([])
    }
    #expect(throws: CodecError.wrongFormat(expected: .png, found: .nothing)) {
      try PNG.decode(UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }

  @Test func textInsteadOfAnImage() {
    #expect(throws: CodecError.wrongFormat(expected: .png, found: .text)) {
      try PNG.decode(Array("# A readme, grün\n".utf8))
    }
  }

  @Test func anotherFormatIsNamed() {
    #expect(throws: CodecError.wrongFormat(expected: .png, found: .image(.jpeg))) {
      try PNG.decode([0xff, 0xd8, 0xff, 0xe0, 0, 16])
    }
  }

  @Test func convertedLineEnds() {
    let file = Array(Self.pixel[..<4]) + Array(Self.pixel[5...])
    #expect(
      throws: CodecError.damaged(
        .png, offset: 8, detail: "line ends were converted, as a transfer in text mode does")
    ) { try PNG.decode(file) }
  }

  @Test(arguments: [(0, 5), (5, 0), (0, 0)]) func noPixels(_ width: Int, _ height: Int) {
    var file = PNGComposer()
    file.header(width: UInt32(width), height: UInt32(height))
    file.add("IDAT", zlibStored([]))
    file.add("IEND", [])
    #expect(throws: CodecError.noPixels(.png, width: width, height: height)) {
      try PNG.decode(file.bytes)
    }
  }

  @Test func wrongChecksumOfThePixels() {
    var file = PNGComposer()
    file.header(width: 1, height: 1)
    file.add("IDAT", zlibStored([0, 1]), crcIsWrong: true)
    file.add("IEND", [])
    #expect { try PNG.decode(file.bytes) } throws: { error in
      guard case .damaged(.png, let offset, "IDAT: CRC error")? = error as? CodecError else {
        return false
      }
      return offset > 33 && offset <= file.bytes.count
    }
  }

  @Test func wrongChecksumElsewhereIsAWarning() throws {
    var file = PNGComposer()
    file.header(width: 1, height: 1)
    file.add("tEXt", TestChunks.text.data, crcIsWrong: true)
    file.add("gAMA", TestChunks.gamma.data, crcIsWrong: true)
    file.add("pHYs", TestChunks.density.data)
    file.add("IDAT", zlibStored([0, 77]))
    file.add("IEND", [])
    let decoded = try PNG.decode(file.bytes)
    #expect(decoded.image.bytes == [77])
    #expect(decoded.metadata.texts.isEmpty && decoded.metadata.gamma == nil)
    #expect(decoded.metadata.density != nil)
    #expect(
      decoded.warnings == [
        "the tEXt chunk is left out: CRC error", "the gAMA chunk is left out: CRC error",
      ])
  }

  /// Without its transparency the picture would be another one.
  @Test func wrongChecksumOfTransparencyIsAnError() {
    var file = PNGComposer()
    file.header(width: 1, height: 1)
    file.add("tRNS", [0, 77], crcIsWrong: true)
    file.add("IDAT", zlibStored([0, 77]))
    file.add("IEND", [])
    #expect { try PNG.decode(file.bytes) } throws: { error in
      guard case .damaged(.png, _, "tRNS: CRC error")? = error as? CodecError else { return false }
      return true
    }
  }

  static let impossible: [(String, @Sendable (inout PNGComposer) -> Void)] = [
    ("no header", { $0.add("IDAT", zlibStored([0, 0])) }),
    ("depth 3", { $0.header(width: 1, height: 1, bitDepth: 3) }),
    ("RGB of 4 bits", { $0.header(width: 1, height: 1, bitDepth: 4, colorType: 2) }),
    ("colour type 5", { $0.header(width: 1, height: 1, colorType: 5) }),
    ("interlace 2", { $0.header(width: 1, height: 1, interlace: 2) }),
    ("header of 12 bytes", { $0.add("IHDR", Array(repeating: 1, count: 12)) }),
    ("side of 2^31", { $0.header(width: 1 << 31, height: 1) }),
    ("palette missing", { $0.header(width: 1, height: 1, colorType: 3) }),
    (
      "two headers",
      {
        $0.header(width: 1, height: 1)
        $0.header(width: 1, height: 1)
      }
    ),
    (
      "unknown critical chunk",
      {
        $0.header(width: 1, height: 1)
        $0.add("ABCD", [1])
      }
    ),
    (
      "palette of 4 bytes",
      {
        $0.header(width: 1, height: 1, colorType: 3)
        $0.add("PLTE", [1, 2, 3, 4])
      }
    ),
  ]

  @Test(arguments: impossible.indices) func impossibleFiles(_ index: Int) {
    let (what, change) = Self.impossible[index]
    var file = PNGComposer()
    change(&file)
    file.add("IDAT", zlibStored([0, 0]))
    file.add("IEND", [])
    #expect(throws: CodecError.self, "\(what)") { try PNG.decode(file.bytes) }
  }

  @Test func tooFewRows() {
    let file = PNGComposer(width: 1, height: 2, bitDepth: 8, colorType: 0, rows: [[1]]).bytes
    #expect { try PNG.decode(file) } throws: { error in
      guard case .damaged(.png, _, let detail)? = error as? CodecError else { return false }
      return detail.contains("ot enough image data")
    }
  }

  /// zlib's own checksum over the pixels, under right ones of the chunks; in a
  /// second chunk it comes after the last row was delivered.
  @Test(arguments: [0, 4]) func wrongInnerChecksum(_ inSecondChunk: Int) {
    var file = PNGComposer()
    file.header(width: 1, height: 1)
    var data = zlibStored([0, 77])
    data[data.count - 1] ^= 1
    file.add("IDAT", Array(data.dropLast(inSecondChunk)))
    file.add("IDAT", Array(data.suffix(inSecondChunk)))
    file.add("IEND", [])
    #expect { try PNG.decode(file.bytes) } throws: { error in
      guard case .damaged(.png, _, let detail)? = error as? CodecError else { return false }
      return detail == "IDAT: incorrect data check"
    }
  }

  @Test func unknownFilter() {
    var file = PNGComposer()
    file.header(width: 1, height: 1)
    file.add("IDAT", zlibStored([9, 1]))
    file.add("IEND", [])
    #expect(throws: CodecError.self) { try PNG.decode(file.bytes) }
  }

  /// Index 2 of a palette of two: black and opaque, as in browsers.
  @Test func indexOutsideThePalette() throws {
    let file = PNGComposer(
      width: 3, height: 1, bitDepth: 8, colorType: 3, rows: [[0, 1, 2]],
      before: [
        NaivePNG.Chunk(name: "PLTE", data: [1, 2, 3, 4, 5, 6]),
        NaivePNG.Chunk(name: "tRNS", data: [9]),
      ]
    ).bytes
    let decoded = try PNG.decode(file)
    #expect(decoded.image.bytes == [1, 2, 3, 9, 4, 5, 6, 255, 0, 0, 0, 255])
  }

  @Test func whatFollowsTheEndIsIgnored() throws {
    #expect(try PNG.decode(Self.pixel + [1, 2, 3]).image.bytes == [128])
  }

  /// Every prefix of every file: incomplete, never a part of a picture.
  @Test(arguments: Fixtures.pngSuite) func everyPrefixIsAnError(_ name: String) throws {
    let file = try Fixtures.pngSuite(name)
    #expect(throws: CodecError.self) { try PNG.decode([]) }
    let wrong = (1..<file.count).filter { count in
      do throws(CodecError) {
        _ = try PNG.decode(Array(file[..<count]))
        return true
      } catch {
        return error != .truncated(.png, count: count)
      }
    }
    #expect(wrong == [], "prefixes of these lengths")
  }

  /// One changed bit at a time: an error, or the picture as it was. (A changed
  /// name of tRNS makes it an unknown chunk that nobody can miss.)
  @Test(arguments: Fixtures.pngSuite) func aChangedBitIsSeen(_ name: String) throws {
    let file = try Fixtures.pngSuite(name)
    let good = try PNG.decode(file).image
    let nameOfTransparency = file.indices.dropLast(4).first {
      file[$0..<$0 + 4].elementsEqual("tRNS".utf8)
    }
    var random = SplitMix(UInt64(file.count))
    for _ in 0..<400 {
      let at = Int.random(in: 0..<file.count, using: &random)
      if let n = nameOfTransparency, (n..<n + 4).contains(at) { continue }
      var changed = file
      changed[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      guard let decoded = try? PNG.decode(changed) else { continue }
      #expect(decoded.image.format == good.format, "byte \(at)")
      #expect(decoded.image.bytes == good.bytes, "byte \(at)")
    }
  }

  /// Changed bytes under right checksums reach the parts behind them: any
  /// answer will do, but there must be one.
  @Test(arguments: Fixtures.pngSuite) func damageUnderRightChecksums(_ name: String) throws {
    let chunks = NaivePNG.chunks(of: try Fixtures.pngSuite(name))
    var random = SplitMix(name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    var pictures = 0
    for _ in 0..<300 {
      var file = PNGComposer()
      for chunk in chunks + (random.next() % 4 == 0 ? PNGMetadataTests.carried : []) {
        var data = chunk.data
        if random.next() % 2 == 0, !data.isEmpty {
          for _ in 0..<Int.random(in: 1...3, using: &random) {
            // The header's size stays small, so that pictures stay small.
            let low = chunk.name == "IHDR" ? min(8, data.count) : 0
            if low < data.count {
              data[Int.random(in: low..<data.count, using: &random)] =
                UInt8.random(in: 0...255, using: &random)
            }
            if random.next() % 8 == 0 { data.removeLast() }
            if data.isEmpty { break }
          }
        }
        file.add(chunk.name, data)
        if random.next() % 16 == 0 { file.add(chunk.name, data) }
      }
      if (try? PNG.decode(file.bytes)) != nil { pictures += 1 }
    }
    #expect(pictures < 300)
  }
}
