import GPUEffectsModel
import Testing

/// A plan interpreted in float64, one channel, cell by cell: what the planner
/// promises, without any executor.
private struct NaivePlane {
  var area: Area
  var values: [Double]

  subscript(x: Int, y: Int) -> Double {
    values[(y - area.y.lowerBound) * area.x.count + x - area.x.lowerBound]
  }

  init(_ area: Area, _ value: (Int, Int) -> Double) {
    self.area = area
    values = area.y.flatMap { y in area.x.map { x in value(x, y) } }
  }

  static func run(_ plan: Plan, _ source: NaivePlane) -> NaivePlane {
    var current = source
    for pass in plan.passes {
      let input = current
      func read(_ x: Int, _ y: Int) -> Double {
        guard let i = pass.edge.map(x, in: pass.inputBounds.x),
          let j = pass.edge.map(y, in: pass.inputBounds.y)
        else { return 0 }
        precondition(pass.input.area.x.contains(i) && pass.input.area.y.contains(j))
        return input[i, j]
      }
      switch pass.kind {
      case .load: break
      case .downsample(let order):
        current = NaivePlane(pass.output.area) { x, y in down(order, x, y, read) }
      case .upsample(let order):
        current = NaivePlane(pass.output.area) { x, y in up(order, x, y, read) }
      case .convolve(let axis, let taps, let scale):
        current = NaivePlane(pass.output.area) { x, y in
          var sum = 0.0
          for d in (1 - taps.count)...(taps.count - 1) {
            sum += taps[abs(d)] * (axis == .horizontal ? read(x + d, y) : read(x, y + d))
          }
          let position =
            axis == .horizontal
            ? x - pass.output.area.x.lowerBound : y - pass.output.area.y.lowerBound
          return sum * (scale?[position] ?? 1)
        }
      case .composite(let composite):
        current = NaivePlane(pass.output.area) { x, y in
          var value = composite.upsample.map { up($0, x, y, read) } ?? read(x, y)
          if let scale = composite.columnScale { value *= scale[x - plan.region.x.lowerBound] }
          if let scale = composite.rowScale { value *= scale[y - plan.region.y.lowerBound] }
          return value
        }
      }
    }
    return current
  }

  private static func down(
    _ order: ResampleOrder, _ x: Int, _ y: Int, _ read: (Int, Int) -> Double
  ) -> Double {
    let mask: [Double] = order == .three ? [1, 3, 3, 1] : [1, 5, 10, 10, 5, 1]
    let first = order == .three ? -1 : -2
    var sum = 0.0
    for (j, b) in mask.enumerated() {
      for (i, a) in mask.enumerated() { sum += a * b * read(2 * x + first + i, 2 * y + first + j) }
    }
    return sum / (mask.reduce(0, +) * mask.reduce(0, +))
  }

  private static func up(
    _ order: ResampleOrder, _ x: Int, _ y: Int, _ read: (Int, Int) -> Double
  ) -> Double {
    func weights(_ position: Int) -> [(Int, Double)] {
      let cell = position >> 1
      let near = position & 1 == 0 ? cell - 1 : cell + 1
      let far = position & 1 == 0 ? cell + 1 : cell - 1
      return order == .three
        ? [(cell, 0.75), (near, 0.25)]
        : [(cell, 10.0 / 16), (near, 5.0 / 16), (far, 1.0 / 16)]
    }
    var sum = 0.0
    for (j, b) in weights(y) { for (i, a) in weights(x) { sum += a * b * read(i, j) } }
    return sum
  }
}

@Suite struct PlannerTests {
  private static let everything = Capabilities(
    formats: [.fixed16, .float32], outputDepths: [.unorm8, .unorm16, .float32],
    maximumSize: 1 << 24)
  private static let format = PixelFormat(.gray, .unorm8, .opaque)

  /// Hard binary pattern in 0...1.
  private static func pattern(_ width: Int, _ height: Int) -> NaivePlane {
    var state: UInt64 = 42
    return NaivePlane(Area(width: width, height: height)) { x, y in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return x > width / 2 ? Double(state >> 63) : Double((x / 5 + y / 3) & 1)
    }
  }

  /// The exact blur: sampled Gaussian to 6.5 sigma, by the definition of the edge.
  private static func exact(
    _ source: NaivePlane, sigma: Double, edge: EdgeMode
  ) -> NaivePlane {
    let radius = Int((6.5 * sigma).rounded(.up))
    let kernel = GaussianKernel(sigma: sigma, radius: radius).halfTaps
    func blurred(_ plane: NaivePlane, horizontal: Bool) -> NaivePlane {
      NaivePlane(plane.area) { x, y in
        var sum = 0.0
        var weight = 0.0
        for d in -radius...radius {
          let (i, j) = horizontal ? (x + d, y) : (x, y + d)
          guard let a = edge.map(i, in: plane.area.x), let b = edge.map(j, in: plane.area.y)
          else { continue }
          sum += kernel[abs(d)] * plane[a, b]
          weight += kernel[abs(d)]
        }
        return edge == .normalized ? sum / weight : sum
      }
    }
    return blurred(blurred(source, horizontal: false), horizontal: true)
  }

