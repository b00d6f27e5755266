/// What renormalisation at the edges makes of a design: the kernel's error
/// relative to its inside sum, and how much a rounding grows.
package struct EdgeError {
  /// The largest L1 norm of (renormalised total kernel - renormalised truth)
  /// near the image's edges.
  package private(set) var error = 0.0
  /// 1 / (smallest inside sum by columns x smallest by rows).
  package private(set) var gain = 1.0

  init(_ design: BlurDesign, target: BlurTarget, width: Int, height: Int) {
    for count in [width, height] {
      let axis = Self.axis(design, target: target, count: count)
      error = max(error, axis.error)
      gain /= max(axis.smallestSum, 1e-9)
    }
  }

  private static func axis(
    _ design: BlurDesign, target: BlurTarget, count: Int
  ) -> (error: Double, smallestSum: Double) {
    let pyramid = design.pyramid
    // The sum is smallest at an edge, and only the phases of the first and last
    // cells differ; eight of many tell the largest error.
    let depth = min(count, 2 * pyramid.factor)
    let near = Set(stride(from: 0, to: depth, by: max(1, pyramid.factor / 8))).union([depth - 1])
    let positions = near.union(near.map { count - 1 - $0 })
    let truths = TruthSums(target.truth)
    var worst = 0.0
    var smallest = 1.0
    for x in positions {
      let (first, weights) = pyramid.kernel(at: x, halfTaps: design.halfTaps)
      let inside = (0..<count).clamped(to: first..<(first + weights.count))
      let sum = inside.reduce(0) { $0 + weights[$1 - first] }
      let reach = target.truth.count - 1
      let trueSum = truths.sum(from: -x, to: count - 1 - x)
      smallest = min(smallest, sum, trueSum)
      guard sum > 0, trueSum > 0 else { return (2, 0) }
      var difference = 0.0
      var covered = 0.0
      for i in inside {
        let distance = abs(i - x)
        let wanted = distance <= reach ? target.truth[distance] / trueSum : 0
        covered += wanted
        difference += abs(weights[i - first] / sum - wanted)
      }
      worst = max(worst, difference + max(0, 1 - covered))
    }
    return (worst, smallest)
  }
}

/// Sums of a symmetric kernel between two distances.
private struct TruthSums {
  private var prefix = [0.0]

  init(_ halfTaps: [Double]) {
    for (i, weight) in halfTaps.enumerated() { prefix.append(prefix[i] + weight) }
  }

  /// From `lower` <= 0 to `upper` >= 0.
  func sum(from lower: Int, to upper: Int) -> Double {
    half(-lower) + half(upper) - prefix[1]
  }

  private func half(_ distance: Int) -> Double { prefix[min(distance + 1, prefix.count - 1)] }
}
