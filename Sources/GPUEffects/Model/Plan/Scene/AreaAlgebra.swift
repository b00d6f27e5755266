extension Area {
  package static let empty = Area(x: 0..<0, y: 0..<0)

  package var isEmpty: Bool { x.isEmpty || y.isEmpty }
  package var width: Int { x.count }
  package var height: Int { y.count }

  /// The pixels that a rectangle touches. It is cut to where pixel numbers
  /// can't overflow.
  package init(covering rect: Rect) {
    func pixel(_ value: Double) -> Int { Int(min(max(value, -1e9), 1e9)) }
    guard rect.width > 0, rect.height > 0 else {
      self = .empty
      return
    }
    let x = pixel(rect.x.rounded(.down))
    let y = pixel(rect.y.rounded(.down))
    self.init(
      x: x..<max(x, pixel((rect.x + rect.width).rounded(.up))),
      y: y..<max(y, pixel((rect.y + rect.height).rounded(.up))))
  }

  package func intersection(_ other: Area) -> Area {
    let area = Area(x: x.clamped(to: other.x), y: y.clamped(to: other.y))
    return area.isEmpty ? .empty : area
  }

  /// The smallest area that holds both.
  package func union(_ other: Area) -> Area {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Area(
      x: min(x.lowerBound, other.x.lowerBound)..<max(x.upperBound, other.x.upperBound),
      y: min(y.lowerBound, other.y.lowerBound)..<max(y.upperBound, other.y.upperBound))
  }

  package func expanded(by margin: Int) -> Area {
    if isEmpty { return self }
    return Area(
      x: (x.lowerBound - margin)..<(x.upperBound + margin),
      y: (y.lowerBound - margin)..<(y.upperBound + margin))
  }

  package func moved(x dx: Int, y dy: Int) -> Area {
    Area(
      x: (x.lowerBound + dx)..<(x.upperBound + dx), y: (y.lowerBound + dy)..<(y.upperBound + dy))
  }
}

extension Rect {
  /// Whether every edge lies between two pixels.
  package var isAligned: Bool {
    x == x.rounded() && y == y.rounded() && width == width.rounded() && height == height.rounded()
  }

  package func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Rect(
      x: left, y: top, width: max(0, min(x + width, other.x + other.width) - left),
      height: max(0, min(y + height, other.y + other.height) - top))
  }

  /// How much of column x the rectangle covers, seen by itself; the same for
  /// rows.
  package func coverage(ofColumn column: Int) -> Double {
    max(0, min(Double(column + 1), x + width) - max(Double(column), x))
  }

  package func coverage(ofRow row: Int) -> Double {
    max(0, min(Double(row + 1), y + height) - max(Double(row), y))
  }
}
