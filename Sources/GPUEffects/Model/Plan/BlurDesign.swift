import Glibc

/// How a blur is computed along each axis: directly (no levels) or through a
/// pyramid, with the taps of its one filter and the error that this makes.
package struct BlurDesign: Hashable, Sendable {
  package var orders: [ResampleOrder]
  /// The filter on the last level, from distance 0 outward, summing to 1.
  package var halfTaps: [Double]
  /// The L1 norm of (total kernel - true kernel), the largest over the output
  /// phases. Its half, the sum of one sign, times 255 and times the two axes,
  /// is the worst error over any image in levels.
  package var error: Double

  package var radius: Int { halfTaps.count - 1 }
  package var pyramid: Pyramid { Pyramid(orders: orders) }
}

/// The kernel that a blur is meant to have.
package struct BlurTarget: Hashable, Sendable {
  package let kernel: BlurKernel
  /// Pixels, above 0.
  package let radius: Double
  /// Non-negative half of the true kernel: to 6.5 sigma for a Gaussian.
  package let truth: [Double]

  package init(_ kernel: BlurKernel, radius: Double) {
    self.kernel = kernel
    self.radius = radius
    switch kernel {
    case .gaussian:
      truth = GaussianKernel(sigma: radius, radius: Int((6.5 * radius).rounded(.up))).halfTaps
    case .apple:
      truth = GaussianKernel(appleRadius: radius).halfTaps
    }
  }

  /// How far, in pixels, the kernel visibly reaches: to 3.5 radii, or its end.
  package var visibleReach: Int {
    min(truth.count - 1, Int((3.5 * radius).rounded(.up)))
  }

  /// The direct design whose taps reach `reach` times the radius; the apple
  /// kernel is always whole.
  package func direct(reach: Double, quantized: Bool) -> BlurDesign {
    let taps =
      switch kernel {
      case .gaussian: GaussianKernel(sigma: radius, radius: Int((reach * radius).rounded(.up)))
      case .apple: GaussianKernel(appleRadius: radius)
      }
    return design(orders: [], taps.halfTaps, quantized: quantized)
  }

  /// The design through `orders` whose filter reaches `reach` times its own
  /// sigma, or nil where the levels alone blur more than the target.
  package func decimated(
    _ orders: [ResampleOrder], reach: Double = 3.6, quantized: Bool
  ) -> BlurDesign? {
    let pyramid = Pyramid(orders: orders)
    let factor = Double(pyramid.factor)
    let whole = Self.variance(truth)
    let variance = (whole - 2 * pyramid.cascadeVariance) / (factor * factor)
    guard variance > 0.2 else { return nil }
    let sigma = variance.squareRoot()
    let reached = max(2, Int((reach * sigma).rounded(.up)))
    // Where the last level is fine enough, sampling the target's own shape with
    // the variance that the levels leave is as good as a fit, and cheap at any
    // size. The compact kernel's cut asks for more of that than a Gaussian.
    let taps: GaussianKernel =
      switch kernel {
      case .gaussian where sigma > 2: GaussianKernel(sigma: sigma, radius: reached)
      case .apple where sigma > 12:
        GaussianKernel(appleRadius: radius * sigma / whole.squareRoot())
      case .gaussian, .apple: LevelFilterFit(pyramid, radius: reached, truth: truth).kernel
      }
    return design(orders: orders, taps.halfTaps, quantized: quantized)
  }

  private func design(orders: [ResampleOrder], _ taps: [Double], quantized: Bool) -> BlurDesign {
    let taps = quantized ? Self.quantize(taps) : taps
    let pyramid = Pyramid(orders: orders)
    let phases = max(1, pyramid.factor / 2)
    let error =
      (0..<phases).map { phase in
        let (first, weights) = pyramid.kernel(at: phase, halfTaps: taps)
        return distance(weights, first: first - phase)
      }.max() ?? 0
    return BlurDesign(orders: orders, halfTaps: taps, error: error)
  }

  /// The L1 distance of a kernel, whose first weight is at `first`, from the truth.
  private func distance(_ weights: [Double], first: Int) -> Double {
    weights.withUnsafeBufferPointer { weights in
      truth.withUnsafeBufferPointer { truth in
        var covered = 0.0
        var sum = 0.0
        for i in 0..<weights.count {
          let distance = abs(first + i)
          let wanted = distance < truth.count ? truth[distance] : 0
          covered += wanted
          sum += abs(weights[i] - wanted)
        }
        return sum + max(0, 1 - covered)
      }
    }
  }

  /// Taps as multiples of 1/65536, the centre taking the remainder, for
  /// executors that filter in 16-bit lanes.
  private static func quantize(_ taps: [Double]) -> [Double] {
    var rounded = taps.map { ($0 * 65536).rounded() }
    rounded[0] = 65536 - 2 * rounded.dropFirst().reduce(0, +)
    while rounded.count > 1, rounded[rounded.count - 1] == 0 { rounded.removeLast() }
    return rounded.map { $0 / 65536 }
  }

  private static func variance(_ halfTaps: [Double]) -> Double {
    halfTaps.indices.reduce(0) { $0 + 2 * Double($1 * $1) * halfTaps[$1] }
  }
}

