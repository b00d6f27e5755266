import GPUEffectsModel
import Glibc

extension ReferenceDrawing {
  /// How much of each pixel of an area is drawn, in rows.
  func coverage(_ stencil: Stencil, _ area: Area) -> [Double] {
    var result = [Double](repeating: stencil.opacity, count: area.width * area.height)
    for factor in stencil.factors {
      let values = coverage(factor, area)
      for i in result.indices { result[i] *= values[i] }
    }
    return result
  }

  private func coverage(_ factor: Stencil.Factor, _ area: Area) -> [Double] {
    func pixels(_ value: (Int, Int) -> Double) -> [Double] {
      area.y.flatMap { y in area.x.map { x in value(x, y) } }
    }
    switch factor {
    case .shape(let shape):
      let sampled = SampledShape(shape)
      return pixels(sampled.coverage)
    case .border(let shape, let width):
      let (outer, inner) = (SampledShape(shape), SampledShape(shape.inset(by: width)))
      return pixels { x, y in max(0, outer.coverage(x, y) - inner.coverage(x, y)) }
    case .gradient(let gradient, let rect):
      return pixels { x, y in
        gradient.alpha(at: position(x, y, gradient.startPoint, gradient.endPoint, rect))
      }
    case .drawing(let steps, let drawn):
      guard !drawn.isEmpty else { return pixels { _, _ in 0 } }
      var drawing = ReferenceDrawing(drawn, background: .clear, pictures: pictures)
      drawing.draw(steps)
      let surface = drawing.surfaces[0]
      return pixels { x, y in surface[x, y].w }
    }
  }
}

/// A rounded rectangle whose coverage is found by cutting each pixel into thin
/// lines.
private struct SampledShape {
  private static let lines = 256
  let rect: Rect
  /// How far the edge lies inside the left and right sides at a distance from
  /// the top or bottom, sampled finely.
  private let inset: (Double) -> Double
  private let reach: Double

  init(_ shape: CornerShape) {
    rect = shape.rect
    let radius = shape.corners.radius
    switch shape.corners.curve {
    case .circular:
      reach = radius
      inset = { along in
        guard along < radius else { return 0 }
        let y = radius - along
        return radius - sqrt(max(0, radius * radius - y * y))
      }
    case .continuous:
      reach = 1.52866483 * radius
      let curve = Self.continuousCorner.map { (along: $0.0 * radius, inset: $0.1 * radius) }
      inset = { along in
        guard along < curve[curve.count - 1].along else { return 0 }
        var (low, high) = (0, curve.count - 1)
        while high - low > 1 {
          let middle = (low + high) / 2
          if curve[middle].along <= along { low = middle } else { high = middle }
        }
        let (p, q) = (curve[low], curve[high])
        if q.along == p.along { return q.inset }
        return p.inset + (q.inset - p.inset) * (along - p.along) / (q.along - p.along)
      }
    }
  }

  func coverage(_ x: Int, _ y: Int) -> Double {
    let plain = share(of: rect, x, y)
    if plain == 0 || reach == 0 { return plain }
    let (left, right) = (Double(x) - rect.x, rect.x + rect.width - Double(x + 1))
    let (top, bottom) = (Double(y) - rect.y, rect.y + rect.height - Double(y + 1))
    if min(left, right) >= reach || min(top, bottom) >= reach { return plain }
    var sum = 0.0
    for line in 0..<Self.lines {
      let position = Double(y) + (Double(line) + 0.5) / Double(Self.lines)
      let along = min(position - rect.y, rect.y + rect.height - position)
      if along <= 0 { continue }
      let inset = inset(along)
      sum += max(
        0,
        min(Double(x + 1), rect.x + rect.width - inset) - max(Double(x), rect.x + inset))
    }
    return sum / Double(Self.lines)
  }

  /// Points of the corner of radius 1 by ascending distance from one side:
  /// (along, inset), from SEMANTICS' three cubics and two lines.
  private static let continuousCorner: [(Double, Double)] = {
    let first = [
      (1.52866483, 0.0), (1.08849323, 0.0), (0.86840689, 0.0), (0.66993427, 0.06549600),
    ]
    let middle = [
      (0.63149399, 0.07491100), (0.37282392, 0.16905899), (0.16906013, 0.37282401),
      (0.07491176, 0.63149399),
    ]
    func point(_ cubic: [(Double, Double)], _ t: Double) -> (Double, Double) {
      let u = 1 - t
      let w = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
      return (
        zip(w, cubic).reduce(0) { $0 + $1.0 * $1.1.0 },
        zip(w, cubic).reduce(0) { $0 + $1.0 * $1.1.1 }
      )
    }
    let steps = (0...1000).map { Double($0) / 1000 }
    // From the far end of one side, along the curve, to the other side.
    let start = steps.map { point(first, $0) }
    let center = steps.map { point(middle, $0) }
    let end = start.reversed().map { ($0.1, $0.0) }
    return (start + center + end).reversed().map { ($0.0, $0.1) }
  }()
}
