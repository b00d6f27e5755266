import GPUEffects
import GPUEffectsMeasuring

/// Where and how a benchmark ran: what figures mean nothing without.
struct BenchSetting {
  let hardware: Hardware
  /// Who renders, for people.
  let device: String
  private let options: BenchOptions
  private let renderer: Renderer
  private let threads: Int
  /// At the start.
  private let load = Hardware.load

  init(_ hardware: Hardware, _ renderer: Renderer, _ options: BenchOptions, threads: Int) {
    self.hardware = hardware
    device = renderer.name
    self.options = options
    self.renderer = renderer
    self.threads = threads
  }

  /// The lines above the table.
  var heading: String {
    let vectors = hardware.vectors.isEmpty ? "" : ", \(hardware.vectors)"
    let driver = renderer.glExecutor.map { ", \($0.device.glVersion)" } ?? ""
    return """
      vfx-gpu \(version)
      \(hardware.processor)\(vectors), \(hardware.processors) CPUs, load \(hundredths(load))
      \(device)\(driver): \(renderer.reason)
      \(options.width)x\(options.height), \(threads) threads; medians in milliseconds

      """
  }

  func json(_ results: [BenchResult], _ comparison: BenchComparison?) -> JSON {
    .object([
      ("command", .string("bench")),
      ("version", .string(version)),
      (
        "machine",
        .object([
          ("processor", .string(hardware.processor)),
          ("vectors", .string(hardware.vectors)),
          ("processors", .integer(hardware.processors)),
          ("load", .number(load)),
        ])
      ),
      (
        "backend",
        .object([
          ("name", .string(renderer.backend.rawValue)),
          ("device", .string(device)),
          ("reason", .string(renderer.reason)),
          ("driver", renderer.glExecutor.map { Self.json($0.device) } ?? .null),
        ])
      ),
      ("threads", .integer(threads)),
      ("width", .integer(options.width)),
      ("height", .integer(options.height)),
      ("duration", .number(options.duration)),
      (
        "cases",
        .array(
          results.map { $0.json(otherwise: renderer.backend == .reference ? "reference" : "cpu") })
      ),
      ("comparison", comparison?.json ?? .null),
    ])
  }

  private static func json(_ device: GLDevice) -> JSON {
    .object([
      ("software", .bool(device.isSoftware)),
      ("vendor", .string(device.vendor)),
      ("renderer", .string(device.renderer)),
      ("glVersion", .string(device.glVersion)),
      ("largestTexture", .integer(device.limits.maximumSize)),
    ])
  }
}

/// The table for people, a row a case.
struct BenchTable {
  let isDrawn: Bool

  private var stages: [BenchStage] {
    isDrawn ? BenchStage.allCases : [.decode, .render, .encode]
  }

  var heading: String {
    row(
      ["CASE", "FRAMES/S", "LIMIT"] + stages.map { $0.rawValue.uppercased() } + ["COPY", "RATIO"])
  }

  func row(_ result: BenchResult) -> String {
    row(
      [result.name, hundredths(result.framesPerSecond), result.limit.rawValue]
        + stages.map { stage in result.stages[stage].map { hundredths($0.median) } ?? "-" }
        + [hundredths(result.copy.median), hundredths(result.ratioToCopy)])
  }

  /// The spread of each stage, a line each.
  func details(_ result: BenchResult) -> String {
    let spreads = stages.map { ($0.rawValue, result.stages[$0]) } + [("copy", result.copy)]
    return spreads.compactMap { name, spread in
      spread.map {
        "    \(name): \(hundredths($0.p10)) to \(hundredths($0.p90)) (10th to 90th percentile), "
          + "at least \(hundredths($0.minimum)), \($0.calls) calls\n"
      }
    }.joined()
  }

  /// Names to the left, everything else to the right.
  private func row(_ cells: [String]) -> String {
    cells.enumerated().map { column, cell in
      let width = column == 0 ? 16 : 9
      let padding = String(repeating: " ", count: max(0, width - cell.count))
      return column == 0 ? cell + padding : padding + cell
    }.joined() + "\n"
  }
}
