import Dispatch
import GPUEffectsCodecs
import GPUEffectsModel
import Synchronization
import Testing

/// Large pictures are packed in strips, in any order, on any thread.
@Suite struct PNGStripTests {
  static func picture(
    _ channels: PixelFormat.Channels = .rgb, _ depth: PixelFormat.Depth = .unorm8,
    _ size: (Int, Int) = (700, 900)
  ) -> Image {
    PNGRoundTripTests.image(size, PNGRoundTripTests.format(channels, depth), seed: 9)
  }

  @Test func theLoopHasNoSayInTheBytes() throws {
    let image = Self.picture()
    let file = try PNG.encode(image)
    #expect(
      try PNG.encode(image, loop: { count, body in (0..<count).reversed().forEach(body) }) == file)
    let calls = Mutex<[Int]>([])
    let spread = try PNG.encode(image) { count, body in
      DispatchQueue.concurrentPerform(iterations: count) { index in
        calls.withLock { $0.append(index) }
        body(index)
      }
    }
    #expect(spread == file)
    #expect(calls.withLock { $0.sorted() } == Array(0..<4))
  }

  /// Each strip is a chunk; together they are one sound zlib stream.
  @Test func theStripsAreOneStream() throws {
    let image = Self.picture()
    let naive = NaivePNG(try PNG.encode(image))
    #expect(naive.chunks.map(\.name) == ["IHDR", "IDAT", "IDAT", "IDAT", "IDAT", "IEND"])
    let stream = naive.chunks.filter { $0.name == "IDAT" }.flatMap(\.data)
    let rows = NaiveInflate.unpack(stream)
    #expect(rows.count == 900 * 2101)
    #expect(Array(stream.suffix(4)) == bigEndian(adler32(rows)))
    #expect(naive.rgba16() == image.rgba16())
  }

  @Test func checksumsOfTheChunks() throws {
    let file = try PNG.encode(Self.picture())
    var composed = PNGComposer()
    for chunk in NaivePNG.chunks(of: file) { composed.add(chunk.name, chunk.data) }
    #expect(composed.bytes == file)
  }

  @Test(arguments: PNGRoundTripTests.channels)
  func libpngReadsThem(_ channels: PixelFormat.Channels) throws {
    for depth in [PixelFormat.Depth.unorm8, .unorm16] {
      let image = Self.picture(channels, depth)
      let file = try PNG.encode(image)
      let decoded = try file.withUnsafeBytes { try decodePNGCarefully($0, DecodeLimits()) }
      #expect(decoded.warnings == [])
      #expect(decoded.image.bytes == image.bytes)
      #expect(PNGQuickDecodeTests.quickly(file)?.bytes == image.bytes)
    }
  }

  /// Noise can't be packed; a row may be longer than a strip.
  @Test func noiseAndLongRows() throws {
    var random = SplitMix(3)
    for (width, height) in [(1200, 700), (300_000, 3), (1, 600_000)] {
      let noise = (0..<width * height * 3).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let image = Image(width, height, PixelFormat(.rgb, .unorm8, .opaque), bytes: noise)
      let file = try PNG.encode(image)
      #expect(file.count < noise.count + height + noise.count / 200 + 200)
      let decoded = try file.withUnsafeBytes { try decodePNGCarefully($0, DecodeLimits()) }
      #expect(decoded.warnings == [] && decoded.image.bytes == noise)
    }
  }
}
