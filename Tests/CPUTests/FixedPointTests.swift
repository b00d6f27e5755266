import GPUEffectsCPU
import GPUEffectsModel
import GPUEffectsReference
import TestSupport
import Testing

/// The 16-bit lanes of 8-bit images, judged by nested loops over the same
/// plan and by the float64 reference.
struct FixedPointTests {
  /// Distances in levels of an 8-bit result from `truth` (premultiplied, 1
  /// being full), before and after the truth is rounded.
  private static func distances(_ result: Image, _ truth: [Double]) -> (
    exact: Double, rounded: Double
  ) {
    zip(result.samples, truth).reduce((0, 0)) { worst, pair in
      let level = pair.1 * 255
      return (
        max(worst.0, abs(pair.0 - level)), max(worst.1, abs(pair.0 - (level + 0.5).rounded(.down)))
      )
    }
  }

  @Test(arguments: EdgeMode.allCases)
  func blursMatchNestedLoops(edge: EdgeMode) throws {
    let executor = CPUExecutor(threads: 2)
    for (width, height) in PassTests.sizes + [(130, 71)] {
      for radius in [0.5, 1, 2, 3.7, 6, 13] {
        for format in PixelFormat.all(.unorm8) {
          let plan = try Planner.fixed.plan(
            Effect(VisualEffectValues(blurRadius: radius), edge: edge), width: width,
            height: height, format: format, depth: .unorm8)[0]
          let source = Image.noise(width, height, format)
          let difference = try PassTests.difference(plan, source, executor)
          // Half a level is the last rounding; the rest is what the plan spends on its lanes.
          let taps = plan.passes.reduce(0) { sum, pass in
            if case .convolve(_, let halfTaps, _) = pass.kind { sum + halfTaps.count } else { sum }
          }
          let lanes = Double(taps / 2 + 4 * plan.passes.count) / 128
          #expect(difference <= 0.5 + lanes, "\(width)x\(height) radius \(radius) \(format)")
        }
      }
    }
  }

  @Test(arguments: EdgeMode.allCases)
  func blursStayWithinOneLevelOfTheReference(edge: EdgeMode) throws {
    let executor = CPUExecutor(threads: 2)
    let planner = Planner(CPUExecutor.capabilities)
    for (width, height) in PassTests.sizes {
      for radius in [0.3, 0.5, 1, 2, 3.7, 6, 12.5, 40] {
        for format in [
          PixelFormat(.rgba, .unorm8, .premultiplied), PixelFormat(.rgb, .unorm8, .opaque),
          PixelFormat(.gray, .unorm8, .opaque), PixelFormat(.rgba, .unorm8, .straight),
        ] {
          let effect = Effect(VisualEffectValues(blurRadius: radius), edge: edge)
          let source = Image.noise(width, height, format, seed: 3)
          let plan = try planner.plan(
            effect, width: width, height: height, format: format, depth: .unorm8)[0]
          let result = try executor.run(plan, source: source)
          let worst = Self.distances(result, Reference.render(effect, source).values)
          #expect(worst.exact <= 1.35, "\(width)x\(height) radius \(radius) \(format)")
          #expect(worst.rounded <= 1, "\(width)x\(height) radius \(radius) \(format)")
        }
      }
    }
  }

