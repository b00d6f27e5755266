package import GPUEffectsModel

/// How far an executor's image is from the reference, in levels of 255.
///
/// An 8-bit image is compared with the reference rounded the same way, others
/// with the reference as it is.
package struct Deviation: Sendable, CustomStringConvertible {
  package var levels = 0.0
  package var x = 0
  package var y = 0
  package var channel = 0
  package var actual = 0.0
  package var expected = 0.0
  /// How many samples are how far off.
  package var histogram = Histogram()

  /// - Parameters:
  ///   - dither: whether an 8-bit image is rounded by ``OrderedDither``.
  ///   - tolerance: samples that are more than half of it off are counted.
  /// - Precondition: `image` isn't straight and has the reference's size and
  ///   channels.
  package init(
    _ image: Image, from reference: FloatImage, dither: Bool = false, tolerance: Double = 1
  ) {
    precondition(image.format.alpha != .straight, "executors give premultiplied results")
    precondition(
      (image.width, image.height, image.format.channels)
        == (reference.width, reference.height, reference.channels),
      "the image must have the reference's size and channels")
    let depth = image.format.depth
    let scale = 255 / depth.maximum
    let count = reference.channels.rawValue
    var histogram = Histogram(half: tolerance / 2)
    func scan<T>(_ samples: UnsafeBufferPointer<T>, _ value: (T) -> Double) {
      reference.values.withUnsafeBufferPointer { expected in
        for i in expected.indices {
          let actual = value(samples[i]) * scale
          var target = expected[i] * 255
          if depth == .unorm8 {
            let pixel = i / count
            let threshold =
              dither
              ? Double(
                OrderedDither.threshold(x: pixel % reference.width, y: pixel / reference.width))
              : 0.5
            target = (target + threshold).rounded(.down)
          }
          let distance = abs(actual - target)
          histogram.add(distance)
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
    self.histogram = histogram
  }

  package var description: String {
    "\(levels) levels at (\(x), \(y)) channel \(channel): \(actual) instead of \(expected)"
  }
}

/// How many samples are how many levels of 255 off.
package struct Histogram: Hashable, Sendable {
  /// The upper ends of the bins, in levels; one more bin holds the rest.
  package static let limits = [0, 0.05, 0.1, 0.2, 0.5, 1, 2, 4, 16]

  package private(set) var counts = [Int](repeating: 0, count: limits.count + 1)
  package private(set) var total = 0
  /// Samples that are more than `half` a tolerance off.
  package private(set) var overHalf = 0
  private let half: Double

  package init(half: Double = 0.5) { self.half = half }

  /// The share of samples that are more than half a tolerance off.
  package var share: Double { total == 0 ? 0 : Double(overHalf) / Double(total) }

  mutating func add(_ distance: Double) {
    total += 1
    if !(distance <= half) { overHalf += 1 }
    counts[Self.limits.firstIndex { distance <= $0 } ?? Self.limits.count] += 1
  }
}
