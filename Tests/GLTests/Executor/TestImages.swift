import GPUEffectsGL

@testable import GPUEffectsModel

/// A small linear congruential generator: the same numbers on every run.
struct Noise: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 31)
  }
}

extension Image {
  init(width: Int, height: Int, _ format: PixelFormat, samples: [Double]) {
    self.init(width: width, height: height, format: format) { bytes in
      switch format.depth {
      case .unorm8:
        _ = bytes.bindMemory(to: UInt8.self).update(fromContentsOf: samples.map { UInt8($0) })
      case .unorm16:
        _ = bytes.bindMemory(to: UInt16.self).update(fromContentsOf: samples.map { UInt16($0) })
      case .float32:
        _ = bytes.bindMemory(to: Float.self).update(fromContentsOf: samples.map { Float($0) })
      }
    }
  }

  /// Samples all over their range; premultiplied colours at most alpha.
  static func noise(_ width: Int, _ height: Int, _ format: PixelFormat, seed: UInt64 = 1) -> Image {
    var noise = Noise(state: seed)
    let count = format.channels.rawValue
    var samples: [Double] = []
    for _ in 0..<(width * height) {
      var pixel = (0..<count).map { _ in Double.random(in: 0...1, using: &noise) }
      if format.alpha == .premultiplied {
        for c in 0..<(count - 1) { pixel[c] *= pixel[count - 1] }
      }
      samples += pixel.map {
        let maximum = format.depth.maximum
        return format.depth == .float32 ? Double(Float($0)) : ($0 * maximum).rounded(.down)
      }
    }
    return Image(width: width, height: height, format, samples: samples)
  }

  /// The samples as numbers, 8-bit ones being 0...255.
  var samples: [Double] {
    pixels.withUnsafeBytes { bytes in
      switch format.depth {
      case .unorm8: bytes.bindMemory(to: UInt8.self).map { Double($0) }
      case .unorm16: bytes.bindMemory(to: UInt16.self).map { Double($0) }
      case .float32: bytes.bindMemory(to: Float.self).map { Double($0) }
      }
    }
  }

  /// The part of the image that `area` covers.
  func cropped(to area: Area) -> [Double] {
    let samples = samples
    let count = format.channels.rawValue
    return area.y.flatMap { y in
      samples[((y * width + area.x.lowerBound) * count)..<((y * width + area.x.upperBound) * count)]
    }
  }
}

extension PixelFormat {
  static let all: [PixelFormat] = [Depth.unorm8, .unorm16, .float32].flatMap { depth in
    [
      PixelFormat(.gray, depth, .opaque), PixelFormat(.grayAlpha, depth, .straight),
      PixelFormat(.grayAlpha, depth, .premultiplied), PixelFormat(.rgb, depth, .opaque),
      PixelFormat(.rgba, depth, .opaque), PixelFormat(.rgba, depth, .straight),
      PixelFormat(.rgba, depth, .premultiplied),
    ]
  }
}
