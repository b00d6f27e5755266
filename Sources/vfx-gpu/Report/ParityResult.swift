import GPUEffectsParity
import GPUEffectsSceneFile

/// What became of a row on a device.
struct ParityResult: Sendable {
  enum Status: String, CaseIterable, Sendable {
    case passed
    case failed
    /// Failed, and passed when it was run again.
    case flaky
    case crashed
    case hung
    case skipped
    /// There was no time left.
    case notRun

    var isFailure: Bool {
      switch self {
      case .failed, .flaky, .crashed, .hung: true
      case .passed, .skipped, .notRun: false
      }
    }
  }

  /// Compared with the baseline.
  enum Change: String, Sendable {
    /// Fails, and didn't before.
    case regression
    /// Fails as before.
    case known
    /// Passes, and didn't before.
    case fixed
  }

  struct Worst: Sendable {
    let levels: Double
    let x, y, channel: Int
    let actual, expected: Double
  }

  let row: Row
  let target: String
  var status: Status
  var change: Change?
  var attempts = 1
  /// Why it failed, was skipped or didn't run.
  var reason: String?
  var seconds = 0.0
  var worst: Worst?
  /// Of the samples that are more than half the tolerance off.
  var share: Double?
  var histogram: [Int] = []
  var passes: Int?
  var evidence: JSONValue?

  init(_ row: Row, _ target: String, _ status: Status, _ reason: String? = nil) {
    self.row = row
    self.target = target
    self.status = status
    self.reason = reason
  }

  /// What a worker says of a row.
  init(_ row: Row, _ target: String, event: JSONValue) {
    reason = event["failure"]?.text
    status = reason == nil ? .passed : .failed
    self.row = row
    self.target = target
    seconds = event["seconds"]?.number ?? 0
    passes = event["passes"]?.integer
    share = event["share"]?.number
    histogram = event["histogram"]?.list?.compactMap(\.integer) ?? []
    if let worst = event["worst"], let x = worst["x"]?.integer, let y = worst["y"]?.integer {
      self.worst = Worst(
        levels: worst["levels"]?.number ?? .infinity, x: x, y: y,
        channel: worst["channel"]?.integer ?? 0, actual: worst["actual"]?.number ?? .nan,
        expected: worst["expected"]?.number ?? .nan)
    }
  }

  /// ` --rows FILE` where the row is one of a file.
  var rowsOption = ""

  /// What repeats it.
  var command: String { "vfx-gpu parity\(rowsOption) --device \(target) --only \(row.name)" }

  /// Whether the run fails for it.
  var isOver: Bool { status.isFailure && change != .known }

  var json: JSON {
    .object([
      ("row", .string(row.name)), ("device", .string(target)), ("status", .string(status.rawValue)),
      ("change", .optional(change?.rawValue)), ("attempts", .integer(attempts)),
      ("reason", .optional(reason)), ("seconds", .number((seconds * 1e4).rounded() / 1e4)),
      (
        "worst",
        worst.map { worst in
          .object([
            ("levels", .number(worst.levels)), ("x", .integer(worst.x)), ("y", .integer(worst.y)),
            ("channel", .integer(worst.channel)), ("actual", .number(worst.actual)),
            ("expected", .number(worst.expected)),
          ])
        } ?? .null
      ),
      ("share", share.map { .number($0) } ?? .null),
      ("histogram", .array(histogram.map { .integer($0) })),
      ("passes", .optional(passes)), ("line", .string("\(row)")), ("command", .string(command)),
      ("smallest", evidence?["smallest"]?.json ?? .null),
      ("scene", evidence?["scene"]?.json ?? .null),
      ("plan", evidence?["plan"]?.json ?? .array([])),
    ])
  }
}

/// The failures of an earlier report.
struct ParityBaseline: Sendable {
  /// Row and device of each.
  private let failed: Set<[String]>

  init(reading path: Path) throws(CommandError) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try readFile(path)
    } catch {
      throw .usage("can't read \(path): \(error)")
    }
    guard let baseline = ParityBaseline(bytes) else {
      throw .usage("\(path) is no report of 'vfx-gpu parity --json'")
    }
    self = baseline
  }

  /// nil where the bytes are no such report.
  init?(_ bytes: [UInt8]) {
    guard let report = try? JSONParser.parse(bytes), report["command"]?.text == "parity",
      let rows = report["rows"]?.list
    else { return nil }
    var failed: Set<[String]> = []
    for entry in rows {
      guard let row = entry["row"]?.text, let device = entry["device"]?.text,
        let status = entry["status"]?.text.flatMap(ParityResult.Status.init)
      else { return nil }
      if status.isFailure { failed.insert([row, device]) }
    }
    self.failed = failed
  }

  func change(of result: ParityResult) -> ParityResult.Change? {
    let failedBefore = failed.contains([result.row.name, result.target])
    if result.status.isFailure { return failedBefore ? .known : .regression }
    return result.status == .passed && failedBefore ? .fixed : nil
  }
}
