import GPUEffectsGL
import GPUEffectsReference
import Testing

@testable import GPUEffectsModel

/// Blurs whose radius a mask varies, against the gather of the reference.
@Suite struct VariableBlurTests {
  private func render(
    _ executor: GLExecutor, _ effect: Effect, _ source: Image, _ depth: PixelFormat.Depth,
    maximumSize: Int? = nil
  ) throws -> [Double] {
    var capabilities = executor.capabilities
    if let maximumSize { capabilities.maximumSize = maximumSize }
    let plans = try Planner(capabilities).variablePlans(
      effect, width: source.width, height: source.height, format: source.format, depth: depth)
    #expect((plans.count > 1) == (maximumSize != nil))
    let count = source.format.channels.rawValue
    var samples = [Double](repeating: .nan, count: source.width * source.height * count)
    for plan in plans {
      let part = try executor.run(plan, source: source)
      #expect(part.format.depth == depth)
      let row = plan.region.x.count * count
      for (i, y) in plan.region.y.enumerated() {
        let first = (y * source.width + plan.region.x.lowerBound) * count
        samples.replaceSubrange(
          first..<(first + row), with: part.samples[(i * row)..<((i + 1) * row)])
      }
    }
    return samples
  }

  /// Smooth waves, or seeded binary noise; alpha falls, or is checkers.
  private func image(
    _ width: Int, _ height: Int, hard: Bool, _ alpha: PixelFormat.Alpha = .premultiplied,
    _ depth: PixelFormat.Depth = .unorm8
  ) -> Image {
    var noise = Noise(state: 7)
    var samples: [Double] = []
    for y in 0..<height {
      for x in 0..<width {
        let a = hard ? Double((x / 7 + y / 5) & 1) : 1 - Double(x * 60 / width) / 255
        for c in 0..<3 {
          let random = Double(noise.next() >> 60)
          let smooth = (Double((x * (3 + c) + y * 5) % 97 * 2) + random) / 255
          let color = hard ? (random < 8 ? 0 : 1) : smooth
          samples.append(alpha == .premultiplied ? min(color, a) : color)
        }
        samples.append(a)
      }
    }
    return Image(
      width: width, height: height, PixelFormat(.rgba, depth, alpha),
      samples: samples.map { ($0 * depth.maximum).rounded() })
  }

  private func radialMask(_ width: Int, _ height: Int) -> Mask {
    Mask(
      width: width, height: height,
      values: (0..<(width * height)).map { i in
        let x = Double(i % width) / Double(width) - 0.5
        let y = Double(i / width) / Double(height) - 0.5
        return UInt16(min(1, 2.2 * (x * x + y * y).squareRoot()) * 65535)
      })
  }

  private func constantMask(_ width: Int, _ height: Int, _ value: UInt16) -> Mask {
    Mask(width: width, height: height, values: [UInt16](repeating: value, count: width * height))
  }

  /// In levels of 255.
  private func worst(_ samples: [Double], _ exact: FloatImage, _ depth: PixelFormat.Depth) -> Double
  {
    zip(samples, exact.values).map { 255 * abs($0 / depth.maximum - $1) }.max() ?? .infinity
  }

  @Test(arguments: EdgeMode.allCases, BlurColorSpace.allCases)
  func staysNearTheGather(edge: EdgeMode, light: BlurColorSpace) throws {
    try withExecutor { executor in
      for radius in [0.04, 0.6, 2.5, 8] {
        // Encoding stretches the errors of dark linear light.
        for (hard, limit) in [(false, 2.0), (true, light == .linear ? 6 : 4)] {
          let source = image(75, 50, hard: hard)
          let effect = Effect(
            blur: .init(radius: radius, kernel: .gaussian, edge: edge, colorSpace: light),
            mask: radialMask(75, 50), maskMode: .radius)
          let exact = Reference.render(effect, source)
          let result = try render(executor, effect, source, .float32)
          let distance = worst(result, exact, .float32)
          #expect(distance <= limit, "\(radius), \(hard ? "hard" : "smooth")")
        }
      }
    }
  }

  @Test func staysNearTheGatherAtALargeRadius() throws {
    let source = image(72, 48, hard: true)
    let effect = Effect(
      blur: .init(radius: 40, kernel: .gaussian, edge: .clamp), mask: radialMask(72, 48),
      maskMode: .radius)
    let exact = Reference.render(effect, source)
    try withExecutor { executor in
      let result = try render(executor, effect, source, .unorm16)
      #expect(worst(result, exact, .unorm16) <= 4)
    }
  }

