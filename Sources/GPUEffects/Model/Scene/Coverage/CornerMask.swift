/// How much of each pixel a rounded shape covers: exact area, in float64,
/// rounded once to 16 bits.
package enum CornerMask {
  /// The coverage of the pixels `x` by `y` by `shape`.
  package static func mask(_ shape: CornerShape, x: Range<Int>, y: Range<Int>) -> Mask {
    rows(x, y, of: CoverageRows(shape, x: x)) { $0 }
  }

  /// The coverage of the border that lies inside `shape`, `width` pixels wide.
  package static func border(
    _ shape: CornerShape, width: Double, x: Range<Int>, y: Range<Int>
  ) -> Mask {
    var inner = CoverageRows(shape.inset(by: max(0, width)), x: x)
    var row = 0
    return rows(x, y, of: CoverageRows(shape, x: x)) { outer in
      let inside = inner.row(y.lowerBound + row)
      row += 1
      return zip(outer, inside).map { max(0, $0 - $1) }
    }
  }

  private static func rows(
    _ x: Range<Int>, _ y: Range<Int>, of coverage: CoverageRows, _ change: ([Double]) -> [Double]
  ) -> Mask {
    var coverage = coverage
    var values: [UInt16] = []
    values.reserveCapacity(x.count * y.count)
    // Most rows are like the one above: between the corners all are.
    var last: (exact: [Double], rounded: [UInt16]) = ([], [])
    for row in y {
      let exact = change(coverage.row(row))
      if exact != last.exact {
        last = (
          exact, exact.map { UInt16((min(max($0, 0), 1) * 65535 + 0.5).rounded(.down)) }
        )
      }
      values += last.rounded
    }
    return Mask(width: x.count, height: y.count, values: values)
  }
}

/// The rows of a shape's coverage.
///
/// Pixel i of a row covers the integral, over the row's height, of the part of
/// [i, i + 1] that lies between the left and the right edge: that is
/// clamp(right - i) - clamp(left - i), each clamped to 0...1, and both edges
/// are chains of straight lines.
private struct CoverageRows {
  let shape: CornerShape
  let x: Range<Int>
  private let profile: CornerProfile
  /// The last row that was asked for, with the heights that it was made from:
  /// the rows between the corners are all alike.
  private var last: (key: [Double], values: [Double])?

  init(_ shape: CornerShape, x: Range<Int>) {
    self.shape = shape
    self.x = x
    profile = CornerProfile(radius: shape.corners.radius, curve: shape.corners.curve)
  }

  mutating func row(_ y: Int) -> [Double] {
    let rect = shape.rect
    let (top, bottom) = (rect.y, rect.y + max(0, rect.height))
    let middle = (top + bottom) / 2
    // Distances from the nearer of the two sides, for each half of the shape.
    let upper = (max(Double(y), top) - top, min(Double(y + 1), middle) - top)
    let lower = (bottom - min(Double(y + 1), bottom), bottom - max(Double(y), middle))
    let halves = [upper, lower].filter { $0.0 < $0.1 }

    let isStraight = halves.allSatisfy { $0.0 >= profile.reach }
    let height = halves.reduce(0) { $0 + $1.1 - $1.0 }
    let key = isStraight ? [height] : []
    if isStraight, let last, last.key == key { return last.values }

    var sums = RowSums(x)
    for half in halves { add(half.0, half.1, to: &sums) }
    let values = sums.values
    if isStraight { last = (key, values) }
    return values
  }

  /// Adds the part of the shape between two distances from its top or bottom.
  private func add(_ start: Double, _ end: Double, to sums: inout RowSums) {
    let (left, right) = (shape.rect.x, shape.rect.x + max(0, shape.rect.width))
    func edges(_ a: Double, _ b: Double, height: Double) {
      sums.addLeft(of: (right - a, right - b), height: height)
      sums.addLeft(of: (left + a, left + b), height: -height)
    }
    let points = profile.points
    var index = max(firstPoint(after: start) - 1, 0)
    while index + 1 < points.count, points[index].along < end {
      let (p, q) = (points[index], points[index + 1])
      let (from, to) = (max(p.along, start), min(q.along, end))
      if from < to {
        let slope = (q.inset - p.inset) / (q.along - p.along)
        edges(
          p.inset + slope * (from - p.along), p.inset + slope * (to - p.along), height: to - from)
      }
      index += 1
    }
    let straight = max(start, profile.reach)
    if straight < end { edges(0, 0, height: end - straight) }
  }

  private func firstPoint(after along: Double) -> Int {
    var (low, high) = (0, profile.points.count)
    while low < high {
      let middle = (low + high) / 2
      if profile.points[middle].along > along { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// What the pieces of a row's edges add up to.
private struct RowSums {
  let x: Range<Int>
  /// Of the pixels that an edge passes through.
  private var partial: [Double]
  /// Element k counts for every pixel before k.
  private var before: [Double]

  init(_ x: Range<Int>) {
    self.x = x
    partial = [Double](repeating: 0, count: x.count)
    before = [Double](repeating: 0, count: x.count + 1)
  }

  var values: [Double] {
    var values = partial
    var sum = 0.0
    for i in values.indices.reversed() {
      sum += before[i + 1]
      values[i] += sum
    }
    return values
  }

  /// Adds what lies left of a straight edge, which runs between two x over
  /// `height` (negative: takes it away).
  mutating func addLeft(of edge: (Double, Double), height: Double) {
    let (first, end) = (Double(x.lowerBound), Double(x.upperBound))
    let (low, high) = (min(edge.0, edge.1), max(edge.0, edge.1))
    var i = Int(min(max(low, first), end).rounded(.down)) - x.lowerBound
    before[i] += height
    while i < partial.count, first + Double(i) < high {
      let pixel = first + Double(i)
      let mean =
        high - low < 1e-9
        ? min(max(low - pixel, 0), 1)
        : (Self.ramp(high - pixel) - Self.ramp(low - pixel)) / (high - low)
      partial[i] += height * mean
      i += 1
    }
  }

  /// The integral of clamp(u, 0, 1) up to u.
  private static func ramp(_ u: Double) -> Double {
    if u <= 0 { return 0 }
    return u < 1 ? u * u / 2 : u - 0.5
  }
}
