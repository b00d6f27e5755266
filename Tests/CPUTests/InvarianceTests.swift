import GPUEffectsCPU
import GPUEffectsModel
import Testing

/// The same bytes however the work is done.
struct InvarianceTests {
  static let effects: [Effect] = {
    var effects: [Effect] = []
    for (i, radius) in [0, 0.8, 2, 3.7, 6, 17].enumerated() {
      for edge in EdgeMode.allCases {
        var values = i % 2 == 0 ? VisualEffectValues() : PassTests.looks
        values.blurRadius = radius
        if radius == 0 { values.brightness = 0.3 }
        effects.append(Effect(values, edge: edge))
      }
    }
    return effects
  }()

  static let formats = PixelFormat.all(.unorm8) + [PixelFormat(.rgba, .unorm16, .premultiplied)]

  private static func render(_ executor: CPUExecutor, _ effect: Effect, _ source: Image) throws
    -> [UInt8]
  {
    let planner = Planner(CPUExecutor.capabilities)
    let plan = try planner.plan(
      effect, width: source.width, height: source.height, format: source.format,
      depth: source.format.depth)
    return try executor.run(plan[0], source: source).bytes
  }

  @Test func threadCountsGiveTheSameBytes() throws {
    let executors = [1, 2, 5].map { CPUExecutor(threads: $0) }
    for effect in Self.effects {
      for format in Self.formats {
        let source = Image.noise(123, 201, format)
        let results = try executors.map { try Self.render($0, effect, source) }
        #expect(results[1] == results[0] && results[2] == results[0], "\(format)")
      }
    }
  }

  @Test func instructionSetsGiveTheSameBytes() throws {
    let levels = SIMDLevel.allCases.filter(\.isSupported)
    let executors = levels.map { CPUExecutor(threads: 1, level: $0) }
    #expect(levels.first == .baseline)
    for effect in Self.effects {
      for format in Self.formats {
        for (width, height) in [(1, 1), (31, 9), (131, 47)] {
          let source = Image.noise(width, height, format)
          let results = try executors.map { try Self.render($0, effect, source) }
          for (level, result) in zip(levels, results) {
            #expect(result == results[0], "\(level) \(format) \(width)x\(height)")
          }
        }
      }
    }
  }

  @Test func tilesAreCropsOfTheWhole() throws {
    let executor = CPUExecutor(threads: 2)
    for effect in Self.effects {
      for format in Self.formats {
        let (width, height) = (230, 90)
        let source = Image.noise(width, height, format)
        let whole = try Self.render(executor, effect, source)
        var capabilities = CPUExecutor.capabilities
        capabilities.maximumSize = 220
        let tiles = try Planner(capabilities).plan(
          effect, width: width, height: height, format: format, depth: format.depth)
        #expect(tiles.count > 1)
        let bytes = format.bytesPerPixel
        for tile in tiles {
          let result = try executor.run(tile, source: source).bytes
          let rowBytes = tile.region.x.count * bytes
          for (i, y) in tile.region.y.enumerated() {
            let start = (y * width + tile.region.x.lowerBound) * bytes
            #expect(
              result[(i * rowBytes)..<((i + 1) * rowBytes)] == whole[start..<(start + rowBytes)],
              "row \(y) of \(tile.region) \(format)")
          }
        }
      }
    }
  }

  @Test func concurrentRunsShareAnExecutor() async throws {
    let executor = CPUExecutor(threads: 2)
    let effect = Effect(VisualEffectValues(blurRadius: 6))
    let source = Image.noise(200, 150, PixelFormat(.rgba, .unorm8, .premultiplied))
    let expected = try Self.render(CPUExecutor(threads: 1), effect, source)
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<16 { group.addTask { try Self.render(executor, effect, source) } }
      for try await result in group { #expect(result == expected) }
    }
  }

  @Test func aPlanForAnotherImageIsRefused() throws {
    let plan = try Planner.float.plan(
      Effect(VisualEffectValues(blurRadius: 1)), width: 4, height: 4,
      format: PixelFormat(.rgb, .unorm8, .opaque), depth: .unorm8)[0]
    let other = Image.noise(5, 4, PixelFormat(.rgb, .unorm8, .opaque))
    #expect(throws: CPUError.self) { try CPUExecutor(threads: 1).run(plan, source: other) }
  }
}
