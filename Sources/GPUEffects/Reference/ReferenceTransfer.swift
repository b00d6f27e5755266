import GPUEffectsModel
import Glibc

extension Reference {
  /// sRGB's exact transfer function: encoded to linear, 0...1 (IEC 61966-2-1).
  static func linear(_ encoded: Double) -> Double {
    encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
  }

  /// Its inverse.
  static func encoded(_ linear: Double) -> Double {
    linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
  }

  /// Applies a function to the unpremultiplied colours of an image.
  static func mapColors(_ image: FloatImage, _ function: (Double) -> Double) -> FloatImage {
    var result = image
    let count = image.channels.rawValue
    let hasAlpha = image.channels.hasAlpha
    for pixel in stride(from: 0, to: image.values.count, by: count) {
      let alpha = hasAlpha ? image.values[pixel + count - 1] : 1
      guard alpha > 0 else { continue }
      for i in pixel..<(pixel + count - (hasAlpha ? 1 : 0)) {
        result.values[i] = alpha * function(min(image.values[i] / alpha, 1))
      }
    }
    return result
  }
}
