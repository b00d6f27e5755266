import GPUEffectsModel
import Testing

@testable import GPUEffectsCodecs

@Suite struct JPEGTests {
  /// A smooth picture, which JPEG holds well.
  static func waves(_ width: Int, _ height: Int, _ format: PixelFormat) -> Image {
    let channels = format.channels.rawValue
    return Image(width: width, height: height, format: format) { bytes in
      for i in 0..<(width * height) {
        for c in 0..<channels {
          bytes[i * channels + c] = UInt8(
            (i % width * 200 / width + i / width * 55 / height * (c + 1) / channels) & 255)
        }
      }
    }
  }

  static let rgb = PixelFormat(.rgb, .unorm8, .opaque)
  static let gray = PixelFormat(.gray, .unorm8, .opaque)

  static func largestDifference(_ a: Image, _ b: Image) -> Int {
    zip(a.bytes, b.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test(arguments: [(61, 47), (1, 1), (8, 8), (17, 3)]) func comesBackNearly(
    _ width: Int, _ height: Int
  ) throws {
    for format in [Self.rgb, Self.gray] {
      let image = Self.waves(width, height, format)
      let decoded = try JPEG.decode(
        try JPEG.encode(image, quality: 100).bytes)
      #expect(decoded.image.width == width && decoded.image.height == height)
      #expect(decoded.image.format == format && decoded.warnings.isEmpty)
      // At 100 coefficients are rounded to whole numbers; the colour transform adds its share.
      #expect(Self.largestDifference(decoded.image, image) <= 3)
    }
  }

  @Test func moreQualityIsNearerAndLarger() throws {
    let photo = try PNG.decode(Fixtures.photo("chelsea.png")).image
    var last: (error: Double, count: Int) = (.infinity, 0)
    for quality in [20, 50, 80, 94, 95, 100] {
      let file = try JPEG.encode(photo, quality: quality).bytes
      let decoded = try JPEG.decode(file).image
      let sum = zip(decoded.bytes, photo.bytes).reduce(0.0) {
        $0 + Double((Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)))
      }
      #expect(sum < last.error && file.count > last.count)
      last = (sum, file.count)
    }
    #expect(try JPEG.encode(photo).bytes == JPEG.encode(photo).bytes)
  }

  /// The eight ways that a camera is held, on a picture whose corners differ.
  @Test(arguments: 1...8) func standsUpright(_ orientation: Int) throws {
    let (width, height) = (32, 16)
    // Red on the upper left, green right of it, blue below, black opposite, once upright.
    let corners: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [0, 0, 0]]
    // Exif 2.32, table of tag 274: where the stored rows and columns belong.
    let stored: [[Int]] = [
      [0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [2, 3, 0, 1],
      [0, 2, 1, 3], [1, 3, 0, 2], [3, 1, 2, 0], [2, 0, 3, 1],
    ]
    // For the last four, the stored upper right corner is an upright lower left one, and so on.
    let places = stored[orientation - 1]
    let image = Image(width: width, height: height, format: Self.rgb) { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let corner = corners[places[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)]]
          for c in 0..<3 { bytes[(y * width + x) * 3 + c] = corner[c] }
        }
      }
    }
    for isBigEndian in [false, true] {
      let exif = exifBlock(orientation: orientation, isBigEndian: isBigEndian)
      let file = try JPEG.encode(image, metadata: ImageMetadata(exif: exif), quality: 100).bytes
      let decoded = try JPEG.decode(file)
      let upright = decoded.image
      #expect(upright.width == (orientation >= 5 ? height : width))
      #expect(upright.height == (orientation >= 5 ? width : height))
      for (i, corner) in corners.enumerated() {
        let x = i % 2 == 0 ? 1 : upright.width - 2
        let y = i < 2 ? 1 : upright.height - 2
        for c in 0..<3 {
          let value = upright.bytes[(y * upright.width + x) * 3 + c]
          #expect(abs(Int(value) - Int(corner[c])) <= 4, "\(i) \(c)")
        }
      }
      // The block says so now.
      #expect(decoded.metadata.exif == exifBlock(orientation: 1, isBigEndian: isBigEndian))
    }
  }

  @Test func inksBecomeColours() throws {
    let decoded = try JPEG.decode(Fixtures.file("jpeg/cmyk-adobe.jpg"))
    #expect(decoded.image.format == Self.rgb)
    let expected: [[Int]] = [
      [255, 255, 255], [0, 255, 255], [0, 0, 0], [255, 0, 0], [127, 127, 127],
    ]
    for (i, color) in expected.enumerated() {
      let at = (8 * decoded.image.width + 16 * i + 8) * 3
      let found = decoded.image.bytes[at..<at + 3].map { Int($0) }
      #expect(zip(found, color).allSatisfy { abs($0 - $1) <= 1 }, "\(found) is not \(color)")
    }
    #expect(decoded.warnings == ["its inks are converted to RGB plainly, without a colour profile"])
  }

  @Test func scansAndCommentsAreRead() throws {
    let decoded = try JPEG.decode(Fixtures.file("jpeg/progressive.jpg"))
    #expect(decoded.metadata.texts == [ImageText(keyword: "Comment", text: "four colours")])
    let row = decoded.image.bytes[(8 * 64 * 3)...]
    let colors = [8, 24, 40, 56].map { x in (0..<3).map { Int(row[row.startIndex + x * 3 + $0]) } }
    let expected = [[255, 255, 255], [200, 30, 30], [30, 200, 30], [30, 30, 200]]
    for (found, color) in zip(colors, expected) {
      #expect(zip(found, color).allSatisfy { abs($0 - $1) <= 2 }, "\(found) is not \(color)")
    }
  }

  @Test func metadataComesThrough() throws {
    var metadata = ImageMetadata()
    metadata.profile = ICCProfile(bytes: profileBytes(space: "RGB "))
    metadata.density = PixelDensity(x: 11811, y: 11811, unit: .metre)
    metadata.exif = exifBlock(orientation: 1, isBigEndian: true)
    metadata.texts = [
      ImageText(keyword: "XML:com.adobe.xmp", text: "<x:xmpmeta/>", international: .init()),
      ImageText(keyword: "Comment", text: "hallo"),
      ImageText(keyword: "vfx-gpu fingerprint", text: "0.1 abc"),
    ]
    let file = try JPEG.encode(Self.waves(8, 8, Self.rgb), metadata: metadata)
    #expect(file.losses.isEmpty)
    #expect(try JPEG.decode(file.bytes).metadata == metadata)
  }

  @Test func profilesOfOtherColoursAreLeftOut() throws {
    for (format, space) in [(Self.gray, "RGB "), (Self.rgb, "CMYK"), (Self.rgb, "GRAY")] {
      let metadata = ImageMetadata(profile: ICCProfile(bytes: profileBytes(space: space)))
      let decoded = try JPEG.decode(
        try JPEG.encode(Self.waves(8, 8, format), metadata: metadata).bytes)
      #expect(decoded.metadata.profile == nil)
      #expect(decoded.warnings.count == 1 && decoded.warnings[0].contains("profile is left out"))
    }
  }

  @Test func whatJPEGLacksIsSaid() throws {
    let image = Image(
      1, 1, PixelFormat(.rgba, .unorm16, .straight),
      bytes: [0xff, 0xff, 0, 0, 0, 0, 0, 0x80])
    let file = try JPEG.encode(image, quality: 100, background: Color("#00f") ?? .white)
    #expect(
      file.losses == ["transparency is replaced by the background", "16 bits are rounded to 8"])
    // 32768/65535 of red over blue.
    let pixel = try JPEG.decode(file.bytes).image.bytes.map { Int($0) }
    #expect(zip(pixel, [128, 0, 127]).allSatisfy { abs($0 - $1) <= 2 }, "\(pixel)")
    #expect(throws: CodecError.self) {
      try JPEG.encode(
        Image(width: 1, height: 1, format: PixelFormat(.rgba, .unorm8, .premultiplied)) {
          $0.initializeMemory(as: UInt8.self, repeating: 0)
        })
    }
  }

  @Test func sizesHaveLimits() throws {
    let file = try JPEG.encode(Self.waves(64, 64, Self.rgb)).bytes
    #expect(throws: CodecError.tooManyPixels(.jpeg, width: 64, height: 64, limit: 4095)) {
      try JPEG.decode(file, limits: DecodeLimits(maximumPixels: 4095))
    }
    #expect(throws: CodecError.wrongFormat(expected: .jpeg, found: .text)) {
      try JPEG.decode(Array("no picture at all".utf8))
    }
    let frame = file.withUnsafeBytes { JPEG.frame(inHead: $0) }
    #expect(frame?.width == 64 && frame?.height == 64 && frame?.components == 3)
    #expect(frame?.isProgressive == false)
    let scans = try Fixtures.file("jpeg/progressive.jpg")
    #expect(scans.withUnsafeBytes { JPEG.frame(inHead: $0) }?.isProgressive == true)
  }
}

