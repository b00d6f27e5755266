import GPUEffectsModel

/// Reproducible noise: xorshift64*.
struct Noise: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

extension Image {
  /// An image of `samples` in 0...1 by (x, y, channel), rounded to the format.
  init(_ width: Int, _ height: Int, _ format: PixelFormat, _ sample: (Int, Int, Int) -> Double) {
    let n = format.channels.rawValue
    self.init(width: width, height: height, format: format) { bytes in
      for y in 0..<height {
        for x in 0..<width {
          for c in 0..<n {
            let i = (y * width + x) * n + c
            let value = sample(x, y, c)
            switch format.depth {
            case .unorm8: bytes[i] = UInt8(value * 255 + 0.5)
            case .unorm16:
              bytes.storeBytes(
                of: UInt16(value * 65535 + 0.5), toByteOffset: 2 * i, as: UInt16.self)
            case .float32: bytes.storeBytes(of: Float(value), toByteOffset: 4 * i, as: Float.self)
            }
          }
        }
      }
    }
  }

  /// Binary noise; where there is alpha it is smooth noise that the colours of
  /// a premultiplied format stay below.
  static func noise(_ width: Int, _ height: Int, _ format: PixelFormat, seed: UInt64 = 1) -> Image {
    var random = Noise(seed)
    let n = format.channels.rawValue
    var pixels: [Double] = []
    for _ in 0..<(width * height) {
      let alpha =
        format.channels.hasAlpha && format.alpha != .opaque
        ? Double.random(in: 0...1, using: &random) : 1
      let limit = format.alpha == .premultiplied ? alpha : 1
      for c in 0..<n {
        let isAlpha = format.channels.hasAlpha && c == n - 1
        pixels.append(isAlpha ? alpha : Bool.random(using: &random) ? limit : 0)
      }
    }
    return Image(width, height, format) { x, y, c in pixels[(y * width + x) * n + c] }
  }

  static func constant(_ width: Int, _ height: Int, _ format: PixelFormat, _ value: Double) -> Image
  {
    Image(width, height, format) { _, _, _ in value }
  }

  var bytes: [UInt8] { pixels.withUnsafeBytes { Array($0) } }

  /// The samples as integers (or bits of floats) in 0...maximum.
  var samples: [Double] {
    pixels.withUnsafeBytes { bytes in
      switch format.depth {
      case .unorm8: bytes.map(Double.init)
      case .unorm16: bytes.bindMemory(to: UInt16.self).map(Double.init)
      case .float32: bytes.bindMemory(to: Float.self).map(Double.init)
      }
    }
  }
}

extension PixelFormat {
  /// Every combination of channels and alpha kind.
  static func all(_ depth: Depth) -> [PixelFormat] {
    [
      PixelFormat(.gray, depth, .opaque), PixelFormat(.rgb, depth, .opaque),
      PixelFormat(.rgba, depth, .opaque), PixelFormat(.grayAlpha, depth, .premultiplied),
      PixelFormat(.rgba, depth, .premultiplied), PixelFormat(.grayAlpha, depth, .straight),
      PixelFormat(.rgba, depth, .straight),
    ]
  }
}

extension Planner {
  static let fixed = Planner(
    Capabilities(
      formats: [.fixed16], outputDepths: [.unorm8, .unorm16, .float32], maximumSize: 1 << 24))
  static let float = Planner(
    Capabilities(
      formats: [.float32], outputDepths: [.unorm8, .unorm16, .float32], maximumSize: 1 << 24))
}
