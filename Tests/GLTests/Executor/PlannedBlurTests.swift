import GPUEffectsGL
import GPUEffectsReference
import Testing

@testable import GPUEffectsModel

/// The planner's plans as a whole.
@Suite(.serialized)
struct PlannedBlurTests {
  static let radii = [0.3, 0.5, 1, 2, 3.7, 6, 12.5, 40]

  @Test(arguments: EdgeMode.allCases)
  func staysWithinALevelOfTheReference(_ edge: EdgeMode) throws {
    try withExecutor { executor in
      let planner = Planner(executor.capabilities)
      for (i, radius) in Self.radii.enumerated() {
        for (width, height) in [(1, 1), (5, 3), (61, 47)] {
          let alpha: PixelFormat.Alpha = i % 2 == 0 ? .straight : .premultiplied
          let format = PixelFormat(.rgba, .unorm8, alpha)
          let image = Image.noise(width, height, format, seed: UInt64(i))
          let effect = Effect(
            blur: .init(radius: radius, kernel: i % 3 == 0 ? .apple : .gaussian, edge: edge),
            matrix: ColorMatrix(VisualEffectValues(brightness: 0.05, contrast: 1.2)))
          let truth = Reference.render(effect, image)
          for depth in [PixelFormat.Depth.unorm8, .unorm16] {
            let plans = try planner.plan(
              effect, width: width, height: height, format: format, depth: depth)
            let result = try executor.run(try #require(plans.first), source: image)
            let exact = zip(result.samples, truth.values).map {
              abs($0 / depth.maximum - $1) * 255
            }
            // The plan's own promise, and the rounding of the result.
            let bound = try #require(plans.first).bound + 0.5 * 255 / depth.maximum + 0.02
            #expect(try #require(exact.max()) <= bound, "\(radius) \(width)x\(height) \(depth)")
          }
        }
      }
    }
  }

  @Test(arguments: EdgeMode.allCases)
  func tilesHoldTheBytesOfTheWhole(_ edge: EdgeMode) throws {
    let (width, height) = (301, 187)
    try withExecutor { executor in
      var small = executor.capabilities
      for (radius, limit) in [(3.7, 64), (20, 257)] {
        for depth in [PixelFormat.Depth.unorm8, .unorm16, .float32] {
          let image = Image.noise(width, height, PixelFormat(.rgba, .unorm8, .straight))
          let mask = Mask(
            width: width, height: height,
            values: (0..<(width * height)).map { UInt16(truncatingIfNeeded: $0 &* 7919) })
          let effect = Effect(
            blur: .init(radius: radius, kernel: .gaussian, edge: edge),
            matrix: .saturation(1.4), opacity: 0.8, mask: mask)
          func plans(_ capabilities: Capabilities) throws -> [Plan] {
            try Planner(capabilities).plan(
              effect, width: width, height: height, format: image.format, depth: depth)
          }
          let whole = try executor.run(
            try #require(try plans(executor.capabilities).first), source: image)
          small.maximumSize = limit
          let tiles = try plans(small)
          #expect(tiles.count > 1)
          for plan in tiles {
            let tile = try executor.run(plan, source: image)
            #expect(
              tile.samples == whole.cropped(to: plan.region), "\(radius) \(depth) \(plan.region)")
          }
        }
      }
    }
  }

  @Test func constantImagesStayConstant() throws {
    try withExecutor { executor in
      for value in [0.0, 1, 77, 200, 255] {
        let image = Image(
          width: 50, height: 40, PixelFormat(.rgb, .unorm8, .opaque),
          samples: [Double](repeating: value, count: 6000))
        for radius in [0.5, 2, 6, 20, 100] {
          for edge in [EdgeMode.clamp, .mirror, .normalized] {
            let effect = Effect(
              blur: .init(radius: radius, kernel: .gaussian, edge: edge), matrix: .identity)
            let plan = try #require(
              try Planner(executor.capabilities).plan(
                effect, width: 50, height: 40, format: image.format, depth: .unorm8
              ).first)
            #expect(
              try executor.run(plan, source: image).samples == image.samples, "\(radius) \(edge)")
          }
        }
      }
    }
  }
}
