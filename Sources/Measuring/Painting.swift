package import GPUEffectsModel

extension Image {
  /// A picture of which `color` gives each pixel: R, G, B and A in 16 bits, of
  /// which 8-bit formats keep the upper half; grey ones take G. Alpha is of the
  /// format's own kind.
  package static func painted(
    width: Int, height: Int, format: PixelFormat, _ color: (Int, Int) -> SIMD4<UInt32>
  ) -> Image {
    let channels: [Int] =
      switch format.channels {
      case .gray: [1]
      case .grayAlpha: [1, 3]
      case .rgb: [0, 1, 2]
      case .rgba: [0, 1, 2, 3]
      }
    return Image(width: width, height: height, format: format) { target in
      var i = 0
      for y in 0..<height {
        for x in 0..<width {
          let color = color(x, y)
          for channel in channels {
            store(color[channel], format.depth, in: target, at: &i)
          }
        }
      }
    }
  }
}

@inline(__always)
private func store(
  _ value: UInt32, _ depth: PixelFormat.Depth, in target: UnsafeMutableRawBufferPointer,
  at i: inout Int
) {
  switch depth {
  case .unorm8: target[i] = UInt8(truncatingIfNeeded: value >> 8)
  case .unorm16:
    target.storeBytes(of: UInt16(truncatingIfNeeded: value), toByteOffset: i, as: UInt16.self)
  case .float32:
    target.storeBytes(of: Float(value) / 65535, toByteOffset: i, as: Float.self)
  }
  i += depth.rawValue
}