  /// Every pair of an 8-bit colour and alpha, in each light.
  @Test(arguments: BlurColorSpace.allCases)
  func aMaskOfZeroIsTheSourceBitForBit(light: BlurColorSpace) throws {
    let straight = Image(
      width: 256, height: 256, PixelFormat(.grayAlpha, .unorm8, .straight),
      samples: (0..<65536).flatMap { [Double($0 & 255), Double($0 >> 8)] })
    try withExecutor { executor in
      for source in [
        straight, image(61, 37, hard: false), image(61, 37, hard: false, .premultiplied, .unorm16),
      ] {
        let effect = Effect(
          blur: .init(radius: 9, kernel: .gaussian, edge: .clamp, colorSpace: light),
          mask: constantMask(source.width, source.height, 0), maskMode: .radius)
        let depth = source.format.depth
        let expected = FloatImage(source).image(depth, .premultiplied).samples
        let result = try render(executor, effect, source, depth)
        #expect(result == expected, "\(source.format)")
      }
    }
  }

  @Test(arguments: [0.1, 0.35, 0.77, 1])
  func aConstantMaskIsTheUniformBlur(fraction: Double) throws {
    let source = image(150, 90, hard: false)
    let value = UInt16(fraction * 65535)
    let varying = Effect(
      blur: .init(radius: 12, kernel: .gaussian, edge: .clamp), mask: constantMask(150, 90, value),
      maskMode: .radius)
    let uniform = Effect(
      blur: .init(radius: 12 * Double(value) / 65535, kernel: .gaussian, edge: .clamp))
    let expected = Reference.render(uniform, source).values
    try withExecutor { executor in
      let result = try render(executor, varying, source, .float32)
      let squares = zip(result, expected).map { 255 * 255 * ($0 - $1) * ($0 - $1) }
      let rms = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
      #expect(rms <= 1)
    }
  }

  /// Every format; matrix and opacity apply in full, whatever the mask says.
  @Test func coloursApplyInFull() throws {
    let (width, height) = (45, 30)
    try withExecutor { executor in
      for format in PixelFormat.all {
        let source = Image.noise(width, height, format)
        let effect = Effect(
          blur: .init(radius: 3, kernel: .gaussian, edge: .mirror),
          matrix: ColorMatrix(VisualEffectValues(brightness: 0.1, saturation: 0.6)),
          opacity: format.channels.hasAlpha ? 0.7 : 1, mask: radialMask(width, height),
          maskMode: .radius)
        let exact = Reference.render(effect, source)
        let result = try render(executor, effect, source, .unorm16)
        #expect(worst(result, exact, .unorm16) <= 4, "\(format)")
        // A mask of zero leaves the colours alone to show.
        var sharp = effect
        sharp.mask = constantMask(width, height, 0)
        let colors = try render(executor, sharp, source, .unorm16)
        #expect(worst(colors, Reference.render(sharp, source), .unorm16) <= 0.01, "\(format)")
      }
    }
  }

  @Test func tilesHoldTheBytesOfTheWhole() throws {
    let source = image(123, 77, hard: true, .straight)
    let effect = Effect(
      blur: .init(radius: 7, kernel: .gaussian, edge: .normalized), matrix: .saturation(1.4),
      mask: radialMask(123, 77), maskMode: .radius, dither: true)
    try withExecutor { executor in
      let whole = try render(executor, effect, source, .unorm8)
      let tiled = try render(executor, effect, source, .unorm8, maximumSize: 150)
      #expect(tiled == whole)
    }
  }

  @Test func resultsAreDithered() throws {
    let source = image(64, 40, hard: false)
    var effect = Effect(
      blur: .init(radius: 7, kernel: .gaussian, edge: .clamp), mask: radialMask(64, 40),
      maskMode: .radius)
    try withExecutor { executor in
      let exact = try render(executor, effect, source, .float32)
      effect.dither = true
      let result = try render(executor, effect, source, .unorm8)
      for (i, value) in exact.enumerated() {
        let pixel = i / 4
        let sum =
          255 * value + Double(OrderedDither.threshold(x: pixel % 64, y: pixel / 64))
        // The rungs of both have been rounded the same way.
        #expect(abs(result[i] - (sum - 0.5)) <= 0.501)
      }
    }
  }

  @Test func keepsItsTexturesForTheNextRunAndLeavesNothing() throws {
    let source = image(60, 40, hard: false)
    var effect = Effect(
      blur: .init(radius: 12, kernel: .gaussian, edge: .clamp), mask: radialMask(60, 40),
      maskMode: .radius)
    let live = try withNewExecutor { executor in
      let first = try render(executor, effect, source, .unorm8)
      let live = executor.liveObjects
      let (textures, programs, framebuffers) = (live.textures, live.programs, live.framebuffers)
      // All but the table's two.
      #expect(executor.idleTextureCount == textures - 2)
      for _ in 0..<2 {
        let again = try render(executor, effect, source, .unorm8)
        #expect(again == first)
      }
      #expect(live.textures == textures)
      #expect(live.programs == programs)
      #expect(live.framebuffers == framebuffers)
      effect.blur?.radius = 5
      _ = try render(executor, effect, source, .unorm8)
      #expect(executor.idleTextureCount == live.textures - 2)
      return live
    }
    #expect(live.total == 0)
  }
}
