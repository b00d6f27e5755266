import GPUEffectsModel
import Testing

struct CornerMaskTests {
  /// The area of a mask in pixels.
  func area(_ mask: Mask) -> Double { mask.values.reduce(0) { $0 + Double($1) } / 65535 }

  /// Whether a point lies in a rounded rectangle, straight from the definition
  /// of its corner: the circle, or SEMANTICS' three cubics walked in small steps.
  struct Oracle {
    let rect: Rect
    let radius: Double
    let edge: [(x: Double, y: Double)]

    init(_ rect: Rect, radius: Double, curve: CornerCurve) {
      self.rect = rect
      self.radius = radius
      guard curve == .continuous else {
        edge = []
        return
      }
      let half: [[(Double, Double)]] = [
        [(1.52866483, 0), (1.08849323, 0), (0.86840689, 0), (0.66993427, 0.06549600)],
        [
          (0.63149399, 0.07491100), (0.37282392, 0.16905899), (0.16906013, 0.37282401),
          (0.07491176, 0.63149399),
        ],
        [(0.06549600, 0.66993427), (0, 0.86840689), (0, 1.08849323), (0, 1.52866483)],
      ]
      edge = half.flatMap { p in
        (0...2000).map { step in
          let t = Double(step) / 2000
          let u = 1 - t
          func at(_ k: (Double, Double) -> Double) -> Double {
            let (a, b, c, d) = (
              k(p[0].0, p[0].1), k(p[1].0, p[1].1), k(p[2].0, p[2].1), k(p[3].0, p[3].1)
            )
            return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
          }
          return (at { x, _ in x }, at { _, y in y })
        }
      }
    }

    /// How far the edge lies from the vertical sides at a height; nil outside.
    func inset(at y: Double) -> Double? {
      let dy = min(y - rect.y, rect.y + rect.height - y)
      if dy < 0 { return nil }
      if radius == 0 || dy >= radius && edge.isEmpty { return 0 }
      if edge.isEmpty {
        return radius - (radius * radius - (radius - dy) * (radius - dy)).squareRoot()
      }
      guard let next = edge.firstIndex(where: { $0.y >= dy / radius }) else { return 0 }
      if next == 0 { return edge[0].x * radius }
      let (a, b) = (edge[next - 1], edge[next])
      return radius * (b.y > a.y ? a.x + (b.x - a.x) * (dy / radius - a.y) / (b.y - a.y) : b.x)
    }

    func coverage(_ x: Int, _ y: Int, samples n: Int) -> Double {
      var inside = 0
      for j in 0..<n {
        guard let inset = inset(at: Double(y) + (Double(j) + 0.5) / Double(n)) else { continue }
        for i in 0..<n {
          let x = Double(x) + (Double(i) + 0.5) / Double(n)
          if x >= rect.x + inset && x <= rect.x + rect.width - inset { inside += 1 }
        }
      }
      return Double(inside) / Double(n * n)
    }
  }

  static let shapes: [(Rect, Double, CornerCurve)] = [
    (Rect(x: 0, y: 0, width: 20, height: 16), 6, .circular),
    (Rect(x: 1.3, y: 2.6, width: 15.2, height: 11.9), 4.5, .circular),
    (Rect(x: 0.5, y: 0.25, width: 12, height: 12), 6, .circular),
    (Rect(x: 2, y: 1, width: 18, height: 16), 4, .continuous),
    (Rect(x: 1.7, y: 0.2, width: 16.1, height: 15.3), 4.9, .continuous),
    (Rect(x: 3.2, y: 2.7, width: 0.4, height: 5), 0, .circular),
    (Rect(x: 3.2, y: 2.7, width: 0.4, height: 5), 3, .circular),
  ]