/// The last level's filter by non-negative least squares: the taps that bring
/// the total kernel nearest to the truth over all output phases.
private struct LevelFilterFit {
  let kernel: GaussianKernel

  init(_ pyramid: Pyramid, radius: Int, truth: [Double]) {
    let unknowns = radius + 1
    var normal = [Double](repeating: 0, count: unknowns * unknowns)
    var right = [Double](repeating: 0, count: unknowns)
    let factor = pyramid.factor
    // Eight phases tell as much as all.
    for phase in stride(from: 0, to: max(1, factor / 2), by: max(1, factor / 8)) {
      let (firstCell, outer) = pyramid.interpolation(at: phase)
      let start = pyramid.firstPixel(of: firstCell - radius)
      let count = (outer.count + 2 * radius - 1) * factor + pyramid.cascade.count
      var responses = [[Double]](repeating: [Double](repeating: 0, count: count), count: unknowns)
      for q in -radius...radius {
        for (j, weight) in outer.enumerated() {
          let at = (j + q + radius) * factor
          for (i, c) in pyramid.cascade.enumerated() { responses[abs(q)][at + i] += weight * c }
        }
      }
      let target = (0..<count).map { i in
        let distance = abs(start + i - phase)
        return distance < truth.count ? truth[distance] : 0
      }
      for a in 0..<unknowns {
        right[a] += Self.dot(responses[a], target)
        for b in a..<unknowns {
          let product = Self.dot(responses[a], responses[b])
          normal[a * unknowns + b] += product
          if a != b { normal[b * unknowns + a] += product }
        }
      }
    }
    // The taps must sum to 1: a heavy row of its own.
    let weight = 1000.0 * (normal.max() ?? 1)
    for a in 0..<unknowns {
      let sa = a == 0 ? 1.0 : 2.0
      right[a] += weight * sa
      for b in 0..<unknowns { normal[a * unknowns + b] += weight * sa * (b == 0 ? 1 : 2) }
    }
    kernel = GaussianKernel(
      normalizing: Self.solveNonNegative(normal, right, count: unknowns))
  }

  private static func dot(_ a: [Double], _ b: [Double]) -> Double {
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        var sum = 0.0
        for i in 0..<a.count { sum += a[i] * b[i] }
        return sum
      }
    }
  }

  /// Solves the normal equations, setting the most negative unknown to zero
  /// until none is left: enough where only the outermost taps can vanish.
  private static func solveNonNegative(
    _ matrix: [Double], _ right: [Double], count: Int
  ) -> [Double] {
    var active = Array(0..<count)
    while true {
      let n = active.count
      let reduced = active.flatMap { a in active.map { b in matrix[a * count + b] } }
      let solved = solve(reduced, active.map { right[$0] }, count: n)
      guard let worst = (0..<n).min(by: { solved[$0] < solved[$1] }), solved[worst] < 0, n > 1
      else {
        var result = [Double](repeating: 0, count: count)
        for (i, a) in active.enumerated() { result[a] = solved[i] }
        return result
      }
      active.remove(at: worst)
    }
  }

  /// Cholesky; the matrix is symmetric and positive definite.
  private static func solve(_ matrix: [Double], _ right: [Double], count n: Int) -> [Double] {
    var l = matrix
    var x = right
    for j in 0..<n {
      for k in 0..<j {
        for i in j..<n { l[i * n + j] -= l[i * n + k] * l[j * n + k] }
      }
      let pivot = max(l[j * n + j], 1e-300).squareRoot()
      for i in j..<n { l[i * n + j] /= pivot }
    }
    for i in 0..<n {
      for k in 0..<i { x[i] -= l[i * n + k] * x[k] }
      x[i] /= l[i * n + i]
    }
    for i in stride(from: n - 1, through: 0, by: -1) {
      for k in (i + 1)..<max(n, i + 1) { x[i] -= l[k * n + i] * x[k] }
      x[i] /= l[i * n + i]
    }
    return x
  }
}
