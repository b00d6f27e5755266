import Glibc

/// sRGB's transfer function, exact (IEC 61966-2-1), with tables for whole
/// images.
package enum TransferFunction {
  /// Linear light of an encoded value, both 0...1.
  package static func linear(_ encoded: Double) -> Double {
    encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
  }

  package static func encoded(_ linear: Double) -> Double {
    linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
  }

  /// Intervals of the encoding table.
  package static let steps = 4096

  /// The encoding at the square of i / `steps`, for i = 0...steps + 1. In the
  /// root of the light the function is smooth, so that interpolating between
  /// entries is exact to 1e-6.
  package static let encodingByRoot: [Float] = (0...(steps + 1)).map { i in
    let root = Double(i) / Double(steps)
    return Float(encoded(root * root))
  }

  /// Linear light of the 65536 encoded 16-bit values.
  package static let linearBySample: [Float] = (0..<65536).map { Float(linear(Double($0) / 65535)) }
}