  @Test(arguments: shapes)
  func equalsSupersampling(rect: Rect, radius: Double, curve: CornerCurve) {
    let shape = CornerShape(rect, radius: radius, curve: curve)
    let oracle = Oracle(rect, radius: shape.corners.radius, curve: curve)
    let mask = CornerMask.mask(shape, x: -1..<22, y: -1..<20)
    var worst = 0.0
    for y in 0..<mask.height {
      for x in 0..<mask.width {
        let exact = oracle.coverage(x - 1, y - 1, samples: 64)
        worst = max(worst, abs(Double(mask.values[y * mask.width + x]) / 65535 - exact))
      }
    }
    // 64 x 64 samples are off by at most one row or column of them at an edge.
    #expect(worst < 1.5 / 64)
  }

  @Test(arguments: [0.7, 1, 3.3, 10, 28, 200])
  func circularAreaIsExact(radius: Double) {
    let shape = CornerShape(Rect(x: 2.3, y: 5.1, width: 410, height: 420.5), radius: radius)
    let mask = CornerMask.mask(shape, x: 0..<420, y: 0..<430)
    // Each stored value is rounded by at most half a step of 1/65535.
    let expected = 410 * 420.5 - (4 - .pi) * radius * radius
    #expect(abs(area(mask) - expected) < 0.02)
  }

  @Test func continuousAreaIsTheIntegralOfItsCurve() {
    // What a continuous corner of radius 1 cuts off, by Green's theorem over
    // the three cubics and their joining lines (a trapezoid sum of many steps).
    let edge = Oracle(.zero, radius: 1, curve: .continuous).edge
    var cut = 0.0
    for (a, b) in zip(edge, edge.dropFirst()) { cut += (b.y - a.y) * (a.x + b.x) / 2 }
    for radius in [5.0, 28, 100] {
      let shape = CornerShape(
        Rect(x: 1.5, y: 2.5, width: 400, height: 310), radius: radius, curve: .continuous)
      let mask = CornerMask.mask(shape, x: 0..<403, y: 0..<314)
      #expect(abs(area(mask) - (400 * 310 - 4 * cut * radius * radius)) < 0.02)
    }
  }

  @Test func anUnroundedRectangleIsItsFractions() {
    let shape = CornerShape(Rect(x: 0.25, y: 0.5, width: 2, height: 1))
    let mask = CornerMask.mask(shape, x: 0..<3, y: 0..<2)
    func level(_ coverage: Double) -> UInt16 { UInt16((coverage * 65535 + 0.5).rounded(.down)) }
    let row = [level(0.375), level(0.5), level(0.125)]
    #expect(mask.values == row + row)
  }

