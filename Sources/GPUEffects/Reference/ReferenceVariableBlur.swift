import GPUEffectsModel

extension Reference {
  /// A gather: every pixel with the kernel of its own radius, mask x `blur.radius`.
  ///
  /// - Precondition: the mask has the image's size.
  static func gather(_ image: FloatImage, _ blur: Effect.Blur, mask: Mask) -> FloatImage {
    precondition(
      mask.width == image.width && mask.height == image.height, "a mask has the size of its image")
    var result = image
    var kernels: [UInt16: [Double]] = [:]
    for y in 0..<image.height {
      for x in 0..<image.width {
        let value = mask.values[y * mask.width + x]
        guard value > 0 else { continue }
        let kernel =
          kernels[value]
          ?? Self.kernel(of: blur.kernel, radius: blur.radius * Double(value) / 65535)
        kernels[value] = kernel
        gather(image, kernel, blur.edge, x, y, into: &result)
      }
    }
    return result
  }

  private static func gather(
    _ image: FloatImage, _ kernel: [Double], _ edge: EdgeMode, _ x: Int, _ y: Int,
    into result: inout FloatImage
  ) {
    let reach = kernel.count / 2
    let columns = kernel.indices.map { origin(of: x + $0 - reach, count: image.width, edge) }
    let rows = kernel.indices.map { origin(of: y + $0 - reach, count: image.height, edge) }
    let channels = image.channels.rawValue
    var sum = [Double](repeating: 0, count: channels)
    var inside = 0.0
    image.values.withUnsafeBufferPointer { values in
      for (j, row) in rows.enumerated() {
        guard let row else { continue }
        for (i, column) in columns.enumerated() {
          guard let column else { continue }
          let weight = kernel[i] * kernel[j]
          inside += weight
          for c in 0..<channels {
            sum[c] += weight * values[(row * image.width + column) * channels + c]
          }
        }
      }
    }
    for c in 0..<channels { result[x, y, c] = edge == .normalized ? sum[c] / inside : sum[c] }
  }
}
