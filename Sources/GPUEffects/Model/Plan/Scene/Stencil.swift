/// How much of each pixel something is drawn: the product of its factors.
package struct Stencil: Hashable, Sendable {
  package indirect enum Factor: Hashable, Sendable {
    /// The coverage of a rounded rectangle.
    case shape(CornerShape)
    /// The coverage of the border inside a rounded rectangle, so many pixels
    /// wide.
    case border(CornerShape, width: Double)
    /// The alpha of a gradient over a rectangle.
    case gradient(LinearGradient, Rect)
    /// The alpha of what the steps draw on a clear surface of that area.
    case drawing([SceneStep], Area)
  }

  package var factors: [Factor] = []
  /// 0...1.
  package var opacity = 1.0

  package static let all = Stencil()

  package var isAll: Bool { factors.isEmpty && opacity >= 1 }

  mutating func multiply(by other: Stencil) {
    factors += other.factors
    opacity *= other.opacity
  }

  /// Adds the coverage of a shape, and cuts `area` to it. Where the pixels of
  /// the area say it all, no factor is needed.
  mutating func cut(to shape: CornerShape, _ area: inout Area) {
    area = area.intersection(Area(covering: shape.rect))
    if !shape.covers(area) { factors.append(.shape(shape)) }
  }
}

extension Stencil.Factor {
  /// The factor moved by whole pixels; nil where it is drawn.
  package func moved(x: Int, y: Int) -> Stencil.Factor? {
    let offset = Point(x: Double(x), y: Double(y))
    switch self {
    case .shape(let shape): return .shape(shape.moved(by: offset))
    case .border(let shape, let width): return .border(shape.moved(by: offset), width: width)
    case .gradient(let gradient, let rect): return .gradient(gradient, rect.moved(by: offset))
    case .drawing: return nil
    }
  }
}

extension CornerShape {
  fileprivate func moved(by offset: Point) -> CornerShape {
    CornerShape(rect.moved(by: offset), radius: corners.radius, curve: corners.curve)
  }

  /// Whether every pixel of the area is covered in full, as far as can be told
  /// without looking at the curve of its corners.
  package func covers(_ area: Area) -> Bool {
    if area.isEmpty { return true }
    let reach =
      corners.curve == .circular ? corners.radius : corners.radius * CornerProfile.continuousReach
    let x = (Double(area.x.lowerBound), Double(area.x.upperBound))
    let y = (Double(area.y.lowerBound), Double(area.y.upperBound))
    let (right, bottom) = (rect.x + rect.width, rect.y + rect.height)
    guard x.0 >= rect.x, x.1 <= right, y.0 >= rect.y, y.1 <= bottom else { return false }
    return x.0 >= rect.x + reach && x.1 <= right - reach
      || y.0 >= rect.y + reach && y.1 <= bottom - reach
  }
}

extension LinearGradient {
  /// Whether its alpha is 1 at every pixel of an area.
  func isFull(over rect: Rect, in area: Area) -> Bool {
    let (startX, startY) = (rect.x + startPoint.x * rect.width, rect.y + startPoint.y * rect.height)
    let dx = (endPoint.x - startPoint.x) * rect.width
    let dy = (endPoint.y - startPoint.y) * rect.height
    let square = dx * dx + dy * dy
    guard square > 0, !area.isEmpty else { return false }
    let positions = [area.x.lowerBound, area.x.upperBound].flatMap { x in
      [area.y.lowerBound, area.y.upperBound].map { y in
        ((Double(x) - startX) * dx + (Double(y) - startY) * dy) / square
      }
    }
    guard let low = positions.min(), let high = positions.max() else { return false }
    return alpha(at: low) == 1 && alpha(at: high) == 1
      && stops.allSatisfy { $0.location < low || $0.location > high || $0.alpha == 1 }
  }

  /// The gradient over a rectangle of fractional pixels, at the pixels of an
  /// area, rounded to 16 bits.
  package func mask(over rect: Rect, in area: Area) -> Mask {
    let (startX, startY) = (rect.x + startPoint.x * rect.width, rect.y + startPoint.y * rect.height)
    let dx = (endPoint.x - startPoint.x) * rect.width
    let dy = (endPoint.y - startPoint.y) * rect.height
    let square = dx * dx + dy * dy
    func value(_ x: Int, _ y: Int) -> UInt16 {
      let along = (Double(x) + 0.5 - startX) * dx + (Double(y) + 0.5 - startY) * dy
      let alpha = alpha(at: square > 0 ? along / square : .infinity)
      return UInt16((alpha * 65535 + 0.5).rounded(.down))
    }
    let width = area.width
    let values = [UInt16](unsafeUninitializedCapacity: width * area.height) { values, count in
      for (row, y) in area.y.enumerated() {
        let start = row * width
        if dx == 0 {
          // Most masks run straight down: then a row has one value.
          let constant = value(area.x.lowerBound, y)
          for i in start..<(start + width) { values[i] = constant }
        } else if dy == 0, row > 0 {
          for i in 0..<width { values[start + i] = values[i] }
        } else {
          for (i, x) in area.x.enumerated() { values[start + i] = value(x, y) }
        }
      }
      count = width * area.height
    }
    return Mask(width: width, height: area.height, values: values)
  }
}
