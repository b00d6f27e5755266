import GPUEffectsCodecs
import GPUEffectsModel
import Testing

@Suite struct PNGRoundTripTests {
  static let channels: [PixelFormat.Channels] = [.gray, .grayAlpha, .rgb, .rgba]
  static let sizes = [(1, 1), (1, 40), (40, 1), (33, 17), (300, 7)]

  static func format(_ channels: PixelFormat.Channels, _ depth: PixelFormat.Depth) -> PixelFormat {
    PixelFormat(channels, depth, channels.hasAlpha ? .straight : .opaque)
  }

  /// Random samples with runs, so that matches, literals and all filters occur.
  static func image(_ size: (Int, Int), _ format: PixelFormat, seed: UInt64 = 1) -> Image {
    var random = SplitMix(seed)
    var bytes: [UInt8] = []
    while bytes.count < size.0 * size.1 * format.bytesPerPixel {
      let start = UInt8(truncatingIfNeeded: random.next())
      let step = UInt8(truncatingIfNeeded: random.next() % 3)
      for i in 0..<UInt8(random.next() % 40 + 1) { bytes.append(start &+ step &* i) }
    }
    return Image(
      size.0, size.1, format, bytes: Array(bytes.prefix(size.0 * size.1 * format.bytesPerPixel)))
  }

  @Test(arguments: channels, PNGCompression.allCases)
  func samplesReturn(_ channels: PixelFormat.Channels, _ compression: PNGCompression) throws {
    for depth in [PixelFormat.Depth.unorm8, .unorm16] {
      for size in Self.sizes {
        let image = Self.image(size, Self.format(channels, depth))
        let file = try PNG.encode(image, compression: compression)
        let decoded = try PNG.decode(file)
        #expect(decoded.image.format == image.format)
        #expect(decoded.image.width == size.0 && decoded.image.height == size.1)
        #expect(decoded.image.bytes == image.bytes)
        #expect(decoded.metadata == ImageMetadata())
        #expect(decoded.warnings == [])
        // What both sides of one library agree on, the naive decoder confirms.
        #expect(NaivePNG(file).rgba16() == image.rgba16())
      }
    }
  }

  @Test func nothingButTheImageIsWritten() throws {
    let image = Self.image((33, 17), Self.format(.rgba, .unorm16))
    let naive = NaivePNG(try PNG.encode(image))
    #expect(naive.chunks.map(\.name) == ["IHDR", "IDAT", "IEND"])
    #expect(naive.bitDepth == 16 && naive.colorType == 6 && !naive.isInterlaced)
  }

  @Test func sameInputSameBytes() throws {
    for compression in PNGCompression.allCases {
      let image = Self.image((300, 7), Self.format(.rgb, .unorm8))
      let again = Image(300, 7, image.format, bytes: image.bytes)
      #expect(
        try PNG.encode(image, compression: compression)
          == PNG.encode(again, compression: compression))
    }
  }

  @Test func smallerIsSmaller() throws {
    let photo = try PNG.decode(try Fixtures.photo("coffee.png")).image
    let sizes = try PNGCompression.allCases.map { try PNG.encode(photo, compression: $0).count }
    #expect(sizes[0] > sizes[1] && sizes[1] > sizes[2], "fast, medium, small: \(sizes)")
  }

  @Test func fastUsesTheFilterUp() throws {
    let photo = try PNG.decode(try Fixtures.photo("chelsea.png")).image
    let naive = NaivePNG(try PNG.encode(photo, compression: .fast))
    let stream = NaiveInflate.unpack(naive.chunks.filter { $0.name == "IDAT" }.flatMap(\.data))
    let filters = stride(from: 0, to: stream.count, by: 1 + naive.width * 3).map { stream[$0] }
    #expect(filters.count == naive.height)
    #expect(filters.dropFirst().allSatisfy { $0 == 2 })
  }

  @Test func photosReturn() throws {
    for name in ["coffee.png", "astronaut.png", "chelsea.png"] {
      let photo = try PNG.decode(try Fixtures.photo(name))
      let again = try PNG.decode(try PNG.encode(photo.image, metadata: photo.metadata))
      #expect(again.image.bytes == photo.image.bytes)
      #expect(again.metadata == photo.metadata)
    }
  }

  /// An opaque image may have an alpha channel; its samples are all 1 and stay.
  @Test func opaqueRGBAIsWrittenAsItIs() throws {
    let image = Image(
      2, 1, PixelFormat(.rgba, .unorm8, .opaque), bytes: [1, 2, 3, 255, 4, 5, 6, 255])
    let decoded = try PNG.decode(try PNG.encode(image)).image
    #expect(decoded.bytes == image.bytes)
    #expect(decoded.format == PixelFormat(.rgba, .unorm8, .straight))
  }

  @Test func pixelsThatPNGCannotHoldAreRefused() throws {
    let premultiplied = Image(
      1, 1, PixelFormat(.rgba, .unorm8, .premultiplied), bytes: [0, 0, 0, 0])
    #expect(
      throws: CodecError.unsupportedPixels(
        .png, detail: "colours are multiplied by alpha, not straight")
    ) { try PNG.encode(premultiplied) }
    let float = Image(1, 1, PixelFormat(.gray, .float32, .opaque), bytes: [0, 0, 0, 0])
    #expect(
      throws: CodecError.unsupportedPixels(
        .png, detail: "samples are floating point, not 8 or 16 bits")
    ) { try PNG.encode(float) }
  }

  @Test func manyThreadsAtOnce() async throws {
    let names = Fixtures.pngSuite
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in names + names {
        group.addTask {
          let file = try Fixtures.pngSuite(name)
          let image = try PNG.decode(file).image
          #expect(try PNG.decode(try PNG.encode(image)).image.bytes == image.bytes)
        }
      }
      try await group.waitForAll()
    }
  }
}
