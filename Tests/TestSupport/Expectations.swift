package import GPUEffectsModel
package import Testing

/// How far an executor's image is from the reference, in levels of 255.
///
/// An 8-bit image is compared with the reference rounded the same way, others
/// with the reference as it is.
package struct Deviation: CustomStringConvertible {
  package var levels = 0.0
  package var x = 0
  package var y = 0
  package var channel = 0
  package var actual = 0.0
  package var expected = 0.0

  /// - Precondition: `image` isn't straight and has the reference's size and
  ///   channels.
  package init(_ image: Image, from reference: FloatImage) {
    precondition(image.format.alpha != .straight, "executors give premultiplied results")
    precondition(
      (image.width, image.height, image.format.channels)
        == (reference.width, reference.height, reference.channels),
      "the image must have the reference's size and channels")
    let depth = image.format.depth
    let scale = 255 / depth.maximum
    let count = reference.channels.rawValue
    func scan<T>(_ samples: UnsafeBufferPointer<T>, _ value: (T) -> Double) {
      reference.values.withUnsafeBufferPointer { expected in
        for i in expected.indices {
          let actual = value(samples[i]) * scale
          var target = expected[i] * 255
          if depth == .unorm8 { target = (target + 0.5).rounded(.down) }
          let distance = abs(actual - target)
          // Written so that not-a-number counts as a difference.
          if !(distance <= levels) {
            levels = distance.isNaN ? .infinity : distance
            (self.actual, self.expected) = (actual, target)
            channel = i % count
            (y, x) = (i / count).quotientAndRemainder(dividingBy: reference.width)
          }
        }
      }
    }
    image.pixels.withUnsafeBytes { bytes in
      switch depth {
      case .unorm8: scan(bytes.bindMemory(to: UInt8.self)) { Double($0) }
      case .unorm16: scan(bytes.bindMemory(to: UInt16.self)) { Double($0) }
      case .float32: scan(bytes.bindMemory(to: Float.self)) { Double($0) }
      }
    }
  }

  package var description: String {
    "\(levels) levels at (\(x), \(y)) channel \(channel): \(actual) instead of \(expected)"
  }
}

/// Records an issue that names the worst pixel if `image` is more than `level`
/// levels of 255 from the reference anywhere.
package func expectWithin(
  _ level: Double, _ image: Image, of reference: FloatImage, _ comment: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let deviation = Deviation(image, from: reference)
  if deviation.levels > level {
    Issue.record("\(comment): \(deviation)", sourceLocation: sourceLocation)
  }
}
