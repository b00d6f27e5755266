import GPUEffectsGL
import Testing

@testable import GPUEffectsModel

/// Each pass of a blur against its definition.
@Suite(.serialized)
struct BlurPassTests {
  static let sizes = [(1, 1), (5, 3), (33, 17)]
  static let formats: [(IntermediateFormat, bound: Double)] = [
    // Half a unit of 16 bits, and float arithmetic.
    (.fixed16, 255.0 / 65535 * 0.51), (.float32, 1e-4),
  ]
  static let halfTaps = GaussianKernel(sigma: 2.3, radius: 9).halfTaps

  @Test(arguments: EdgeMode.allCases)
  func convolves(_ edge: EdgeMode) throws {
    try withExecutor { executor in
      for (width, height) in Self.sizes {
        for axis in [Axis.horizontal, .vertical] {
          for (intermediate, bound) in Self.formats {
            for source in [
              PixelFormat(.rgba, .unorm8, .premultiplied), PixelFormat(.rgb, .unorm16, .opaque),
              PixelFormat(.grayAlpha, .float32, .premultiplied),
            ] {
              let image = Image.noise(width, height, source)
              let count = axis == .horizontal ? width : height
              let scale =
                edge == .normalized ? insideFactors(count, Self.halfTaps) : nil
              let kind = Pass.Kind.convolve(axis, halfTaps: Self.halfTaps, scale: scale)
              let plan = PlanMaker(image).appending(kind, edge: edge, format: intermediate).plan()
              let expected = Naive(image).convolved(axis, Self.halfTaps, scale, edge)
              let distance = expected.distance(to: try executor.run(plan, source: image))
              #expect(distance < bound, "\(axis) \(width)x\(height) \(intermediate) \(source)")
            }
          }
        }
      }
    }
  }

  @Test func aKernelMayHaveOneTapOrThousands() throws {
    let image = Image.noise(7, 5, PixelFormat(.rgb, .unorm8, .opaque))
    try withExecutor { executor in
      for halfTaps in [[1], GaussianKernel(sigma: 600, radius: 2100).halfTaps] {
        let plan = PlanMaker(image)
          .appending(.convolve(.horizontal, halfTaps: halfTaps, scale: nil), edge: .mirror).plan()
        let expected = Naive(image).convolved(.horizontal, halfTaps, nil, .mirror)
        let result = try executor.run(plan, source: image)
        let distance = expected.distance(to: result)
        #expect(distance < 1e-2)
      }
      let tooMany = [Double](repeating: 1e-4, count: 5000)
      let plan = PlanMaker(image)
        .appending(.convolve(.horizontal, halfTaps: tooMany, scale: nil)).plan()
      let error = try #require(throws: GLError.self) { try executor.run(plan, source: image) }
      #expect(error.description.contains("5000 taps"))
    }
  }

  @Test(arguments: EdgeMode.allCases)
  func downsamples(_ edge: EdgeMode) throws {
    try withExecutor { executor in
      for (width, height) in Self.sizes {
        for order in [ResampleOrder.three, .five] {
          for (intermediate, bound) in Self.formats {
            let image = Image.noise(width, height, PixelFormat(.rgba, .unorm8, .premultiplied))
            // Beyond the image on every side, with odd bounds.
            let area = Area(x: -3..<((width + 1) / 2 + 2), y: -1..<((height + 1) / 2 + 3))
            let plan = PlanMaker(image)
              .appending(.downsample(order), to: area, edge: edge, format: intermediate).plan()
            let expected = Naive(image).downsampled(order, edge, to: area)
            let distance = expected.distance(to: try executor.run(plan, source: image))
            #expect(distance < bound, "\(order) \(width)x\(height) \(intermediate)")
          }
        }
      }
    }
  }

  /// Both as a pass of its own and folded into the composite, whose cells lie
  /// one, two or four to a texel.
  @Test func upsamples() throws {
    try withExecutor { executor in
      for (intermediate, bound) in Self.formats {
        for order in [ResampleOrder.three, .five] {
          for (width, height) in Self.sizes {
            let image = Image.noise(width, height, PixelFormat(.rgba, .unorm16, .premultiplied))
            let area = Area(x: -3..<(2 * width + 3), y: -1..<(2 * height + 2))
            let expected = Naive(image).upsampled(order, to: area)
            let maker = PlanMaker(image).appending(.load, format: intermediate)
            let alone = maker.appending(.upsample(order), to: area, format: intermediate).plan()
            #expect(expected.distance(to: try executor.run(alone, source: image)) < 2 * bound)
            var composite = Composite.copy
            composite.upsample = order
            for depth in [PixelFormat.Depth.unorm8, .unorm16, .float32] {
              let folded = maker.plan(composite, region: area, depth: depth)
              let result = try executor.run(folded, source: image)
              let rounding = depth == .float32 ? 0 : 0.5 * 255 / depth.maximum
              #expect(expected.distance(to: result) < bound + rounding + 1e-4, "\(order) \(depth)")
            }
          }
        }
      }
    }
  }

  @Test func theCompositeRenormalisesColumnsAndRows() throws {
    let image = Image.noise(9, 6, PixelFormat(.rgba, .unorm8, .premultiplied))
    var composite = Composite.copy
    let region = Area(x: 1..<8, y: 2..<6)
    composite.columnScale = region.x.map { 0.5 + Double($0) / 40 }
    composite.rowScale = region.y.map { 0.9 - Double($0) / 50 }
    let source = Naive(image)
    let expected = Naive(region) { x, y in
      source[x, y] * (0.5 + Double(x) / 40) * (0.9 - Double(y) / 50)
    }
    try withExecutor { executor in
      let result = try executor.run(PlanMaker(image).plan(composite, region: region), source: image)
      #expect(expected.distance(to: result) < 1e-4)
      composite.rowScale = nil
      let columns = try executor.run(
        PlanMaker(image).plan(composite, region: region), source: image)
      let unscaled = Naive(region) { x, y in source[x, y] * (0.5 + Double(x) / 40) }
      #expect(unscaled.distance(to: columns) < 1e-4)
    }
  }

  @Test func intermediatesAreRoundedToNearest() throws {
    // 16-bit samples that no pass may change, each reached by another weight.
    let image = Image(
      width: 5, height: 1, PixelFormat(.gray, .unorm16, .opaque), samples: [0, 1, 2, 3, 65535])
    try withExecutor { executor in
      let expected: [(Double, [Double])] = [
        (1, [0, 1, 2, 3, 65535]), (0.51, [0, 1, 1, 2, 33423]), (0.49, [0, 0, 1, 1, 32112]),
      ]
      for (factor, samples) in expected {
        let scale = [Double](repeating: factor, count: 5)
        let plan = PlanMaker(image)
          .appending(.convolve(.horizontal, halfTaps: [1], scale: scale), format: .fixed16)
          .plan(depth: .unorm16, alpha: .opaque)
        let result = try executor.run(plan, source: image)
        #expect(result.samples == samples)
      }
    }
  }

  /// 1 / the sum of the taps inside.
  private func insideFactors(_ count: Int, _ halfTaps: [Double]) -> [Double] {
    (0..<count).map { x in
      var sum = 0.0
      for i in 0..<count where abs(i - x) < halfTaps.count { sum += halfTaps[abs(i - x)] }
      return 1 / sum
    }
  }
}
