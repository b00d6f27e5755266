import GPUEffects
package import GPUEffectsGL
import GPUEffectsModel
import GPUEffectsReference

/// A failing row as a program in C that needs nothing but OpenGL ES.
package enum Reproduction {
  /// The program for the first plan of the row whose result is off, or for its
  /// first plan where none is (what fails is elsewhere then).
  ///
  /// - Parameters:
  ///   - title: of the program, one line.
  ///   - device: opens the device anew, so that all calls are seen.
  /// - Returns: nil where the row runs no plan.
  package static func program(
    _ row: Row, title: String, device: () throws -> GLDevice
  ) throws -> String? {
    let finder = PlanFinder(
      try GLExecutor(device: try device()), tolerance: row.expectation.far)
    _ = RowRunner(ParitySubject(finder, backend: .gpu, threads: 1)).run(row)
    guard let found = finder.found else { return nil }
    // An executor of its own, whose programs and textures are made anew.
    let recorded = try device()
    let record = try CallRecorder.record(recorded) {
      _ = try found.run(GLExecutor(device: recorded))
    }
    return text(
      record, found, tolerance: row.expectation.far, title: title,
      renderer: recorded.description)
  }

  private static func text(
    _ record: CallRecorder, _ found: PlanFinder.Found, tolerance: Double, title: String,
    renderer: String
  ) -> String {
    let format = found.format
    let perTexel = 4 / format.depth.rawValue
    let origin = found.region.x.lowerBound & -perTexel
    let cellsPerRow = record.readback.width * perTexel
    let channels =
      switch format.channels {
      case .gray: [1]
      case .grayAlpha: [1, 3]
      case .rgb: [0, 1, 2]
      case .rgba: [0, 1, 2, 3]
      }
    func count(_ kind: CallRecorder.Kind) -> String { "\(max(1, record.counts[kind] ?? 0))" }
    let values: [String: String] = [
      "TITLE": title, "RENDERER": renderer, "TEXTURES": count(.texture),
      "FRAMEBUFFERS": count(.framebuffer), "BUFFERS": count(.buffer), "SHADERS": count(.shader),
      "PROGRAMS": count(.program), "PLACES": count(.place),
      "ACTUAL_BYTES": "\(max(16, 16 * record.readback.width * record.readback.height))",
      "DATA": record.data.joined(separator: "\n"), "CALLS": record.calls.joined(),
      "WIDTH": "\(found.region.x.count)", "HEIGHT": "\(found.region.y.count)",
      "CHANNELS": "\(channels.count)", "PADDING": "\(found.region.x.lowerBound - origin)",
      "CELLS_PER_ROW": "\(cellsPerRow)",
      "CHANNEL_OF": channels.map { "\($0)" }.joined(separator: ", "),
      "SAMPLE_BYTES": "\(format.depth.rawValue)", "TOLERANCE": "\(tolerance)",
      "EXPECTED": found.expectedLevels.map { "  \($0),\n" }.joined(),
    ]
    // Pieces between markers take turns with the markers' names.
    var text = ""
    for (i, piece) in EmbeddedText.program.text.split(
      separator: "@@", omittingEmptySubsequences: false
    ).enumerated() {
      text += i % 2 == 0 ? String(piece) : values[String(piece)] ?? ""
    }
    return text
  }
}

/// Runs plans and keeps the first whose result is off.
private final class PlanFinder: PlanExecutor {
  struct Found {
    enum Work {
      case plan(Plan)
      case variable(VariablePlan)
    }

    let work: Work
    let source: Image
    let region: Area
    let format: PixelFormat
    /// One row of samples after the other, in levels of 255.
    let expectedLevels: [Float]
    let isOff: Bool

    func run(_ executor: GLExecutor) throws -> Image {
      switch work {
      case .plan(let plan): try executor.run(plan, source: source)
      case .variable(let plan): try executor.run(plan, source: source)
      }
    }
  }

  private let executor: GLExecutor
  private let tolerance: Double
  private(set) var found: Found?
  /// What is rendered; a variable plan doesn't say.
  private var effect: Effect?

  init(_ executor: GLExecutor, tolerance: Double) {
    self.executor = executor
    self.tolerance = tolerance
  }

  var planner: Planner { executor.planner }

  func render(_ effect: Effect, _ source: Image, depth: PixelFormat.Depth) throws -> Image {
    self.effect = effect
    return try renderPlans(effect, source, depth: depth)
  }

  func run(_ plan: Plan, source: Image) throws -> Image {
    let result = Result { try executor.run(plan, source: source) }
    judge(.plan(plan), plan.effect, source, plan.region, plan.outputFormat, try? result.get())
    return try result.get()
  }

  func run(_ plan: VariablePlan, source: Image) throws -> Image {
    let result = Result { try executor.run(plan, source: source) }
    if let effect {
      judge(.variable(plan), effect, source, plan.region, plan.outputFormat, try? result.get())
    }
    return try result.get()
  }

  private func judge(
    _ work: Found.Work, _ effect: Effect, _ source: Image, _ region: Area, _ format: PixelFormat,
    _ actual: Image?
  ) {
    if found?.isOff == true { return }
    let reference = Reference.render(effect, source)
    var levels: [Float] = []
    var isOff = actual == nil
    let samples = actual.map { FloatImage($0).values }
    for y in region.y {
      for x in region.x {
        for channel in 0..<format.channels.rawValue {
          var level = reference[x, y, channel] * 255
          if format.depth == .unorm8 {
            let threshold = effect.dither ? Double(OrderedDither.threshold(x: x, y: y)) : 0.5
            level = (level + threshold).rounded(.down)
          }
          if let samples, !(abs(samples[levels.count] * 255 - level) <= tolerance) { isOff = true }
          levels.append(Float(level))
        }
      }
    }
    if found == nil || isOff {
      found = Found(
        work: work, source: source, region: region, format: format, expectedLevels: levels,
        isOff: isOff)
    }
  }
}
