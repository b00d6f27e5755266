import GPUEffects
import GPUEffectsCodecs
import GPUEffectsMeasuring
import GPUEffectsModel

/// The 4K pictures, made from a small photo: three times its size, mirrored
/// until it fills the frame, with grain, so that there is detail at every
/// scale. The same bytes on every machine.
enum Picture: String, CaseIterable {
  /// Premultiplied, alpha 1 everywhere, so that all four channels are computed.
  case rgba8
  case rgb8
  case gray8
  /// Premultiplied, alpha from 0 to 1 and back in slanted waves.
  case translucent8
  case rgba16

  static let width = 3840
  static let height = 2160
  static let photo = "Tests/Fixtures/photos/coffee.png"

  var format: PixelFormat {
    switch self {
    case .rgba8, .translucent8: PixelFormat(.rgba, .unorm8, .premultiplied)
    case .rgb8: PixelFormat(.rgb, .unorm8, .opaque)
    case .gray8: PixelFormat(.gray, .unorm8, .opaque)
    case .rgba16: PixelFormat(.rgba, .unorm16, .premultiplied)
    }
  }

  func make() throws -> Image {
    let photo = try PNG.decode(readFile("\(repository)/\(Self.photo)")).image
    guard photo.format == PixelFormat(.rgb, .unorm8, .opaque) else {
      throw BenchmarkError("\(Self.photo) is no 8-bit RGB picture any more.")
    }
    return photo.pixels.withUnsafeBytes { bytes in
      let enlarged = Enlarged(bytes: bytes, width: photo.width, height: photo.height)
      return Image.painted(width: Self.width, height: Self.height, format: format) { x, y in
        let color = enlarged.color(x, y)
        return self == .translucent8 ? Self.translucent(color, x, y) : color
      }
    }
  }

  /// The colour, premultiplied in 8 bits by an alpha that comes in waves.
  private static func translucent(_ color: SIMD4<UInt32>, _ x: Int, _ y: Int) -> SIMD4<UInt32> {
    let phase = UInt32((3 * x + 2 * y) & 511)
    let alpha = min(phase, 511 - phase)
    var premultiplied = (((color &>> 8) &* alpha) / 255) &<< 8
    premultiplied.w = alpha << 8
    return premultiplied
  }
}

/// A photo of three times its size, and its mirror images around it.
private struct Enlarged {
  let bytes: UnsafeRawBufferPointer
  let width: Int
  let height: Int

  /// The pixel's colour in 16 bits, opaque: bilinear, with grain of about 3 % of full scale.
  @inline(__always)
  func color(_ x: Int, _ y: Int) -> SIMD4<UInt32> {
    let (column, row) = (Self.mirrored(x, 3 * width), Self.mirrored(y, 3 * height))
    let (left, u) = Self.position(column, width)
    let (top, v) = Self.position(row, height)
    func channel(_ c: Int) -> UInt32 {
      func sample(_ x: Int, _ y: Int) -> Int { Int(bytes[3 * (y * width + x) + c]) }
      let upper = sample(left, top) * (6 - u) + sample(left + 1, top) * u
      let lower = sample(left, top + 1) * (6 - u) + sample(left + 1, top + 1) * u
      let value = (upper * (6 - v) + lower * v) * 257 / 36 + Self.grain(x, y, c)
      return UInt32(max(0, min(65535, value)))
    }
    return SIMD4(channel(0), channel(1), channel(2), 65535)
  }

  private static func mirrored(_ i: Int, _ size: Int) -> Int {
    let i = i % (2 * size)
    return i < size ? i : 2 * size - 1 - i
  }

  /// The left of the two samples around the centre of enlarged pixel `i`, and
  /// how far the centre lies to its right, in sixths.
  private static func position(_ i: Int, _ size: Int) -> (Int, Int) {
    let sixths = max(0, min(6 * (size - 1) - 1, 2 * i - 2))
    return (sixths / 6, sixths % 6)
  }

  private static func grain(_ x: Int, _ y: Int, _ channel: Int) -> Int {
    var h = UInt64(truncatingIfNeeded: (y << 24) ^ (x << 4) ^ channel) &* 0x9E37_79B9_7F4A_7C15
    h = (h ^ (h >> 29)) &* 0xBF58_476D_1CE4_E5B9
    return Int(h >> 52) - 2048
  }
}

/// The package's folder, without a slash at its end.
private let repository =
  "/"
  + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
