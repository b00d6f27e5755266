import GPUEffectsCPU
import GPUEffectsModel
import GPUEffectsReference
import Testing

/// 16-bit and float images, and masks at their ends.
struct DeepImageTests {
  @Test(arguments: EdgeMode.allCases)
  func sixteenBitsStayWithinAFifthOfALevel(edge: EdgeMode) throws {
    let executor = CPUExecutor(threads: 2)
    let planner = Planner(CPUExecutor.capabilities)
    for radius in [0, 0.5, 2, 3.7, 12.5] {
      for format in PixelFormat.all(.unorm16) {
        var values = PassTests.looks
        values.blurRadius = radius
        let effect = Effect(values, edge: edge)
        let source = Image.noise(64, 48, format, seed: 21)
        let plan = try planner.plan(effect, width: 64, height: 48, format: format, depth: .unorm16)
        let result = try executor.run(plan[0], source: source)
        let truth = Reference.render(effect, source).values
        let worst = zip(result.samples, truth).reduce(0) { max($0, abs($1.0 / 65535 - $1.1)) }
        #expect(worst * 255 <= 0.2, "radius \(radius) \(format)")
      }
    }
  }

  @Test(arguments: PixelFormat.all(.unorm8) + PixelFormat.all(.unorm16))
  func maskZeroKeepsThePremultipliedSource(format: PixelFormat) throws {
    let executor = CPUExecutor(threads: 2)
    let planner = Planner(CPUExecutor.capabilities)
    let mask = Mask(width: 37, height: 23, values: [UInt16](repeating: 0, count: 37 * 23))
    let source = Image.noise(37, 23, format)
    for radius in [0, 2, 6.0] {
      var values = PassTests.looks
      values.blurRadius = radius
      let plan = try planner.plan(
        Effect(values, mask: mask), width: 37, height: 23, format: format, depth: format.depth)
      let result = try executor.run(plan[0], source: source)
      let kept = FloatImage(source).image(format.depth, plan[0].outputFormat.alpha)
      // Straight samples round once more on their way through 1/128 of a level.
      let allowed = format.alpha == .straight ? 1.0 : 0
      let worst = zip(result.samples, kept.samples).reduce(0) { max($0, abs($1.0 - $1.1)) }
      #expect(worst <= allowed, "radius \(radius)")
    }
  }
}
