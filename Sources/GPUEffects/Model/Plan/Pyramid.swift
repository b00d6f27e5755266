/// The one-dimensional algebra of a decimate / filter / interpolate blur of k
/// levels (D = 2^k): which weight every source pixel has in every output
/// pixel. Cells are centred, so output pixel x and D - 1 - x are mirror images.
package struct Pyramid: Hashable, Sendable {
  /// The orders of levels 1...k.
  package let orders: [ResampleOrder]
  /// D, the pixels that a cell of the last level covers.
  package let factor: Int
  /// Weights of the source pixels in a cell of the last level, summing to 1;
  /// times D they are the interpolation's weights.
  package let cascade: [Double]

  package init(orders: [ResampleOrder]) {
    self.orders = orders
    factor = 1 << orders.count
    var cascade = [1.0]
    for (level, order) in orders.enumerated() {
      cascade = Self.convolve(cascade, order.mask, stride: 1 << level)
    }
    self.cascade = cascade
  }

  /// The variance that decimation (and again interpolation) adds, in pixels^2:
  /// order 3 has 3/4, order 5 has 5/4, times 4 per level.
  package var cascadeVariance: Double {
    orders.enumerated().reduce(0) { sum, level in
      sum + Double(level.element.rawValue) / 4 * Double(1 << (2 * level.offset))
    }
  }

  /// The first source pixel that cell `cell` of the last level reads.
  package func firstPixel(of cell: Int) -> Int { factor * cell + (factor - cascade.count) / 2 }

  /// The weights that output pixel `x` gives to the cells around it, before
  /// the filter.
  package func interpolation(at x: Int) -> (firstCell: Int, weights: [Double]) {
    // Cell j covers output pixels firstPixel(j) ..< firstPixel(j) + count.
    let first = Self.floorDivide(x - (factor - cascade.count) / 2 - cascade.count, factor) + 1
    let last = Self.floorDivide(x - (factor - cascade.count) / 2, factor)
    return (
      first,
      (first...last).map { cascade[x - firstPixel(of: $0)] * Double(factor) }
    )
  }

  /// The weights of the cells in output pixel `x`, filter included.
  package func cellWeights(at x: Int, halfTaps: [Double]) -> (firstCell: Int, weights: [Double]) {
    let (first, outer) = interpolation(at: x)
    let radius = halfTaps.count - 1
    var weights = [Double](repeating: 0, count: outer.count + 2 * radius)
    for (i, weight) in outer.enumerated() {
      for q in -radius...radius { weights[i + radius + q] += weight * halfTaps[abs(q)] }
    }
    return (first - radius, weights)
  }

  /// The weights of the source pixels in output pixel `x`: the total kernel.
  package func kernel(at x: Int, halfTaps: [Double]) -> (firstPixel: Int, weights: [Double]) {
    let (firstCell, cells) = cellWeights(at: x, halfTaps: halfTaps)
    let start = firstPixel(of: firstCell)
    var weights = [Double](repeating: 0, count: (cells.count - 1) * factor + cascade.count)
    weights.withUnsafeMutableBufferPointer { weights in
      cascade.withUnsafeBufferPointer { cascade in
        for (j, cell) in cells.enumerated() where cell != 0 {
          for i in 0..<cascade.count { weights[j * factor + i] += cell * cascade[i] }
        }
      }
    }
    return (start, weights)
  }

  /// For every pixel of 0 ..< count, how much of its total kernel lies inside
  /// the image.
  package func insideSums(count: Int, halfTaps: [Double], of range: Range<Int>) -> [Double] {
    var prefix = [0.0]
    for weight in cascade { prefix.append(prefix[prefix.count - 1] + weight) }
    func coverage(_ cell: Int) -> Double {
      let start = firstPixel(of: cell)
      let lower = min(max(0 - start, 0), cascade.count)
      let upper = min(max(count - start, 0), cascade.count)
      return prefix[max(lower, upper)] - prefix[lower]
    }
    return range.map { x in
      let (first, weights) = cellWeights(at: x, halfTaps: halfTaps)
      return weights.indices.reduce(0) { $0 + weights[$1] * coverage(first + $1) }
    }
  }

  private static func convolve(_ a: [Double], _ b: [Double], stride: Int) -> [Double] {
    var result = [Double](repeating: 0, count: a.count + (b.count - 1) * stride)
    for (i, x) in a.enumerated() {
      for (j, y) in b.enumerated() { result[i + j * stride] += x * y }
    }
    return result
  }

  private static func floorDivide(_ a: Int, _ b: Int) -> Int {
    a >= 0 ? a / b : -((b - 1 - a) / b)
  }
}

extension ResampleOrder {
  /// The decimation's weights, summing to 1.
  package var mask: [Double] {
    switch self {
    case .three: [1, 3, 3, 1].map { $0 / 8 }
    case .five: [1, 5, 10, 10, 5, 1].map { $0 / 32 }
    }
  }

  /// Cells of the level below that cell j reads: 2j - reach ... 2j + 1 + reach.
  package var reach: Int { self == .three ? 1 : 2 }
}
