import GPUEffectsGL
import Testing

@testable import GPUEffectsModel

/// 8-bit results rounded by ``OrderedDither``.
@Suite struct DitherTests {
  /// How far a sum may be from a whole number and be rounded either way.
  private static let slack = 1e-4

  @Test func roundsByTheThresholdOfTheImagesPixel() throws {
    let (width, height) = (83, 61)
    let image = Image.noise(width, height, PixelFormat(.rgba, .unorm16, .premultiplied))
    let (samples, dither) = (image.samples, Composite(dither: true))
    try withExecutor { executor in
      // Regions that begin at any place of a texel.
      for region in [
        Area(width: width, height: height), Area(x: 1..<80, y: 7..<8), Area(x: 30..<35, y: 50..<61),
      ] {
        let result = try executor.run(
          PlanMaker(image).plan(dither, region: region, depth: .unorm8), source: image
        ).samples
        var i = 0
        for y in region.y {
          for x in region.x {
            for channel in 0..<4 {
              let exact =
                samples[(y * width + x) * 4 + channel] / 257
                + Double(OrderedDither.threshold(x: x, y: y))
              let low = (exact - Self.slack).rounded(.down)
              let high = (exact + Self.slack).rounded(.down)
              #expect(low <= result[i] && result[i] <= high, "(\(x), \(y)) \(exact)")
              i += 1
            }
          }
        }
      }
    }
  }

  @Test func wholeLevelsStayAsTheyAre() throws {
    try withExecutor { executor in
      for format in [
        PixelFormat(.rgba, .unorm8, .premultiplied), PixelFormat(.gray, .unorm8, .opaque),
      ] {
        let image = Image.noise(64, 64, format)
        let plan = PlanMaker(image).plan(
          Composite(dither: true), depth: .unorm8, alpha: format.alpha)
        let result = try executor.run(plan, source: image)
        #expect(result.samples == image.samples)
      }
    }
  }

  @Test func theMeanOfANeighbourhoodIsKept() throws {
    let image = Image(
      width: 64, height: 64, PixelFormat(.gray, .unorm16, .opaque),
      samples: [Double](repeating: 10 * 257 + 96, count: 4096))
    try withExecutor { executor in
      let plan = PlanMaker(image).plan(Composite(dither: true), depth: .unorm8, alpha: .opaque)
      let result = try executor.run(plan, source: image).samples
      #expect(Set(result) == [10, 11])
      let mean: Double = result.reduce(0, +) / 4096
      let expected: Double = 10 + 96.0 / 257
      #expect(abs(mean - expected) < 0.01)
    }
  }

  /// From the effect to the pixels; deeper results are not dithered.
  @Test func aPlannedBlurIsDithered() throws {
    let image = Image.noise(70, 40, PixelFormat(.rgb, .unorm8, .opaque))
    let blur = Effect.Blur(radius: 5, kernel: .gaussian, edge: .clamp)
    try withExecutor { executor in
      func render(_ dither: Bool, _ depth: PixelFormat.Depth) throws -> [Double] {
        let plans = try Planner(executor.capabilities).plan(
          Effect(blur: blur, dither: dither), width: 70, height: 40, format: image.format,
          depth: depth)
        return try executor.run(try #require(plans.first), source: image).samples
      }
      let (plain, dithered) = (try render(false, .unorm8), try render(true, .unorm8))
      let exact = try render(false, .float32)
      #expect(plain != dithered)
      let deviations = zip(dithered, exact).map { sample, value in abs(sample - 255 * value) }
      #expect(try #require(deviations.max()) < 1.4)
      let deep = try render(true, .float32)
      // The plan of a dithered blur has finer intermediates.
      let deepDeviations = zip(deep, exact).map { sample, value in 255 * abs(sample - value) }
      #expect(try #require(deepDeviations.max()) < 0.1)
    }
  }
}
