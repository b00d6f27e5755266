import Glibc

/// The uniform blurs from which a variable blur is mixed, and the weights that
/// mix them.
///
/// A Gaussian of any sigma between two rungs is nearly a sum of the Gaussians
/// of neighbouring rungs; the weights are the least-squares fit of the sampled
/// 2-D kernels, whose inner products are squares of 1-D ones. Four rungs at a
/// ratio of at most 1.38; three near sigma 0, where a kernel has little more
/// than a centre, edges and corners, and four would be ill-conditioned.
package struct SigmaLadder: Hashable, Sendable {
  /// Rising, in pixels; the first is 0, the source itself, the last the largest.
  package let sigmas: [Double]

  /// - Parameter maximum: the largest sigma, in pixels, above 0.
  package init(maximum: Double) {
    var sigmas = [0.0, 0.36, 0.5, Self.fourTapSigma]
    while let last = sigmas.last, last < maximum { sigmas.append(last * 1.38) }
    // The last rung is the maximum itself, the one before it not too near.
    sigmas.removeAll { $0 >= maximum * 0.93 }
    self.sigmas = sigmas + [maximum]
  }

  private static let fourTapSigma = 0.7
  /// Up to here a Gaussian is its centre but for 2e-5, and no fit can tell two
  /// of them apart.
  private static let sharpSigma = 0.2

  /// The rungs that mix `sigma`, from `first` on, with weights that sum to 1.
  /// Continuous in sigma: on a rung its weight is 1.
  package func mix(_ sigma: Double) -> (first: Int, weights: [Double]) {
    guard sigma > Self.sharpSigma, let top = sigmas.last else { return (0, [1]) }
    let last = sigmas.count - 1
    guard sigma < top else { return (last, [1]) }
    let upper = sigmas.firstIndex { $0 > sigma } ?? last
    let lower = upper - 1
    guard sigma > sigmas[lower] else { return (lower, [1]) }
    let count = sigmas[lower] < Self.fourTapSigma ? 3 : 4
    let end = min(count == 3 ? upper : upper + 1, last)
    let begin = max(0, end - count + 1)
    return (begin, fit(sigma, begin...end))
  }

  /// Least squares of the 2-D kernel with weights that sum to 1 (a Lagrange
  /// multiplier), by Gaussian elimination.
  private func fit(_ sigma: Double, _ rungs: ClosedRange<Int>) -> [Double] {
    let n = rungs.count
    var rows = rungs.map { a in
      rungs.map { Self.product(sigmas[a], sigmas[$0]) } + [1, Self.product(sigmas[a], sigma)]
    }
    rows.append([Double](repeating: 1, count: n) + [0, 1])
    for column in 0...n {
      let pivot = (column...n).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
      rows.swapAt(column, pivot)
      for row in 0...n where row != column {
        let factor = rows[row][column] / rows[column][column]
        for i in column...(n + 1) { rows[row][i] -= factor * rows[column][i] }
      }
    }
    return (0..<n).map { rows[$0][n + 1] / rows[$0][$0] }
  }

  /// The inner product of two sampled, normalised 2-D Gaussians.
  private static func product(_ a: Double, _ b: Double) -> Double {
    // Wide kernels are sampled finely enough for the integral's closed form.
    if min(a, b) > 1.2 { return 1 / (2 * .pi * (a * a + b * b)) }
    let narrow = samples(min(a, b))
    let wide = samples(max(a, b))
    var sum = narrow[0] * wide[0]
    for i in 1..<narrow.count { sum += 2 * narrow[i] * (i < wide.count ? wide[i] : 0) }
    return sum * sum
  }

  private static func samples(_ sigma: Double) -> [Double] {
    sigma <= 0
      ? [1, 0]
      : GaussianKernel(sigma: sigma, radius: max(1, Int((6.5 * sigma).rounded(.up)))).halfTaps
  }
}