  @Test(arguments: [0.3, 1.0, 2.5, 3.7, 6, 12.5, 40], EdgeMode.allCases)
  func keepsItsBound(sigma: Double, edge: EdgeMode) throws {
    for (width, height) in [(1, 1), (5, 3), (33, 17), (90, 71)] {
      let source = Self.pattern(width, height)
      let effect = Effect(blur: .init(radius: sigma, kernel: .gaussian, edge: edge))
      let plans = try Planner(Self.everything).plan(
        effect, width: width, height: height, format: Self.format, depth: .unorm8)
      let plan = try #require(plans.first)
      #expect(plans.count == 1 && plan.bound <= 0.85)
      let result = NaivePlane.run(plan, source)
      let truth = Self.exact(source, sigma: sigma, edge: edge)
      let worst = zip(result.values, truth.values).map { 255 * abs($0 - $1) }.max() ?? 0
      #expect(
        worst <= plan.bound + 1e-6,
        "\(width)x\(height): \(worst) levels, bound \(plan.bound), \(plan.passes.count) passes")
    }
  }

  @Test(arguments: [(64, 3.7), (257, 20.0)], EdgeMode.allCases)
  func tilesAreTheSamePixels(limit: (size: Int, sigma: Double), edge: EdgeMode) throws {
    let (width, height) = (limit.size + 41, limit.size + 9)
    let source = Self.pattern(width, height)
    let effect = Effect(blur: .init(radius: limit.sigma, kernel: .gaussian, edge: edge))
    var small = Self.everything
    small.maximumSize = limit.size
    let tiles = try Planner(small).plan(
      effect, width: width, height: height, format: Self.format, depth: .unorm8)
    let whole = try #require(
      try Planner(Self.everything).plan(
        effect, width: width, height: height, format: Self.format, depth: .unorm8
      ).first)
    let expected = NaivePlane.run(whole, source)
    #expect(tiles.count > 1)
    var covered = 0
    for tile in tiles {
      for pass in tile.passes {
        for area in [pass.input.area, pass.output.area] {
          #expect(area.x.count <= limit.size && area.y.count <= limit.size)
        }
      }
      let part = NaivePlane.run(tile, source)
      covered += part.values.count
      for y in tile.region.y {
        for x in tile.region.x where part[x, y] != expected[x, y] {
          Issue.record("tile \(tile.region) differs at \(x), \(y)")
          return
        }
      }
    }
    #expect(covered == width * height)
  }

  @Test(arguments: [1.0, 4.0])
  func boundHoldsForEverySigma(gain: Double) throws {
    var sigma = 0.1
    while sigma <= 500 {
      for depth in [PixelFormat.Depth.unorm8, .unorm16] {
        let effect = Effect(
          blur: .init(radius: sigma, kernel: .gaussian, edge: .clamp),
          matrix: gain == 1 ? .identity : .contrast(gain))
        let plan = try #require(
          try Planner(Self.everything).plan(
            effect, width: 3840, height: 2160, format: PixelFormat(.rgb, depth, .opaque),
            depth: depth
          ).first)
        #expect(plan.bound <= (depth == .unorm8 ? 0.85 : 0.2), "sigma \(sigma) gain \(gain)")
      }
      sigma *= 1.07
    }
  }

  @Test func decimatesAsMuchAsTheBudgetAllows() throws {
    func levels(_ sigma: Double, gain: Double = 1, depth: PixelFormat.Depth = .unorm8) throws -> Int
    {
      let effect = Effect(
        blur: .init(radius: sigma, kernel: .gaussian, edge: .clamp),
        matrix: gain == 1 ? .identity : .contrast(gain))
      let plan = try #require(
        try Planner(Self.everything).plan(
          effect, width: 3840, height: 2160, format: PixelFormat(.rgba, depth, .premultiplied),
          depth: depth
        ).first)
      return plan.passes.filter { if case .downsample = $0.kind { true } else { false } }.count
    }
    #expect(try levels(2) == 0)
    #expect(try levels(3.7) == 1)
    #expect(try levels(6) == 2)
    #expect(try levels(12) == 3)
    #expect(try levels(50) == 5)
    #expect(try levels(6, gain: 4) == 1)
    #expect(try levels(12, depth: .unorm16) >= 2)
  }

  @Test func refusesAKernelWiderThanASurface() {
    var small = Self.everything
    small.maximumSize = 64
    #expect(throws: PlanError.kernelTooWide(maximumSize: 64)) {
      try Planner(small).plan(
        Effect(blur: .init(radius: 40, kernel: .gaussian, edge: .clamp)), width: 100, height: 100,
        format: Self.format, depth: .unorm8)
    }
  }
}
