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
    // The sum is smallest at an edge; the phases of the first and last cells
    // are all that differ.
    let depth = min(count, 2 * pyramid.factor)
    let positions = Set(0..<depth).union((count - depth)..<count)
    var worst = 0.0
    var smallest = 1.0
    for x in positions {
      let (first, weights) = pyramid.kernel(at: x, halfTaps: design.halfTaps)
      let inside = weights.indices.filter { (0..<count).contains(first + $0) }
      let sum = inside.reduce(0) { $0 + weights[$1] }
      let reach = target.truth.count - 1
      let truth = (max(0, x - reach)...min(count - 1, x + reach))
      let trueSum = truth.reduce(0) { $0 + target.truth[abs($1 - x)] }
      smallest = min(smallest, sum, trueSum)
      guard sum > 0, trueSum > 0 else { return (2, 0) }
      var difference = 0.0
      var covered = 0.0
      for i in inside {
        let distance = abs(first + i - x)
        let wanted = distance <= reach ? target.truth[distance] / trueSum : 0
        covered += wanted
        difference += abs(weights[i] / sum - wanted)
      }
      worst = max(worst, difference + max(0, 1 - covered))
    }
    return (worst, smallest)
  }
}
