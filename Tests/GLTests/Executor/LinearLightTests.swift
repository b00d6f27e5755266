import GPUEffectsGL
import GPUEffectsReference
import TestSupport
import Testing

@testable import GPUEffectsModel

/// Blurs in linear light.
@Suite struct LinearLightTests {
  /// Every 16-bit value through both curves of sRGB and back: a copy. What is
  /// between them is compared with the formula.
  @Test func everySampleSurvivesTheWayToLinearLightAndBack() throws {
    let image = Image(
      width: 256, height: 256, PixelFormat(.gray, .unorm16, .opaque),
      samples: (0..<65536).map { Double($0) })
    try withExecutor { executor in
      let loaded = PlanMaker(image).appending(.load)
      var plan = loaded.plan()
      plan.colorSpace = .linear
      let linear = try executor.run(plan, source: image)
      // Some roundings of float, one of them raised to the power.
      let errors = zip(image.samples, linear.samples).dropFirst().map { sample, light in
        abs(light / TransferFunction.linear(sample / 65535) - 1)
      }
      #expect(try #require(errors.max()) <= 8e-7)
      #expect(linear.samples[0] == 0)
      plan = loaded.plan(Composite(encodes: true), depth: .unorm16, alpha: .opaque)
      plan.colorSpace = .linear
      let result = try executor.run(plan, source: image)
      #expect(result.samples == image.samples)
    }
  }

  @Test func onlyColoursAreCurvedAndAlphaIsDividedOut() throws {
    let image = Image(
      width: 3, height: 1, PixelFormat(.rgba, .unorm8, .premultiplied),
      samples: [60, 120, 12, 120, 0, 0, 0, 0, 255, 0, 10, 255])
    try withExecutor { executor in
      var plan = PlanMaker(image).appending(.load).plan()
      plan.colorSpace = .linear
      let expected = Naive(Area(width: 3, height: 1)) { x, _ in
        let s = image.samples[(4 * x)..<(4 * x + 4)].map { $0 / 255 }
        guard s[3] > 0 else { return .zero }
        func light(_ i: Int) -> Double { s[3] * TransferFunction.linear(s[i] / s[3]) }
        return SIMD4(light(0), light(1), light(2), s[3])
      }
      let result = try executor.run(plan, source: image)
      #expect(expected.distance(to: result) < 1e-4)
    }
  }

  static let radii = [0.3, 1, 3.7, 12.5, 40]

  @Test(arguments: EdgeMode.allCases)
  func staysWithinALevelOfTheReference(_ edge: EdgeMode) throws {
    var cases: [ParityCase] = []
    let matrix = ColorMatrix(VisualEffectValues(brightness: 0.05, contrast: 1.1, saturation: 0.8))
    for (i, radius) in Self.radii.enumerated() {
      for picture in ParitySource.Picture.allCases {
        for alpha in [PixelFormat.Alpha.opaque, .straight, .premultiplied] {
          var source = ParitySource(picture, i % 2 == 0 ? 90 : 33, i % 2 == 0 ? 60 : 17, alpha)
          source.isGray = (i + cases.count) % 5 == 4
          source.depth = cases.count % 3 == 2 ? .unorm16 : .unorm8
          let mask = Mask(
            width: source.width, height: source.height,
            values: (0..<(source.width * source.height)).map {
              UInt16(truncatingIfNeeded: $0 &* 7919)
            })
          let effect = Effect(
            blur: .init(
              radius: radius, kernel: i % 3 == 2 ? .apple : .gaussian, edge: edge,
              colorSpace: .linear),
            matrix: i % 2 == 0 ? .identity : matrix, opacity: i == 3 ? 0.7 : 1,
            mask: i % 2 == 0 ? nil : mask)
          for depth in [PixelFormat.Depth.unorm8, .unorm16] {
            cases.append(ParityCase(effect, on: source, result: depth))
          }
        }
      }
    }
    let report = try withExecutor { executor in
      try ParityReport(cases) { effect, source, depth in
        let plans = try Planner(executor.capabilities).plan(
          effect, width: source.width, height: source.height, format: source.format, depth: depth)
        return try executor.run(try #require(plans.first), source: source)
      }
    }
    #expect(report.failures.isEmpty, "\(report.summary)")
    #expect(report.count == cases.count)
  }
}
