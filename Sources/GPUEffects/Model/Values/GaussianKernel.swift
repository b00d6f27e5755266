import Glibc

/// The shape of a blur for a radius.
public enum BlurKernel: String, CaseIterable, Hashable, Sendable {
  /// The exact Gaussian with sigma = radius, what every document says that
  /// `radius` means.
  case gaussian
  /// The compact, slightly narrower kernel measured on the iOS simulator: a
  /// Gaussian of 0.95 radius cut at 2.5 radius.
  case apple
}

/// The non-negative half of a symmetric, normalised kernel: `halfTaps[i]` is
/// the weight at distance i, in pixels, and the whole sums to 1.
package struct GaussianKernel: Hashable, Sendable {
  package let halfTaps: [Double]

  package var radius: Int { halfTaps.count - 1 }

  /// Weights from distance 0 outward, scaled so that the whole kernel sums to 1.
  package init(normalizing weights: [Double]) {
    let sum = weights[0] + 2 * weights.dropFirst().reduce(0, +)
    halfTaps = weights.map { $0 / sum }
  }

  /// The sampled Gaussian of `sigma` > 0 pixels, cut at `radius` pixels.
  package init(sigma: Double, radius: Int) {
    self.init(normalizing: (0...max(0, radius)).map { Self.density(Double($0), sigma) })
  }

  /// The simulator's kernel for a radius in pixels: sigma 0.95 r, taps to
  /// floor(2.5 r), the next one weighted by the fraction of 2.5 r so that the
  /// kernel is continuous in r.
  package init(appleRadius r: Double) {
    let reach = 2.5 * r
    let whole = Int(reach)
    var weights = (0...(whole + 1)).map { Self.density(Double($0), 0.95 * r) }
    weights[whole + 1] *= reach - Double(whole)
    self.init(normalizing: weights)
  }

  private static func density(_ x: Double, _ sigma: Double) -> Double {
    // Divided first: the square of a tiny sigma would be 0.
    exp(-(x / sigma) * (x / sigma) / 2)
  }
}
