import Glibc

/// The shape of one corner: how far the edge lies from the side of the
/// rectangle, as a chain of points from the one side to the other.
///
/// A corner is symmetric about its diagonal, so one profile serves all four.
package struct CornerProfile: Hashable, Sendable {
  /// Where a continuous corner of radius 1 leaves the straight side
  /// (SEMANTICS: layer conventions).
  package static let continuousReach = 1.52866483

  /// (`along`, `inset`): at the distance `along` from one side the edge lies
  /// `inset` from the other; from (0, reach) to (reach, 0), `along` ascending.
  package let points: [(along: Double, inset: Double)]

  /// The distance from the corner at which the edge leaves the straight side.
  package var reach: Double { points[points.count - 1].along }

  /// Farthest that a chord may lie from the curve, in the unit of the radius:
  /// with pixels, below what a 16-bit coverage can tell.
  private static let tolerance = 1e-6

  package init(radius: Double, curve: CornerCurve) {
    guard radius > 0 else {
      points = [(0, 0)]
      return
    }
    switch curve {
    case .circular:
      // A chord over an angle a lies r (1 - cos(a/2)) from its arc.
      let angle = 2 * acos(max(1 - Self.tolerance / radius, 0))
      let count = min(max(Int((.pi / 2 / angle).rounded(.up)), 1), 100_000)
      points = (0...count).map { index in
        if index == count { return (radius, 0) }
        let angle = .pi / 2 * Double(index) / Double(count)
        return (radius - radius * cos(angle), radius - radius * sin(angle))
      }
    case .continuous:
      points = Self.continuous(radius)
    }
  }

  package static func == (a: Self, b: Self) -> Bool { a.points.elementsEqual(b.points, by: ==) }

  package func hash(into hasher: inout Hasher) {
    for point in points {
      hasher.combine(point.along)
      hasher.combine(point.inset)
    }
  }

  /// The first half of the corner, of radius 1: two cubics joined by a line.
  /// The second half is its mirror image.
  private static let half: [(Double, Double)] = [
    (continuousReach, 0), (1.08849323, 0), (0.86840689, 0), (0.66993427, 0.06549600),
    (0.63149399, 0.07491100),
    (0.37282392, 0.16905899), (0.16906013, 0.37282401), (0.07491176, 0.63149399),
  ]

  private static func continuous(_ radius: Double) -> [(along: Double, inset: Double)] {
    let first = Array(half[0...3])
    let middle = Array(half[4...7])
    // The mirror image, walked the other way.
    let last = first.reversed().map { ($0.1, $0.0) }
    // A chord over 1/n of a cubic lies at most 1/8 of the largest second
    // derivative / n^2 from it; 1.5 bounds those of both cubics of radius 1.
    let steps = min(max(Int((1.5 * radius / 8 / tolerance).squareRoot().rounded(.up)), 8), 100_000)
    var points: [(along: Double, inset: Double)] = []
    for cubic in [first, middle, last] {
      for index in 0...steps {
        let t = Double(index) / Double(steps)
        let u = 1 - t
        let weights = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
        let x = zip(weights, cubic).reduce(0) { $0 + $1.0 * $1.1.0 }
        let y = zip(weights, cubic).reduce(0) { $0 + $1.0 * $1.1.1 }
        points.append((along: y * radius, inset: x * radius))
      }
    }
    return points
  }
}
