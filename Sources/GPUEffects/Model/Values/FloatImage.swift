/// An image in float64: premultiplied, interleaved, rows packed, 0...1 and not
/// rounded. What the reference computes in and what executors are judged by.
package struct FloatImage: Sendable {
  package let width: Int
  package let height: Int
  package let channels: PixelFormat.Channels
  /// `channels.rawValue` samples a pixel.
  package var values: [Double]

  /// - Precondition: `values` has one element a sample.
  package init(width: Int, height: Int, channels: PixelFormat.Channels, values: [Double]) {
    precondition(
      values.count == width * height * channels.rawValue, "an image needs one value a sample")
    self.width = width
    self.height = height
    self.channels = channels
    self.values = values
  }

  /// The image's samples, multiplied by alpha where they were straight. The
  /// alpha channel of an opaque image counts as 1, whatever it holds.
  package init(_ image: Image) {
    let format = image.format
    let maximum = format.depth.maximum
    var values = image.pixels.withUnsafeBytes { bytes in
      switch format.depth {
      case .unorm8: bytes.map { Double($0) / maximum }
      case .unorm16: bytes.bindMemory(to: UInt16.self).map { Double($0) / maximum }
      case .float32: bytes.bindMemory(to: Float.self).map { Double($0) }
      }
    }
    let count = format.channels.rawValue
    if format.channels.hasAlpha, format.alpha != .premultiplied {
      values.withUnsafeMutableBufferPointer { values in
        for pixel in stride(from: 0, to: values.count, by: count) {
          let alpha = pixel + count - 1
          if format.alpha == .opaque {
            values[alpha] = 1
          } else {
            for sample in pixel..<alpha { values[sample] *= values[alpha] }
          }
        }
      }
    }
    self.init(width: image.width, height: image.height, channels: format.channels, values: values)
  }

  private func ditherThreshold(ofSample index: Int) -> Double {
    let pixel = index / channels.rawValue
    return Double(OrderedDither.threshold(x: pixel % width, y: pixel / width))
  }

  package subscript(x: Int, y: Int, channel: Int) -> Double {
    get { values[(y * width + x) * channels.rawValue + channel] }
    set { values[(y * width + x) * channels.rawValue + channel] = newValue }
  }

  /// The pixels as an image of the same channels: integers rounded to nearest,
  /// floor(x + 0.5), after clamping to 0...1.
  ///
  /// - Parameters:
  ///   - alpha: `opaque` or `premultiplied`; the samples are the same.
  ///   - dither: rounds to 8 bits by ``OrderedDither`` instead of to nearest.
  package func image(
    _ depth: PixelFormat.Depth, _ alpha: PixelFormat.Alpha, dither: Bool = false
  ) -> Image {
    Image(width: width, height: height, format: PixelFormat(channels, depth, alpha)) { bytes in
      func store<T: BinaryInteger>(_ type: T.Type) {
        let samples = bytes.bindMemory(to: type)
        for (i, value) in values.enumerated() {
          let threshold = dither ? ditherThreshold(ofSample: i) : 0.5
          samples[i] = T(truncatingIfNeeded: Int(min(max(value, 0), 1) * depth.maximum + threshold))
        }
      }
      switch depth {
      case .unorm8: store(UInt8.self)
      case .unorm16: store(UInt16.self)
      case .float32:
        let samples = bytes.bindMemory(to: Float.self)
        for (i, value) in values.enumerated() { samples[i] = Float(value) }
      }
    }
  }
}
