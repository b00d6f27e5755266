import GPUEffectsModel
import Glibc

extension Reference {
  /// The whole kernel, from distance -n to n, summing to 1.
  static func kernel(of shape: BlurKernel, radius: Double) -> [Double] {
    let weights: [Double]
    switch shape {
    case .gaussian:
      // Beyond 6.5 sigma a Gaussian is below 1e-9 of its peak.
      let reach = Int((6.5 * radius).rounded(.up))
      weights = (-reach...reach).map { bell(Double($0) / radius) }
    case .apple:
      // The tap past the cut fades in with the cut's fraction.
      let cut = 2.5 * radius
      let reach = Int(cut.rounded(.down)) + 1
      weights = (-reach...reach).map { distance in
        let share = min(1, max(0, cut - Double(abs(distance)) + 1))
        return share * bell(Double(distance) / (0.95 * radius))
      }
    }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  private static func bell(_ x: Double) -> Double { exp(-0.5 * x * x) }

  /// The two-dimensional convolution with the product of `kernel` and itself.
  static func convolve(
    _ image: FloatImage, with kernel: [Double], beyond edge: EdgeMode
  ) -> FloatImage {
    let horizontal = convolveRowsAndTranspose(image, kernel, edge)
    return convolveRowsAndTranspose(horizontal, kernel, edge)
  }

  /// One axis; transposing the result makes one function do for both.
  private static func convolveRowsAndTranspose(
    _ image: FloatImage, _ kernel: [Double], _ edge: EdgeMode
  ) -> FloatImage {
    let (width, height, channels) = (image.width, image.height, image.channels.rawValue)
    let reach = kernel.count / 2
    let origins = (-reach..<(width + reach)).map { origin(of: $0, count: width, edge) }
    // Taps that fall outside a normalized image are left out, and the others
    // make up for them.
    let shares = (0..<width).map { x in
      guard edge == .normalized else { return 1.0 }
      return kernel.indices.reduce(0) { sum, tap in
        (0..<width).contains(x + tap - reach) ? sum + kernel[tap] : sum
      }
    }
    // The row with all that a tap can meet beyond it, and space for a whole
    // vector at its end.
    typealias Lanes = SIMD16<Double>
    let lanes = Lanes.scalarCount
    var padded = [Double](repeating: 0, count: origins.count * channels + lanes)
    var line = [Double](repeating: 0, count: width * channels + lanes)
    let transposed = [Double](unsafeUninitializedCapacity: image.values.count) { output, count in
      image.values.withUnsafeBufferPointer { input in
        for y in 0..<height {
          padded.withUnsafeMutableBufferPointer { padded in
            for (position, origin) in origins.enumerated() {
              guard let origin else { continue }
              for channel in 0..<channels {
                padded[position * channels + channel] =
                  input[(y * width + origin) * channels + channel]
              }
            }
          }
          padded.withUnsafeBytes { padded in
            for start in stride(from: 0, to: width * channels, by: lanes) {
              var sum = Lanes.zero
              for tap in kernel.indices {
                let offset = (start + tap * channels) * MemoryLayout<Double>.stride
                sum += kernel[tap] * padded.loadUnaligned(fromByteOffset: offset, as: Lanes.self)
              }
              for lane in 0..<lanes { line[start + lane] = sum[lane] }
            }
          }
          line.withUnsafeBufferPointer { line in
            for x in 0..<width {
              for channel in 0..<channels {
                output[(x * height + y) * channels + channel] =
                  line[x * channels + channel] / shares[x]
              }
            }
          }
        }
      }
      count = image.values.count
    }
    return FloatImage(
      width: height, height: width, channels: image.channels, values: transposed)
  }

  /// The pixel that stands for position `i` of a row of `count`, found by
  /// walking; nil beyond an image that ends in nothing.
  static func origin(of i: Int, count: Int, _ edge: EdgeMode) -> Int? {
    var i = i
    while i < 0 || i >= count {
      switch edge {
      case .clamp: i = i < 0 ? 0 : count - 1
      case .mirror: i = i < 0 ? -1 - i : 2 * count - 1 - i
      case .normalized, .transparent: return nil
      }
    }
    return i
  }
}
