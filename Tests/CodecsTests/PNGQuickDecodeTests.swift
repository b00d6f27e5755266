import GPUEffectsCodecs
import GPUEffectsModel
import Testing

/// The quick reader answers as libpng does, or leaves the file to it.
@Suite struct PNGQuickDecodeTests {
  struct Outcome: Equatable {
    var format: PixelFormat
    var width: Int
    var bytes: [UInt8]
    var metadata: ImageMetadata
    var warnings: [String]

    init(_ decoded: DecodedImage) {
      format = decoded.image.format
      width = decoded.image.width
      bytes = decoded.image.bytes
      metadata = decoded.metadata
      warnings = decoded.warnings
    }
  }

  static func quickly(_ file: [UInt8], _ limits: DecodeLimits = DecodeLimits()) -> Outcome? {
    file.withUnsafeBytes { decodePNGQuickly($0, limits).map(Outcome.init) }
  }

  static func carefully(_ file: [UInt8], _ limits: DecodeLimits = DecodeLimits()) -> Outcome? {
    try? file.withUnsafeBytes { Outcome(try decodePNGCarefully($0, limits)) }
  }

  /// Whether the quick reader took the file; what it says must be libpng's answer.
  static func agrees(_ file: [UInt8], _ comment: Comment) -> Bool {
    guard let outcome = quickly(file) else { return false }
    #expect(outcome == carefully(file), comment)
    return true
  }

  /// Colour types and depths that are read quickly, and the bytes of a pixel.
  static let kinds: [(colorType: UInt8, depth: UInt8, pixel: Int)] = [
    (0, 8, 1), (4, 8, 2), (0, 16, 2), (2, 8, 3), (6, 8, 4), (4, 16, 4), (2, 16, 6), (6, 16, 8),
  ]

  /// Rows with filter types of their own, random and smooth bytes.
  static func rows(
    _ count: Int, of bytes: Int, _ random: inout SplitMix, types: ClosedRange<UInt8> = 0...4
  ) -> [UInt8] {
    (0..<count).flatMap { _ -> [UInt8] in
      let mask = UInt8(truncatingIfNeeded: random.next() | random.next())
      return [UInt8.random(in: types, using: &random)]
        + (0..<bytes).map { _ in UInt8(truncatingIfNeeded: random.next()) & mask }
    }
  }

  /// A file whose pixels are the stream `data`, cut anywhere into chunks.
  static func file(
    _ kind: (colorType: UInt8, depth: UInt8, pixel: Int), _ width: Int, _ height: Int,
    data: [UInt8], cuts: Int, _ random: inout SplitMix, after: [NaivePNG.Chunk] = []
  ) -> [UInt8] {
    var file = PNGComposer()
    file.header(
      width: UInt32(width), height: UInt32(height), bitDepth: kind.depth, colorType: kind.colorType)
    var places = (0..<cuts).map { _ in Int.random(in: 2...data.count, using: &random) }
    places = [0] + places.sorted() + [data.count]
    for (from, to) in zip(places, places.dropFirst()) { file.add("IDAT", Array(data[from..<to])) }
    for chunk in after { file.add(chunk.name, chunk.data) }
    file.add("IEND", [])
    return file.bytes
  }

  @Test(arguments: kinds.indices) func allFiltersAndCuts(_ index: Int) throws {
    let kind = Self.kinds[index]
    var random = SplitMix(UInt64(index))
    for (width, height) in [(1, 1), (1, 9), (7, 5), (64, 33), (331, 200), (70_000, 3)] {
      let data = zlibStored(Self.rows(height, of: width * kind.pixel, &random))
      for cuts in [0, 1, 5] {
        let file = Self.file(kind, width, height, data: data, cuts: cuts, &random)
        let outcome = try #require(Self.quickly(file), "\(width)x\(height), \(cuts) cuts")
        #expect(outcome == Self.carefully(file))
        if width * height < 10_000 {
          let image = try PNG.decode(file).image
          #expect(NaivePNG(file).rgba16() == image.rgba16(), "\(width)x\(height)")
        }
      }
    }
  }

