import GPUEffects
import GPUEffectsCPU
import GPUEffectsModel
import GPUEffectsParity
import Testing

/// Judging: what counts as how far, how many, too many passes.
@Suite struct RowRunnerTests {
  static var right: CPUExecutor { CPUExecutor(threads: 2) }

  private func run(_ line: String, _ executor: any PlanExecutor = right) throws -> RowOutcome {
    RowRunner(ParitySubject(executor, backend: .cpu, threads: 2)).run(try Row(line))
  }

  /// The same as before in a constant number of levels, everywhere or in one
  /// sample.
  private final class Off: PlanExecutor {
    private let executor = RowRunnerTests.right
    private let levels: UInt8
    private let samples: Int

    init(by levels: UInt8, samples: Int = .max) {
      self.levels = levels
      self.samples = samples
    }

    var planner: Planner { executor.planner }

    func run(_ plan: Plan, source: Image) throws -> Image {
      let image = try executor.run(plan, source: source)
      return Image(width: image.width, height: image.height, format: image.format) { bytes in
        image.pixels.withUnsafeBytes { bytes.copyMemory(from: $0) }
        for i in bytes.indices.prefix(samples) {
          bytes[i] = bytes[i] < 128 ? bytes[i] + levels : bytes[i] - levels
        }
      }
    }

    func run(_ plan: VariablePlan, source: Image) throws -> Image {
      try executor.run(plan, source: source)
    }
  }

  private let line = "a/b: noise 40x30 rgb8 | contrast 0.5 | 8 bits, "

  @Test func howFarCounts() throws {
    #expect(try run(line + "within 1", Off(by: 1)).passed)
    let outcome = try run(line + "within 1", Off(by: 2, samples: 1))
    #expect(outcome.failure?.hasPrefix("2.0 levels at (0, 0) channel 0") == true)
    #expect(outcome.deviation?.histogram.counts.reduce(0, +) == 40 * 30 * 3)
    #expect(try run(line + "within 2", Off(by: 2)).passed)
  }

  @Test func howManyCounts() throws {
    // 36 of 3600 samples are 1 %.
    #expect(try run(line + "within 1 for 99%", Off(by: 1, samples: 36)).passed)
    let outcome = try run(line + "within 1 for 99%", Off(by: 1, samples: 40))
    #expect(outcome.failure == "1.1% of the samples are more than 0.5 levels off; allowed are 1.0%")
  }

  @Test func passesCount() throws {
    #expect(try run(line + "within 1, 1 passes").passed)
    #expect(
      try run(line + "within 1, 2 passes").failure == "it takes 1 passes instead of 2")
    #expect(try run(line + "within 1, 1 passes").explanation.count == 2)
  }

  @Test func whatMustDifferDoes() throws {
    #expect(try run(line + "differs by 60 from nothing").passed)
    let outcome = try run(line + "differs by 200 from nothing")
    #expect(outcome.failure?.hasPrefix("it should differ by 200.0 levels: ") == true)
  }

  @Test func anErrorIsAFailure() throws {
    let outcome = try run("a/b: noise 400x300 rgb8 | blur 40 | 8 bits, within 1, limit 64")
    #expect(outcome.failure?.contains("largest texture (64 pixels)") == true)
    #expect(outcome.deviation == nil)
    let scene = try run("a/b: scene 8x8 white | [{\"colour\":\"red\"}] | 8 bits, within 1")
    #expect(scene.failure?.contains("colour") == true)
  }

  // MARK: What is drawn, and made small

  @Test func drawsTheSameRowsForASeed() throws {
    for number in 0..<40 {
      let row = RandomRows.row(seed: 7, number: number)
      #expect(RandomRows.row(named: row.name) == row)
      #expect(try Row("\(row)") == row, "\(row)")
      #expect(RandomRows.row(seed: 8, number: number).work != row.work)
    }
    #expect(RandomRows.row(named: "random/7") == nil && RandomRows.row(named: "blur/7-1") == nil)
  }

  @Test(arguments: [3, 4, 5])
  func theCPUPassesWhatIsDrawn(seed: Int) {
    let runner = RowRunner(.cpu(threads: 2))
    for number in 0..<60 {
      let row = RandomRows.row(seed: seed, number: number)
      let outcome = runner.run(row)
      #expect(outcome.passed, "\(row): \(outcome.failure ?? "")")
    }
  }

  @Test func aFailingEffectGetsSmall() throws {
    let row = try Row(
      "a/b: stress 61x47 rgba16 premultiplied | blur 12 mirror apple linear, brightness 0.1, "
        + "saturation 1.4, opacity 0.5, mask step | 16 bits, within 0.2, twice")
    let runner = RowRunner(
      ParitySubject(FaultyExecutor(.lostOpacity), backend: .cpu, threads: 2))
    let smallest = Reduction.smallest(row) { !runner.run($0).passed }
    guard case .effect(let look, on: let source) = smallest.work else {
      Issue.record("\(smallest)")
      return
    }
    #expect("\(look)" == "opacity 0.5")
    #expect(source.width * source.height <= 4 && source.depth == .unorm8 && source.isGray)
    #expect(!runner.run(smallest).passed)
  }

  @Test func aFailingSceneGetsSmall() throws {
    let row = try Row(
      """
      a/b: scene 48x36 @2 white apple | [{"image":"photo.png"},{"color":"#ff0000","frame":\
      [1,1,9,9],"cornerRadius":3},{"opacity":0.5,"layers":[{"backdrop":{"values":{"blurRadius":\
      6.5,"saturation":1.4,"opacity":0.5}},"frame":[4,4,40,28],"cornerRadius":8}]}] | 8 bits, within 1
      """)
    let runner = RowRunner(
      ParitySubject(FaultyExecutor(.lostOpacity), backend: .cpu, threads: 2))
    #expect(!runner.run(row).passed)
    let smallest = Reduction.smallest(row) { candidate in
      let outcome = runner.run(candidate)
      return !outcome.passed && outcome.deviation != nil
    }
    guard case .scene(let scene) = smallest.work else {
      Issue.record("\(smallest)")
      return
    }
    #expect(scene.layers.contains("backdrop"), "\(scene)")
    #expect(!scene.layers.contains("cornerRadius") && scene.scale == 1)
    #expect(try scene.scene().layers.count <= 2)
  }
}