/// Files that are cut or hit: an error, or a picture of the right size; no crash.
@Suite struct JPEGDamageTests {
  static let files: [[UInt8]] = {
    let image = JPEGTests.waves(40, 24, JPEGTests.rgb)
    let metadata = ImageMetadata(
      profile: ICCProfile(bytes: profileBytes(space: "RGB ")),
      exif: exifBlock(orientation: 6, isBigEndian: false))
    return [
      (try? JPEG.encode(image, metadata: metadata).bytes) ?? [],
      (try? Fixtures.file("jpeg/progressive.jpg")) ?? [],
      (try? Fixtures.file("jpeg/cmyk-adobe.jpg")) ?? [],
    ]
  }()

  @Test(arguments: files.indices) func noPartOfAPicture(_ index: Int) {
    let file = Self.files[index]
    #expect(file.count > 100)
    // The last two bytes say that it ends; without them it is still whole.
    for count in 3..<(file.count - 2) {
      #expect(throws: CodecError.self, "cut after \(count)") {
        try JPEG.decode(Array(file[..<count]))
      }
    }
  }

  @Test(arguments: files.indices) func hitsAreSurvived(_ index: Int) {
    var state: UInt64 = 7
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for _ in 0..<3000 {
      var file = Self.files[index]
      for _ in 0...random(4) { file[random(file.count)] ^= 1 << UInt8(random(8)) }
      do {
        let decoded = try JPEG.decode(file, limits: DecodeLimits(maximumPixels: 1 << 20))
        #expect(decoded.image.width * decoded.image.height <= 1 << 20)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }
}

/// An Exif block with nothing but the orientation.
func exifBlock(orientation: Int, isBigEndian: Bool) -> [UInt8] {
  let value = UInt8(orientation)
  return isBigEndian
    ? [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0]
    : [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 18, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0, 0, 0, 0, 0]
}

/// The header of a profile and an empty table of tags.
func profileBytes(space: String) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: 132)
  bytes[3] = 132
  bytes.replaceSubrange(16..<20, with: Array(space.utf8))
  bytes.replaceSubrange(36..<40, with: Array("acsp".utf8))
  return bytes
}