  @Test func filesThatAreReadQuickly() throws {
    for name in ["coffee.png", "astronaut.png", "chelsea.png"] {
      #expect(Self.agrees(try Fixtures.photo(name), "\(name)"))
    }
    let quick = try Fixtures.pngSuite.filter {
      Self.agrees(try Fixtures.pngSuite($0), "\($0)")
    }
    #expect(
      quick == [
        "basn0g08.png", "basn0g16.png", "basn2c08.png", "basn2c16.png", "basn4a08.png",
        "basn4a16.png", "basn6a08.png", "basn6a16.png", "ftp0n0g08.png", "ftp0n2c08.png",
      ])
  }

  /// Chunks on both sides of the pixels, in order and out of it.
  @Test func metadataOnBothSides() throws {
    var random = SplitMix(5)
    let all = PNGMetadataTests.carried
    var quick = 0
    for _ in 0..<2000 {
      var file = PNGComposer()
      file.header(width: 2, height: 2)
      for _ in 0..<random.next() % 3 { file.add(all.randomElement(using: &random)) }
      file.add("IDAT", zlibStored([0, 1, 2, 0, 3, 4]))
      for _ in 0..<random.next() % 3 { file.add(all.randomElement(using: &random)) }
      file.add("IEND", [])
      if Self.agrees(file.bytes, "") { quick += 1 }
    }
    #expect(quick > 500 && quick < 2000)
  }

  static let pixels: [UInt8] = [0, 1, 2, 0, 3, 4]

  /// Streams that libpng refuses or warns of.
  @Test(arguments: 1...9) func bytesAfterTheStreamAreOdd(_ count: Int) {
    var random = SplitMix(1)
    let data = zlibStored(Self.pixels) + Array(repeating: UInt8(0), count: count)
    for cuts in 0...2 {
      let file = Self.file(Self.kinds[0], 2, 2, data: data, cuts: cuts, &random)
      #expect(Self.quickly(file) == nil)
    }
  }

  @Test func oddStreams() throws {
    var random = SplitMix(1)
    var wrongSum = zlibStored(Self.pixels)
    wrongSum[wrongSum.count - 1] ^= 1
    let cases: [(String, [UInt8])] = [
      ("a row too many", zlibStored(Self.pixels + [0, 5, 6])),
      ("a byte too many", zlibStored(Self.pixels + [0])),
      ("a byte too few", zlibStored(Self.pixels.dropLast())),
      ("a filter that does not exist", zlibStored([0, 1, 2, 5, 3, 4])),
      ("no checksum", zlibStored(Self.pixels).dropLast(4)),
      ("a wrong checksum", wrongSum),
      ("another method", [0x77, 0x05] + zlibStored(Self.pixels).dropFirst(2)),
      ("a dictionary", [0x78, 0x20] + zlibStored(Self.pixels).dropFirst(2)),
      ("a wrong head", [0x78, 0x02] + zlibStored(Self.pixels).dropFirst(2)),
      ("nothing", [0x78, 0x01]),
    ]
    for (what, data) in cases {
      for cuts in 0...2 {
        let file = Self.file(Self.kinds[0], 2, 2, data: Array(data), cuts: cuts, &random)
        #expect(Self.quickly(file) == nil, "\(what)")
      }
    }
    let sound = Self.file(Self.kinds[0], 2, 2, data: zlibStored(Self.pixels), cuts: 2, &random)
    #expect(Self.quickly(sound) != nil)
  }

  /// zlib looks back no further than the stream's head says.
  @Test func aSmallWindow() {
    var random = SplitMix(1)
    for (height, isQuick) in [(127, true), (300, false)] {
      let data = [0x08, 0x1d] + zlibStored(Self.rows(height, of: 1, &random)).dropFirst(2)
      let file = Self.file(Self.kinds[0], 1, height, data: Array(data), cuts: 0, &random)
      #expect(Self.agrees(file, "") == isQuick)
      #expect(Self.carefully(file) != nil)
    }
  }

  /// Files with damage of many kinds, half of them under right checksums.
  @Test(arguments: kinds.indices) func damagedFiles(_ index: Int) throws {
    let kind = Self.kinds[index]
    var random = SplitMix(UInt64(100 + index))
    var quick = 0
    for _ in 0..<3000 {
      let width = Int.random(in: 1...20, using: &random)
      let height = Int.random(in: 1...9, using: &random)
      let rows = Self.rows(
        height + (random.next() % 16 == 0 ? 1 : 0), of: width * kind.pixel, &random,
        types: 0...(random.next() % 16 == 0 ? 5 : 4))
      var data = zlibStored(rows)
      if random.next() % 4 == 0 { data[Int.random(in: data.indices, using: &random)] ^= 0x10 }
      if random.next() % 16 == 0 { data.removeLast() }
      if random.next() % 16 == 0 { data.append(0) }
      var file = Self.file(
        kind, width, height, data: data, cuts: Int.random(in: 0...3, using: &random), &random,
        after: random.next() % 4 == 0 ? [TestChunks.text] : [])
      if random.next() % 4 == 0 {
        file[Int.random(in: file.indices, using: &random)] ^= 1 << UInt8(random.next() % 8)
      }
      if random.next() % 16 == 0 { file.removeLast(Int.random(in: 1...20, using: &random)) }
      if Self.agrees(file, "") { quick += 1 }
    }
    #expect(quick > 500 && quick < 2500, "\(quick)")
  }

  /// What a good compressor wrote, with damage, under right checksums.
  @Test func damagedStreams() throws {
    var random = SplitMix(77)
    for name in Fixtures.pngSuite where name.hasPrefix("basn") {
      let chunks = NaivePNG.chunks(of: try Fixtures.pngSuite(name))
      for _ in 0..<300 {
        var file = PNGComposer()
        for chunk in chunks {
          var data = chunk.data
          if chunk.name == "IDAT" || random.next() % 8 == 0, data.count > 8 {
            let low = chunk.name == "IHDR" ? 8 : 0
            data[Int.random(in: low..<data.count, using: &random)] ^= 1 << UInt8(random.next() % 8)
          }
          file.add(chunk.name, data)
        }
        _ = Self.agrees(file.bytes, "\(name)")
      }
    }
  }

  @Test func limitsHoldForBoth() throws {
    let photo = try Fixtures.photo("chelsea.png")
    for limits in [DecodeLimits(maximumPixels: 1000), DecodeLimits(maximumBytes: 1000)] {
      #expect(Self.quickly(photo, limits) == nil)
      #expect(throws: CodecError.self) { try PNG.decode(photo, limits: limits) }
    }
  }
}

extension PNGComposer {
  fileprivate mutating func add(_ chunk: NaivePNG.Chunk?) {
    if let chunk { add(chunk.name, chunk.data) }
  }
}
