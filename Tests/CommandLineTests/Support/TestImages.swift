import GPUEffects
import GPUEffectsCodecs
import GPUEffectsModel
import Testing

@testable import vfx_gpu

/// Pictures made for tests.
enum TestImages {
  /// An opaque picture in which all pixels differ a little.
  static func pattern(width: Int = 24, height: Int = 16) -> Image {
    Image(width: width, height: height, format: PixelFormat(.rgb, .unorm8, .opaque)) { bytes in
      for i in 0..<(width * height) {
        bytes[3 * i] = UInt8(truncatingIfNeeded: i % width * 255 / width)
        bytes[3 * i + 1] = UInt8(truncatingIfNeeded: i / width * 255 / height)
        bytes[3 * i + 2] = UInt8(truncatingIfNeeded: i &* 37)
      }
    }
  }

  static func png(width: Int = 24, height: Int = 16) throws -> [UInt8] {
    try PNG.encode(pattern(width: width, height: height))
  }

  /// A PNG that no compression makes small.
  static func noise(width: Int, height: Int) throws -> [UInt8] {
    var state: UInt64 = 1
    return try PNG.encode(
      Image(width: width, height: height, format: PixelFormat(.rgb, .unorm8, .opaque)) { bytes in
        for i in bytes.indices {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          bytes[i] = UInt8(truncatingIfNeeded: state >> 56)
        }
      })
  }

  /// A PNG whose header states another size, with a right checksum.
  static func png(stating width: UInt32, _ height: UInt32) throws -> [UInt8] {
    var bytes = try png()
    for (i, value) in [width, height].enumerated() {
      for j in 0..<4 { bytes[16 + 4 * i + j] = UInt8(truncatingIfNeeded: value >> (24 - 8 * j)) }
    }
    let sum = crc(bytes[12..<29])
    for j in 0..<4 { bytes[29 + j] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * j)) }
    return bytes
  }

  /// A PNG whose pixels have a wrong checksum.
  static func pngWithWrongSum() throws -> [UInt8] {
    var bytes = try png()
    // The last chunk, IEND, takes 12 bytes; the sum of the pixels stands before it.
    bytes[bytes.count - 13] ^= 0xff
    return bytes
  }

  private static func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    return ~sum
  }

  /// The samples of a PNG file of 8 bits.
  static func samples(_ path: Path) throws -> [UInt8] {
    let image = try PNG.decode(try readFile(path)).image
    try #require(image.format.depth == .unorm8)
    return image.pixels.withUnsafeBytes { Array($0) }
  }
}

extension Image {
  var bytes: [UInt8] { pixels.withUnsafeBytes { Array($0) } }
}