  @Test func colorAfterABlurStaysWithinOneLevelOfTheReference() throws {
    let executor = CPUExecutor(threads: 2)
    let planner = Planner(CPUExecutor.capabilities)
    var random = Noise(11)
    let mask = Mask(
      width: 64, height: 48,
      values: (0..<(64 * 48)).map { _ in UInt16.random(in: 0...65535, using: &random) })
    var looks = [
      PassTests.looks, VisualEffectValues(contrast: 4), VisualEffectValues(contrast: -1),
      VisualEffectValues(saturation: 3), VisualEffectValues(brightness: -0.25, opacity: 0.25),
    ]
    for i in looks.indices { looks[i].blurRadius = [0, 1.5, 3.7, 20, 6][i] }
    for look in looks {
      for format in PixelFormat.all(.unorm8) {
        for mask in [nil, mask] {
          let effect = Effect(look, edge: .clamp, mask: mask)
          let source = Image.noise(64, 48, format, seed: 5)
          let plan = try planner.plan(effect, width: 64, height: 48, format: format, depth: .unorm8)
          let result = try executor.run(plan[0], source: source)
          let worst = Self.distances(result, Reference.render(effect, source).values)
          #expect(worst.exact <= 1.35, "\(look) \(format) mask \(mask != nil)")
          #expect(worst.rounded <= 1, "\(look) \(format) mask \(mask != nil)")
        }
      }
    }
  }

  /// SEMANTICS: (200, 120, 60) by each modifier, rounded.
  @Test(arguments: SpecificationTables.colors)
  func modifiersGiveTheTabledColors(row: SpecificationTables.ColorRow) throws {
    let executor = CPUExecutor(threads: 1)
    let planner = Planner(CPUExecutor.capabilities)
    let color = [200.0, 120, 60, 255]
    for channels in [PixelFormat.Channels.rgb, .rgba] {
      let format = PixelFormat(channels, .unorm8, .opaque)
      let source = Image(7, 5, format) { _, _, c in color[c] / 255 }
      for radius in [0.0, 2, 6] {
        var values = row.values
        values.blurRadius = radius
        let plan = try planner.plan(
          Effect(values), width: 7, height: 5, format: format, depth: .unorm8)[0]
        let result = try executor.run(plan, source: source).bytes
        let pixel = row.rounded + (channels == .rgba ? [255] : [])
        for (i, byte) in result.enumerated() {
          #expect(Int(byte) == pixel[i % pixel.count], "radius \(radius) sample \(i)")
        }
      }
    }
  }

  @Test func constantImagesStayConstant() throws {
    let executor = CPUExecutor(threads: 2)
    let planner = Planner(CPUExecutor.capabilities)
    for edge in [EdgeMode.clamp, .mirror, .normalized] {
      for sigma in [0.2, 0.5, 1, 1.7, 2, 2.6, 3, 3.7, 5.2, 6, 8, 10.4, 12, 20, 41.6, 83, 120, 300] {
        for value in [1.0, 77, 128, 254, 255] {
          for format in [
            PixelFormat(.rgba, .unorm8, .premultiplied), PixelFormat(.rgb, .unorm8, .opaque),
            PixelFormat(.gray, .unorm8, .opaque),
          ] {
            let plan = try planner.plan(
              Effect(VisualEffectValues(blurRadius: sigma), edge: edge), width: 37, height: 21,
              format: format, depth: .unorm8)[0]
            let source = Image.constant(37, 21, format, value / 255)
            let result = try executor.run(plan, source: source)
            #expect(result.bytes == source.bytes, "sigma \(sigma) \(edge) value \(value) \(format)")
          }
        }
      }
    }
  }

  @Test(arguments: [0.7, 2.0, 3.7, 6, 20, 50])
  func colorsNeverExceedAlpha(sigma: Double) throws {
    let executor = CPUExecutor(threads: 2)
    for depth in [PixelFormat.Channels.rgba, .grayAlpha] {
      let format = PixelFormat(depth, .unorm8, .premultiplied)
      for edge in EdgeMode.allCases {
        let plan = try Planner.fixed.plan(
          Effect(VisualEffectValues(blurRadius: sigma), edge: edge), width: 97, height: 61,
          format: format, depth: .unorm8)[0]
        let result = try executor.run(plan, source: .noise(97, 61, format, seed: 9)).bytes
        let n = format.channels.rawValue
        for pixel in stride(from: 0, to: result.count, by: n) {
          for c in 0..<(n - 1) where result[pixel + c] > result[pixel + n - 1] {
            Issue.record("sample \(pixel + c) of \(edge) exceeds its alpha")
          }
        }
      }
    }
  }
}
