import GPUEffectsCPU
import GPUEffectsModel
import Testing

/// Every pass kind, through plans, against nested loops over doubles.
struct PassTests {
  static let sizes = [(1, 1), (5, 3), (33, 17), (64, 48)]
  static let looks = VisualEffectValues(
    brightness: 0.1, contrast: 1.2, saturation: 1.5, grayscale: 0.2, hueRotation: 30, opacity: 0.75)

  /// The largest difference of a result from the oracle, in units of its
  /// samples, before the oracle is rounded.
  static func difference(_ plan: Plan, _ source: Image, _ executor: CPUExecutor) throws -> Double {
    let result = try executor.run(plan, source: source)
    let expected = NaiveInterpreter.render(plan, source)
    let maximum = plan.outputFormat.depth.maximum
    return zip(result.samples, expected.values).reduce(0) {
      max($0, abs($1.0 - $1.1 * maximum))
    }
  }

  @Test(arguments: EdgeMode.allCases)
  func floatBlursMatchNestedLoops(edge: EdgeMode) throws {
    let executor = CPUExecutor(threads: 2)
    for (width, height) in Self.sizes {
      for radius in [0.7, 2, 3.7, 6, 13] {
        for format in PixelFormat.all(.unorm8) + PixelFormat.all(.float32) {
          let effect = Effect(VisualEffectValues(blurRadius: radius), edge: edge)
          let source = Image.noise(width, height, format)
          for depth in [PixelFormat.Depth.unorm8, .unorm16, .float32] {
            let plan = try Planner.float.plan(
              effect, width: width, height: height, format: format, depth: depth)[0]
            let bound = depth == .float32 ? 4e-6 : depth == .unorm16 ? 0.75 : 0.501
            let difference = try Self.difference(plan, source, executor)
            #expect(difference <= bound, "\(width)x\(height) radius \(radius) \(format) \(depth)")
          }
        }
      }
    }
  }

  @Test(arguments: PixelFormat.all(.unorm8) + PixelFormat.all(.unorm16))
  func colorOpacityAndMaskMatchNestedLoops(format: PixelFormat) throws {
    let executor = CPUExecutor(threads: 2)
    var random = Noise(7)
    for radius in [0, 1.3, 6] {
      var values = Self.looks
      values.blurRadius = radius
      let mask = Mask(
        width: 33, height: 17,
        values: (0..<(33 * 17)).map { _ in UInt16.random(in: 0...65535, using: &random) })
      for mask in [nil, mask] {
        let effect = Effect(values, edge: .normalized, mask: mask)
        let source = Image.noise(33, 17, format)
        let plan = try Planner.float.plan(
          effect, width: 33, height: 17, format: format, depth: .float32)[0]
        let difference = try Self.difference(plan, source, executor)
        #expect(difference <= 4e-6, "radius \(radius) mask \(mask != nil)")
      }
    }
  }
}
