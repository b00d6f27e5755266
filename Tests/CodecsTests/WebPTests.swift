import GPUEffectsModel
import Testing

@testable import GPUEffectsCodecs

@Suite struct WebPTests {
  static func pattern(_ format: PixelFormat, _ width: Int = 31, _ height: Int = 17) -> Image {
    Image(width: width, height: height, format: format) { bytes in
      for i in bytes.indices { bytes[i] = UInt8(truncatingIfNeeded: i &* 73 &+ i / 7) }
    }
  }

  @Test(arguments: [
    PixelFormat(.rgb, .unorm8, .opaque), PixelFormat(.rgba, .unorm8, .straight),
  ])
  func quality100IsLossless(_ format: PixelFormat) throws {
    let image = Self.pattern(format)
    let decoded = try WebP.decode(try WebP.encode(image, quality: 100).bytes)
    #expect(decoded.image.format == format)
    #expect(decoded.image.bytes == image.bytes && decoded.warnings.isEmpty)
  }

  @Test func grayBecomesColour() throws {
    let image = Image(2, 1, PixelFormat(.gray, .unorm8, .opaque), bytes: [7, 200])
    #expect(
      try WebP.decode(try WebP.encode(image, quality: 100).bytes).image.bytes
        == [7, 7, 7, 200, 200, 200])
    let translucent = Image(1, 1, PixelFormat(.grayAlpha, .unorm8, .straight), bytes: [7, 200])
    #expect(
      try WebP.decode(try WebP.encode(translucent, quality: 100).bytes).image.bytes
        == [7, 7, 7, 200])
  }

  @Test func moreQualityIsNearer() throws {
    let photo = try PNG.decode(Fixtures.photo("chelsea.png")).image
    var last = Double.infinity
    for quality in [10, 50, 90, 100] {
      let decoded = try WebP.decode(try WebP.encode(photo, quality: quality).bytes).image
      let sum = zip(decoded.bytes, photo.bytes).reduce(0.0) {
        $0 + Double((Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)))
      }
      #expect(sum < last)
      last = sum
    }
    #expect(last == 0)
  }

  @Test func metadataComesThrough() throws {
    var metadata = ImageMetadata()
    metadata.profile = ICCProfile(bytes: profileBytes(space: "RGB "))
    metadata.exif = exifBlock(orientation: 1, isBigEndian: false)
    metadata.texts = [
      ImageText(keyword: "XML:com.adobe.xmp", text: "<x:xmpmeta/>", international: .init()),
      ImageText(keyword: "Title", text: "ein Bild"),
      ImageText(keyword: "vfx-gpu fingerprint", text: "0.1 abc"),
    ]
    let image = Self.pattern(PixelFormat(.rgb, .unorm8, .opaque))
    #expect(try WebP.decode(try WebP.encode(image, metadata: metadata).bytes).metadata == metadata)
  }

  @Test func standsUpright() throws {
    let image = Image(
      2, 1, PixelFormat(.rgb, .unorm8, .opaque), bytes: [255, 0, 0, 0, 0, 255])
    let metadata = ImageMetadata(exif: exifBlock(orientation: 6, isBigEndian: false))
    let decoded = try WebP.decode(
      try WebP.encode(image, metadata: metadata, quality: 100).bytes)
    #expect(decoded.image.width == 1 && decoded.image.height == 2)
    #expect(decoded.image.bytes == [255, 0, 0, 0, 0, 255])
  }

  @Test func ofAnAnimationTheFirstFrameIsRead() throws {
    let decoded = try WebP.decode(Fixtures.file("webp/animated.webp"))
    #expect(Array(decoded.image.bytes.prefix(3)) == [10, 200, 30])
    #expect(decoded.warnings == ["it is an animation of 2 frames; only the first is read"])
  }

  @Test func sizesHaveLimits() throws {
    let file = try WebP.encode(Self.pattern(PixelFormat(.rgb, .unorm8, .opaque), 64, 64)).bytes
    #expect(throws: CodecError.tooManyPixels(.webp, width: 64, height: 64, limit: 4095)) {
      try WebP.decode(file, limits: DecodeLimits(maximumPixels: 4095))
    }
    let size = file.withUnsafeBytes {
      WebP.size(inHead: UnsafeRawBufferPointer(rebasing: $0[..<64]))
    }
    #expect(size?.width == 64 && size?.height == 64 && size?.hasAlpha == false)
    #expect(throws: CodecError.self) {
      try WebP.encode(Self.pattern(PixelFormat(.gray, .unorm8, .opaque), 16384, 1))
    }
  }

  @Test(arguments: [50, 100]) func damageIsAnError(_ quality: Int) throws {
    let image = Self.pattern(PixelFormat(.rgba, .unorm8, .straight))
    let metadata = ImageMetadata(exif: exifBlock(orientation: 3, isBigEndian: true))
    let whole = try WebP.encode(image, metadata: metadata, quality: quality).bytes
    for count in 12..<whole.count {
      #expect(throws: CodecError.self, "cut after \(count)") {
        try WebP.decode(Array(whole[..<count]))
      }
    }
    var state: UInt64 = 7
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for _ in 0..<3000 {
      var file = whole
      for _ in 0...random(4) { file[random(file.count)] ^= 1 << UInt8(random(8)) }
      do {
        let decoded = try WebP.decode(file, limits: DecodeLimits(maximumPixels: 1 << 20))
        #expect(decoded.image.width * decoded.image.height <= 1 << 20)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }
}
