import GPUEffectsCPU
import GPUEffectsModel
import GPUEffectsReference
import TestSupport
import Testing

@Suite struct LinearLightTests {
  private let executor = CPUExecutor(threads: 2)

  private func render(
    _ effect: Effect, _ source: Image, depth: PixelFormat.Depth
  ) throws -> Image {
    let plans = try Planner(CPUExecutor.capabilities).plan(
      effect, width: source.width, height: source.height, format: source.format, depth: depth)
    return try executor.run(#require(plans.first), source: source)
  }

  private func stress(_ depth: PixelFormat.Depth) -> Image {
    var state: UInt64 = 3
    let side = 96
    return Image(width: side, height: side, format: PixelFormat(.rgba, .unorm16, .straight)) {
      let samples = $0.bindMemory(to: UInt16.self)
      for i in 0..<(side * side * 4) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        // Black and nearly black beside white: where encoding stretches most.
        samples[i] = [0, 257, 1028, 65535][Int(state >> 62)]
        if i % 4 == 3 { samples[i] = UInt16.max - samples[i] / 2 }
      }
    }.converted(to: PixelFormat(.rgba, depth, .straight))
  }

  @Test(arguments: [0.8, 3.7, 12], EdgeMode.allCases)
  func agreesWithTheReference(radius: Double, edge: EdgeMode) throws {
    for (depth, limit) in [(PixelFormat.Depth.unorm8, 1.0), (.unorm16, 0.2)] {
      let source = stress(depth)
      let effect = Effect(
        blur: .init(radius: radius, kernel: .gaussian, edge: edge, colorSpace: .linear),
        matrix: .saturation(1.4), opacity: 0.75)
      let result = FloatImage(try render(effect, source, depth: .float32))
      let exact = Reference.render(effect, source)
      let worst = zip(result.values, exact.values).map { 255 * abs($0 - $1) }.max() ?? .infinity
      #expect(worst <= limit, "\(worst) levels at \(depth)")
    }
  }

  /// Half black, half white is 0.5 of light, which sRGB encodes as 0.735357.
  @Test func averagesLight() throws {
    let checkers = Image(width: 64, height: 64, format: PixelFormat(.gray, .unorm8, .opaque)) {
      for i in 0..<(64 * 64) { $0[i] = (i % 64 + i / 64) & 1 == 0 ? 0 : 255 }
    }
    let blur = Effect.Blur(radius: 6, kernel: .gaussian, edge: .mirror, colorSpace: .linear)
    let result = try render(Effect(blur: blur), checkers, depth: .float32)
    #expect(FloatImage(result).values.allSatisfy { 255 * abs($0 - 0.735357) <= 0.85 })
  }

  @Test func aVaryingBlurOfLinearLightAgreesToo() throws {
    let source = stress(.unorm8)
    let mask = LinearGradient(
      stops: [.init(alpha: 0, at: 0), .init(alpha: 1, at: 1)], startPoint: .top, endPoint: .bottom
    ).mask(width: source.width, height: source.height)
    let effect = Effect(
      blur: .init(radius: 5, kernel: .gaussian, edge: .clamp, colorSpace: .linear), mask: mask,
      maskMode: .radius)
    let plans = try Planner(CPUExecutor.capabilities).variablePlans(
      effect, width: source.width, height: source.height, format: source.format, depth: .float32)
    let result = FloatImage(try executor.run(#require(plans.first), source: source))
    let exact = Reference.render(effect, source)
    let differences = zip(result.values, exact.values).map { 255 * abs($0 - $1) }
    // Encoding stretches the mix's error in the dark, as it does any other.
    #expect(plans.count == 1 && differences.reduce(0, +) / Double(differences.count) < 0.5)
  }
}

@Suite struct DitherTests {
  private func ramp() -> Image {
    Image(width: 256, height: 64, format: PixelFormat(.gray, .unorm16, .opaque)) {
      let samples = $0.bindMemory(to: UInt16.self)
      for i in 0..<(256 * 64) { samples[i] = UInt16(2000 + 3 * (i % 256)) }
    }
  }

  private func render(_ source: Image, dither: Bool) throws -> [UInt8] {
    let effect = Effect(matrix: .brightness(0.01), dither: dither)
    let plans = try Planner(CPUExecutor.capabilities).plan(
      effect, width: source.width, height: source.height, format: source.format, depth: .unorm8)
    let result = try CPUExecutor(threads: 2).run(#require(plans.first), source: source)
    return result.pixels.withUnsafeBytes { Array($0) }
  }

  /// A slow ramp keeps its local mean; rounded to nearest it has steps.
  @Test func keepsTheMeanOfASlowRamp() throws {
    let source = ramp()
    let dithered = try render(source, dither: true)
    let rounded = try render(source, dither: false)
    func worstBlockError(_ bytes: [UInt8]) -> Double {
      var worst = 0.0
      for block in 0..<32 {
        var difference = 0.0
        for y in 0..<64 {
          for x in (block * 8)..<(block * 8 + 8) {
            let exact = (Double(2000 + 3 * x) / 65535 + 0.01) * 255
            difference += Double(bytes[y * 256 + x]) - exact
          }
        }
        worst = max(worst, abs(difference / 512))
      }
      return worst
    }
    #expect(worstBlockError(dithered) < 0.03)
    #expect(worstBlockError(rounded) > 0.4)
    for (a, b) in zip(dithered, rounded) { #expect(abs(Int(a) - Int(b)) <= 1) }
  }

  @Test func leavesWholeLevelsAlone() throws {
    let flat = Image(width: 64, height: 64, format: PixelFormat(.rgb, .unorm8, .opaque)) {
      for i in 0..<(64 * 64 * 3) { $0[i] = UInt8([0, 77, 255][i % 3]) }
    }
    let effect = Effect(
      blur: .init(radius: 4, kernel: .gaussian, edge: .clamp), dither: true)
    let plans = try Planner(CPUExecutor.capabilities).plan(
      effect, width: 64, height: 64, format: flat.format, depth: .unorm8)
    let result = try CPUExecutor(threads: 2).run(#require(plans.first), source: flat)
    result.pixels.withUnsafeBytes { a in
      flat.pixels.withUnsafeBytes { b in #expect(a.elementsEqual(b)) }
    }
  }

  @Test func isTheReferencesRule() throws {
    let source = ramp()
    let effect = Effect(matrix: .brightness(0.01), dither: true)
    let expected = Reference.render(effect, source).image(.unorm8, .opaque, dither: true)
    let result = try render(source, dither: true)
    let differing = expected.pixels.withUnsafeBytes { bytes in
      zip(bytes, result).filter { $0 != $1 }.count
    }
    // Sums that fall on a threshold to the last digit may go either way.
    #expect(differing <= 16)
  }
}
