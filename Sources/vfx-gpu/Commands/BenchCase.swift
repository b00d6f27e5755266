import GPUEffects
import GPUEffectsMeasuring

/// Something that `vfx-gpu bench` times: a picture and what is done to it.
struct BenchCase: Sendable {
  let picture: BenchPicture
  let look: NamedLook

  /// PICTURE/LOOK, such as `rgb8/blur-20`.
  var name: String { "\(picture.rawValue)/\(look.name)" }

  static let looks = [1, 6, 20, 50].map(NamedLook.blur) + [.fused, .color]

  static let all = BenchPicture.allCases.flatMap { picture in
    looks.map { BenchCase(picture: picture, look: $0) }
  }

  /// The cases that one word of `--case` means: those with exactly this name or
  /// half of it, else those with it somewhere in their name.
  static func named(_ word: String) -> [BenchCase] {
    let exact = all.filter { [$0.name, $0.picture.rawValue, $0.look.name].contains(word) }
    return exact.isEmpty ? all.filter { $0.name.contains(word) } : exact
  }
}

/// The pictures, as a PNG file would give them: alpha straight, and varying
/// where there is one. The same bytes on every machine.
enum BenchPicture: String, CaseIterable, Sendable {
  case rgb8
  case rgba8
  case gray8
  case rgba16

  var format: PixelFormat {
    switch self {
    case .rgb8: PixelFormat(.rgb, .unorm8, .opaque)
    case .rgba8: PixelFormat(.rgba, .unorm8, .straight)
    case .gray8: PixelFormat(.gray, .unorm8, .opaque)
    case .rgba16: PixelFormat(.rgba, .unorm16, .straight)
    }
  }

  func make(width: Int, height: Int) -> Image {
    .painted(width: width, height: height, format: format, Self.color)
  }

  /// Like a photo to a compressor: large shapes, detail at every scale, a
  /// little grain; the opacity comes in slanted waves.
  private static func color(_ x: Int, _ y: Int) -> SIMD4<UInt32> {
    var luma = 0
    for (layer, size) in [256, 64, 16, 4].enumerated() {
      luma += noise(x, y, size: size, layer) >> (layer + 1)
    }
    luma += Int(hash(x, y, 9) & 1023) - 512
    let warmth = noise(x, y, size: 128, 7) / 4 - 8192
    let phase = UInt32((3 * x + 2 * y) & 1023)
    func sample(_ value: Int) -> UInt32 { UInt32(max(0, min(65535, value))) }
    return SIMD4(
      sample(luma + warmth), sample(luma), sample(luma - warmth), min(phase, 1023 - phase) * 128)
  }

  /// Values 0..<65536, one at each corner of a grid of this size, a power of
  /// two, and what lies between them.
  private static func noise(_ x: Int, _ y: Int, size: Int, _ layer: Int) -> Int {
    let (column, row) = (x / size, y / size)
    let (u, v) = (x & (size - 1), y & (size - 1))
    func corner(_ i: Int, _ j: Int) -> Int { Int(hash(column + i, row + j, layer) & 65535) }
    let upper = corner(0, 0) * (size - u) + corner(1, 0) * u
    let lower = corner(0, 1) * (size - u) + corner(1, 1) * u
    return (upper * (size - v) + lower * v) / (size * size)
  }

  private static func hash(_ x: Int, _ y: Int, _ layer: Int) -> UInt64 {
    var h = UInt64(truncatingIfNeeded: (y << 28) ^ (x << 4) ^ layer) &* 0x9e37_79b9_7f4a_7c15
    h = (h ^ (h >> 29)) &* 0xbf58_476d_1ce4_e5b9
    return h >> 32
  }
}
