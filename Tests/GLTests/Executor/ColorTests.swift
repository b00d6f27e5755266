import GPUEffectsGL
import TestSupport
import Testing

@testable import GPUEffectsModel

/// The composite without a blur: copies and colours.
@Suite(.serialized)
struct ColorTests {
  @Test func copiesEverySampleOfEveryFormat() throws {
    try withExecutor { executor in
      for format in PixelFormat.all where format.alpha != .straight {
        for (width, height) in [(1, 1), (5, 3), (33, 17), (64, 2)] {
          let image = Image.noise(width, height, format)
          let result = try executor.run(
            PlanMaker(image).plan(depth: format.depth, alpha: format.alpha), source: image)
          #expect(result.width == width && result.height == height)
          #expect(result.format == format)
          var expected = image.samples
          if format.alpha == .opaque, format.channels == .rgba {
            // Opaque says that alpha is 1, whatever the samples say.
            for i in stride(from: 3, to: expected.count, by: 4) {
              expected[i] = format.depth.maximum
            }
          }
          #expect(result.samples == expected, "\(format) \(width)x\(height)")
        }
      }
    }
  }

  @Test func premultipliesStraightSources() throws {
    try withExecutor { executor in
      for format in PixelFormat.all where format.alpha == .straight {
        let image = Image.noise(13, 7, format)
        let direct = try executor.run(PlanMaker(image).plan(), source: image)
        let loaded = try executor.run(PlanMaker(image).appending(.load).plan(), source: image)
        #expect(Naive(image).distance(to: direct) < 1e-4, "\(format)")
        #expect(Naive(image).distance(to: loaded) < 1e-4, "\(format)")
      }
    }
  }

  @Test func givesTheSpecifiedColors() throws {
    let pixel: [Double] = [200, 120, 60]
    try withExecutor { executor in
      for row in SpecificationTables.colors {
        var composite = Composite.copy
        composite.matrix = ColorMatrix(row.values)
        for depth in [PixelFormat.Depth.unorm8, .unorm16] {
          let scale = depth.maximum / 255
          let image = Image(
            width: 1, height: 1, PixelFormat(.rgb, depth, .opaque),
            samples: pixel.map { ($0 * scale).rounded() })
          let result = try executor.run(
            PlanMaker(image).plan(composite, depth: .unorm8, alpha: .opaque), source: image)
          #expect(result.samples == row.rounded.map(Double.init), "\(row) from \(depth)")
        }
      }
    }
  }

  @Test func colorsAreOfPremultipliedPixelsAndStayBelowAlpha() throws {
    let image = Image(
      width: 2, height: 1, PixelFormat(.rgba, .unorm8, .straight),
      samples: [200, 120, 60, 51, 10, 20, 30, 0])
    var composite = Composite.copy
    composite.matrix = ColorMatrix(VisualEffectValues(brightness: 0.25))
    try withExecutor { executor in
      let result = try executor.run(PlanMaker(image).plan(composite, depth: .unorm8), source: image)
      // 200 + 63.75 is clamped to 255; alpha 51 is a fifth; nothing is added to nothing.
      #expect(result.samples == [51, 37, 25, 51, 0, 0, 0, 0])
    }
  }

  @Test func grayTakesTheGreenRow() throws {
    let image = Image.noise(9, 4, PixelFormat(.gray, .unorm8, .opaque))
    var composite = Composite.copy
    composite.matrix = ColorMatrix(VisualEffectValues(contrast: 1.3, hueRotation: 70))
    let row = composite.matrix.grayRow
    try withExecutor { executor in
      let result = try executor.run(
        PlanMaker(image).plan(composite, depth: .float32, alpha: .opaque), source: image)
      for (v, sample) in zip(image.samples, result.samples) {
        let expected = min(max(row.factor * v / 255 + row.bias, 0), 1)
        #expect(abs(sample - expected) < 1e-6)
      }
    }
  }

  @Test func mixesWithTheSourceByMaskAndOpacity() throws {
    try withExecutor { executor in
      for format in PixelFormat.all {
        let (width, height) = (11, 5)
        let image = Image.noise(width, height, format, seed: 4)
        var noise = Noise(state: 9)
        var values = (0..<(width * height)).map { _ in
          UInt16.random(in: .min ... .max, using: &noise)
        }
        values[0] = 0
        values[1] = 65535
        var composite = Composite.copy
        composite.matrix = ColorMatrix(VisualEffectValues(brightness: -0.2, contrast: 0.8))
        composite.opacity = 0.75
        composite.mask = Mask(width: width, height: height, values: values)
        let region = Area(x: 1..<10, y: 1..<4)
        let result = try executor.run(
          PlanMaker(image).plan(composite, region: region), source: image)
        let source = Naive(image)
        let expected = Naive(region) { x, y in
          let s = source[x, y]
          var e = s
          for i in 0..<3 {
            let row = composite.matrix.elements[(4 * i)..<(4 * i + 4)].map { $0 }
            let color = row[0] * s.x + row[1] * s.y + row[2] * s.z + row[3] * s.w
            e[i] = min(max(color, 0), s.w)
          }
          let m = Double(values[y * width + x]) / 65535
          return (1 - m) * s + m * 0.75 * e
        }
        #expect(expected.distance(to: result) < 1e-3, "\(format)")
      }
    }
  }

  @Test func aMaskOfZeroKeepsTheSourceAndOneTheEffect() throws {
    let image = Image.noise(6, 1, PixelFormat(.rgba, .unorm8, .premultiplied))
    var composite = Composite.copy
    composite.matrix = .brightness(0.5)
    composite.opacity = 0
    composite.mask = Mask(width: 6, height: 1, values: [0, 65535, 0, 65535, 0, 0])
    try withExecutor { executor in
      let result = try executor.run(PlanMaker(image).plan(composite, depth: .unorm8), source: image)
      var expected = image.samples
      for x in [1, 3] { for c in 0..<4 { expected[4 * x + c] = 0 } }
      #expect(result.samples == expected)
    }
  }
}