  @Test func wholePixelsAreFullAndOutsideIsEmpty() {
    let shape = CornerShape(Rect(x: 2, y: 1, width: 20, height: 10), radius: 4)
    let mask = CornerMask.mask(shape, x: 0..<30, y: 0..<14)
    func value(_ x: Int, _ y: Int) -> UInt16 { mask.values[y * 30 + x] }
    for y in 5..<7 { for x in 2..<22 { #expect(value(x, y) == 65535) } }
    for x in 6..<18 { for y in 1..<11 { #expect(value(x, y) == 65535) } }
    for y in 0..<14 {
      #expect(value(0, y) == 0 && value(1, y) == 0 && value(22, y) == 0 && value(29, y) == 0)
    }
    #expect(mask.values[0..<30].allSatisfy { $0 == 0 })
  }

  @Test(arguments: [CornerCurve.circular, .continuous])
  func isSymmetric(curve: CornerCurve) {
    let shape = CornerShape(Rect(x: 0, y: 0, width: 64, height: 64), radius: 17, curve: curve)
    let mask = CornerMask.mask(shape, x: 0..<64, y: 0..<64)
    for y in 0..<64 {
      for x in 0..<64 {
        let value = Int(mask.values[y * 64 + x])
        for other in [y * 64 + 63 - x, (63 - y) * 64 + x, x * 64 + y] {
          #expect(abs(value - Int(mask.values[other])) <= 1)
        }
      }
    }
  }

  @Test(arguments: [(CornerCurve.circular, 28.0), (.continuous, 42.80)])
  func edgeLeavesTheStraightSide(curve: CornerCurve, reach: Double) {
    // Hundredths of a point as pixels: the last row of the top side that isn't
    // full tells where the corner begins.
    #expect(abs(CornerProfile(radius: 28, curve: curve).reach - reach) < 0.005)
    let shape = CornerShape(
      Rect(x: 0, y: 0, width: 1000, height: 1000), radius: 280, curve: curve)
    let mask = CornerMask.mask(shape, x: 0..<500, y: 0..<1)
    // The edge nears its side with the third power: its last pixels are cut by
    // less than a level of 16 bits.
    let first = mask.values.firstIndex { $0 == 65535 } ?? 0
    #expect(Double(first) / 10 <= reach && Double(first) / 10 > reach * 0.94)
    #expect(mask.values[(first)...].allSatisfy { $0 == 65535 })
  }

  @Test func partsAreTheWholeCutOut() {
    let shape = CornerShape(
      Rect(x: 3.4, y: 2.2, width: 50, height: 40), radius: 12, curve: .continuous)
    let whole = CornerMask.mask(shape, x: 0..<60, y: 0..<50)
    let part = CornerMask.mask(shape, x: 7..<31, y: 4..<20)
    for y in 4..<20 {
      for x in 7..<31 {
        #expect(part.values[(y - 4) * 24 + x - 7] == whole.values[y * 60 + x])
      }
    }
  }

  @Test func borderIsTheRingBetweenTwoShapes() {
    let shape = CornerShape(Rect(x: 5, y: 5, width: 100, height: 80), radius: 20)
    let ring = CornerMask.border(shape, width: 3, x: 0..<110, y: 0..<90)
    let outer = 100 * 80 - (4 - Double.pi) * 400
    let inner = 94 * 74 - (4 - Double.pi) * 289
    #expect(abs(area(ring) - (outer - inner)) < 0.02)
    func value(_ x: Int, _ y: Int) -> UInt16 { ring.values[y * 110 + x] }
    #expect(value(50, 5) == 65535 && value(50, 7) == 65535 && value(50, 8) == 0)
    #expect(value(5, 45) == 65535 && value(8, 45) == 0 && value(104, 45) == 65535)
    #expect(value(5, 5) == 0 && value(55, 45) == 0)

    let fine = CornerMask.border(shape, width: 0.5, x: 0..<110, y: 0..<90)
    #expect(fine.values[5 * 110 + 50] == 32768)
    let thick = CornerMask.border(shape, width: 90, x: 0..<110, y: 0..<90)
    #expect(thick == CornerMask.mask(shape, x: 0..<110, y: 0..<90))
  }

  @Test(
    arguments: [
      (20, 100, 60, CornerCurve.circular, 20), (50, 100, 60, .circular, 30),
      (-4, 100, 60, .circular, 0), (50, 100, 60, .continuous, 30 / 1.52866483),
      (19, 100, 60, .continuous, 19), (5, 0, 60, .circular, 0),
    ] as [(Double, Double, Double, CornerCurve, Double)])
  func radiusIsClamped(
    radius: Double, width: Double, height: Double, curve: CornerCurve, expected: Double
  ) {
    let corners = Corners(radius: radius, curve: curve, in: Size(width: width, height: height))
    #expect(abs(corners.radius - expected) < 1e-9)
  }

  @Test func emptyAndFarShapesCoverNothing() {
    for rect in [
      Rect(x: 2, y: 2, width: 0, height: 5), Rect(x: 2, y: 2, width: -3, height: 5),
      Rect(x: 1e7, y: 1e7, width: 5, height: 5), Rect(x: -1e7, y: 0, width: 5, height: 5),
    ] {
      let mask = CornerMask.mask(CornerShape(rect, radius: 3), x: 0..<8, y: 0..<8)
      #expect(mask.values.allSatisfy { $0 == 0 })
    }
    let all = CornerShape(Rect(x: -1e7, y: -1e7, width: 2e7, height: 2e7), radius: 100)
    let mask = CornerMask.mask(all, x: 0..<8, y: 0..<8)
    #expect(mask.values.allSatisfy { $0 == 65535 })
  }
}
