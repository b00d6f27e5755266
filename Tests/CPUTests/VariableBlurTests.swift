import GPUEffectsCPU
import GPUEffectsModel
import GPUEffectsReference
import Testing

@Suite struct VariableBlurTests {
  private let executor = CPUExecutor(threads: 2)
  private let planner = Planner(CPUExecutor.capabilities)

  private func render(_ effect: Effect, _ source: Image, depth: PixelFormat.Depth) throws
    -> [Double]
  {
    var values = [Double](repeating: .nan, count: source.width * source.height * 4)
    for plan in try planner.variablePlans(
      effect, width: source.width, height: source.height, format: source.format, depth: depth)
    {
      let part = FloatImage(try executor.run(plan, source: source))
      for y in plan.region.y {
        for x in plan.region.x {
          for c in 0..<4 {
            values[(y * source.width + x) * 4 + c] =
              part[x - plan.region.x.lowerBound, y - plan.region.y.lowerBound, c]
          }
        }
      }
    }
    return values
  }

  /// Seeded binary noise beside smooth waves, premultiplied, alpha varying.
  private func image(_ width: Int, _ height: Int, hard: Bool) -> Image {
    var state: UInt64 = 7
    return Image(width: width, height: height, format: PixelFormat(.rgba, .unorm8, .premultiplied))
    { bytes in
      for i in 0..<(width * height) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let (x, y) = (i % width, i / width)
        let alpha = hard ? ((x / 7 + y / 5) & 1) * 255 : 255 - x * 60 / width
        for c in 0..<3 {
          let smooth = ((x * (3 + c) + y * 5) % 97) * 2 + Int(state >> 60)
          let value = hard ? Int((state >> (60 + UInt64(c))) & 1) * 255 : smooth
          bytes[4 * i + c] = UInt8(min(value, alpha))
        }
        bytes[4 * i + 3] = UInt8(alpha)
      }
    }
  }

  private func radialMask(_ width: Int, _ height: Int) -> Mask {
    Mask(
      width: width, height: height,
      values: (0..<(width * height)).map { i in
        let (x, y) = (
          Double(i % width) / Double(width) - 0.5, Double(i / width) / Double(height) - 0.5
        )
        return UInt16(min(1, 2.2 * (x * x + y * y).squareRoot()) * 65535)
      })
  }

  @Test(arguments: [0.6, 2.5, 8], EdgeMode.allCases)
  func staysNearTheGather(radius: Double, edge: EdgeMode) throws {
    for (hard, limit) in [(false, 2.0), (true, 4.0)] {
      let source = image(120, 80, hard: hard)
      let effect = Effect(
        blur: .init(radius: radius, kernel: .gaussian, edge: edge), mask: radialMask(120, 80),
        maskMode: .radius)
      let exact = Reference.render(effect, source)
      let result = try render(effect, source, depth: .float32)
      let worst = zip(result, exact.values).map { 255 * abs($0 - $1) }.max() ?? .infinity
      #expect(worst <= limit, "\(worst) levels on \(hard ? "hard" : "smooth") content")
    }
  }

  @Test func staysNearTheGatherAtLargeRadius() throws {
    let source = image(72, 48, hard: true)
    let effect = Effect(
      blur: .init(radius: 40, kernel: .gaussian, edge: .clamp), mask: radialMask(72, 48),
      maskMode: .radius)
    let exact = Reference.render(effect, source)
    let result = try render(effect, source, depth: .float32)
    #expect(zip(result, exact.values).allSatisfy { 255 * abs($0 - $1) <= 4 })
  }

  @Test func maskOfZeroIsTheSourceBitForBit() throws {
    let source = image(61, 37, hard: false)
    let effect = Effect(
      blur: .init(radius: 9, kernel: .gaussian, edge: .clamp),
      mask: Mask(width: 61, height: 37, values: [UInt16](repeating: 0, count: 61 * 37)),
      maskMode: .radius)
    #expect(try render(effect, source, depth: .unorm8) == FloatImage(source).values)
  }

  @Test(arguments: [0.1, 0.35, 0.77, 1])
  func constantMaskIsTheUniformBlur(fraction: Double) throws {
    let source = image(150, 90, hard: false)
    let value = UInt16(fraction * 65535)
    let varying = Effect(
      blur: .init(radius: 12, kernel: .gaussian, edge: .clamp),
      mask: Mask(width: 150, height: 90, values: [UInt16](repeating: value, count: 150 * 90)),
      maskMode: .radius)
    let uniform = Effect(
      blur: .init(radius: 12 * Double(value) / 65535, kernel: .gaussian, edge: .clamp))
    let expected = Reference.render(uniform, source).values
    let result = try render(varying, source, depth: .float32)
    let squares = zip(result, expected).map { 255 * 255 * ($0 - $1) * ($0 - $1) }
    let rms = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    #expect(rms <= 1, "rms \(rms)")
  }
}
