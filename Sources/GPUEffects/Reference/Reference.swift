package import GPUEffectsModel

/// The judge of the executors: every effect in float64, straight from its
/// definition. It shares no kernel, index rule or pass structure with them and
/// rounds nothing.
package enum Reference {
  /// (1 - m) S + m opacity clamp(M blur(S) + bias alpha, 0, alpha), all
  /// premultiplied, with the channels of the source.
  ///
  /// - Parameter source: of any format. Without an alpha channel alpha is 1
  ///   before and after the blur.
  /// - Precondition: the effect's mask has the source's size.
  package static func render(_ effect: Effect, _ source: Image) -> FloatImage {
    render(effect, FloatImage(source))
  }

  static func render(_ effect: Effect, _ original: FloatImage) -> FloatImage {
    var result = original
    if let blur = effect.blur {
      let linear = blur.colorSpace == .linear
      if linear { result = mapColors(result, Self.linear) }
      if let mask = effect.mask, effect.maskMode == .radius {
        result = gather(result, blur, mask: mask)
      } else {
        result = convolve(
          result, with: kernel(of: blur.kernel, radius: blur.radius), beyond: blur.edge)
      }
      if linear { result = mapColors(result, Self.encoded) }
    }
    if effect.matrix != .identity { apply(effect.matrix, to: &result) }
    if effect.opacity != 1 {
      for i in result.values.indices { result.values[i] *= effect.opacity }
    }
    if let mask = effect.mask, effect.maskMode == .fade { mix(original, into: &result, by: mask) }
    return result
  }

  /// Replaces each pixel's colour by M c + bias alpha, clamped to 0...alpha.
  /// Grey is (v, v, v) and keeps the green of the result.
  private static func apply(_ matrix: ColorMatrix, to image: inout FloatImage) {
    let m = matrix.elements
    let count = image.channels.rawValue
    let isGray = image.channels.isGray
    let hasAlpha = image.channels.hasAlpha
    image.values.withUnsafeMutableBufferPointer { values in
      for pixel in stride(from: 0, to: values.count, by: count) {
        let alpha = hasAlpha ? values[pixel + count - 1] : 1
        func row(_ row: Int, _ r: Double, _ g: Double, _ b: Double) -> Double {
          let sum = m[4 * row] * r + m[4 * row + 1] * g + m[4 * row + 2] * b
          return min(max(sum + m[4 * row + 3] * alpha, 0), alpha)
        }
        if isGray {
          let v = values[pixel]
          values[pixel] = row(1, v, v, v)
        } else {
          let (r, g, b) = (values[pixel], values[pixel + 1], values[pixel + 2])
          values[pixel] = row(0, r, g, b)
          values[pixel + 1] = row(1, r, g, b)
          values[pixel + 2] = row(2, r, g, b)
        }
      }
    }
  }

  private static func mix(_ source: FloatImage, into effect: inout FloatImage, by mask: Mask) {
    precondition(
      mask.width == effect.width && mask.height == effect.height,
      "a mask has the size of its image")
    let count = effect.channels.rawValue
    effect.values.withUnsafeMutableBufferPointer { values in
      for (pixel, value) in mask.values.enumerated() {
        let m = Double(value) / 65535
        for i in (pixel * count)..<((pixel + 1) * count) {
          values[i] = (1 - m) * source.values[i] + m * values[i]
        }
      }
    }
  }
}
