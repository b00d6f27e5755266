import GPUEffects
import GPUEffectsCodecs
import GPUEffectsMeasuring
import GPUEffectsParity
import GPUEffectsSceneFile
import Glibc

/// The child of `vfx-gpu parity` in which rows are rendered: it may crash or
/// hang without taking more than a row with it.
///
/// Rows come in on standard input, a line each; events go out as lines of
/// JSON: the driver, the begin of each row, its outcome, and where it failed
/// its evidence.
enum ParityWorker {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> ExitStatus {
    let threads = try arguments.value("jobs")?.threads() ?? availableProcessors()
    let subject: ParityTarget.Opened
    do {
      subject = try ParityTarget.open(arguments.value("device")?.text ?? "cpu", threads: threads)
    } catch {
      try emit([("problem", .string("\(error)"))])
      return .noDevice
    }
    try emit([("driver", subject.driver)])
    if arguments.has("throughput") {
      let points = try throughput(of: subject)
      try emit([("throughput", .array(points))])
      return .done
    }
    let repeats = try arguments.value("repeat")?.integer(in: 1...1000, "a number") ?? 1
    let wantsEvidence = arguments.has("html")
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try readAll(STDIN_FILENO, limit: 64 << 20)
    } catch {
      throw CommandError(.failed, "can't read the rows: \(error)")
    }
    var groups: Set<String> = []
    for line in String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n") {
      let row: Row
      do throws(ManifestError) {
        row = try Row(String(line))
      } catch {
        throw .usage("\(error)")
      }
      // Of what passes, scenes are shown, and the first of everything else.
      let isFirst = groups.insert(row.group).inserted
      let isScene = if case .scene = row.work { true } else { false }
      try run(
        row, subject, repeats: repeats, wantsEvidence: wantsEvidence,
        isExample: isFirst || isScene)
    }
    return .done
  }

  /// How many pixels a second a blur takes, for pictures of several sizes.
  private static func throughput(
    of opened: ParityTarget.Opened
  ) throws(CommandError) -> [JSON] {
    let effect = Effect(VisualEffectValues(blurRadius: 6))
    var points: [JSON] = []
    for side in [128, 256, 512, 1024, 2048] {
      let image = Image.painted(
        width: side, height: side, format: PixelFormat(.rgba, .unorm8, .premultiplied)
      ) { x, y in
        SIMD4(UInt32(x * 97 & 0xffff), UInt32(y * 61 & 0xffff), UInt32((x ^ y) & 0xffff), 0xffff)
      }
      var times = Times()
      do {
        // The first takes the compiling of shaders too.
        for _ in 0..<2 { _ = try opened.subject.executor.render(effect, image, depth: .unorm8) }
        while times.count < 3 || times.total < 150 {
          try times.measure {
            _ = try opened.subject.executor.render(effect, image, depth: .unorm8)
          }
        }
      } catch {
        throw CommandError(.failed, "measuring: \(error)")
      }
      let rate = Double(side * side) / 1000 / times.median
      points.append(
        .object([("side", .integer(side)), ("megapixelsPerSecond", .number(rate))]))
    }
    return points
  }

  private static func run(
    _ row: Row, _ subject: ParityTarget.Opened, repeats: Int, wantsEvidence: Bool,
    isExample: Bool
  ) throws(CommandError) {
    try emit([("begin", .string(row.name))])
    let runner = RowRunner(subject.subject)
    let clock = ContinuousClock()
    let start = clock.now
    var outcome = runner.run(row)
    for _ in 1..<max(1, repeats) where outcome.passed { outcome = runner.run(row) }
    let seconds = (clock.now - start) / .seconds(1)
    try emit([("row", .string(row.name)), ("seconds", .number(seconds))] + outcome.members)
    if let failure = outcome.failure {
      let evidence = ParityEvidence(row, failure, subject)
      try emit([("evidence", .string(row.name))] + evidence.members(withPictures: wantsEvidence))
    } else if wantsEvidence, isExample, let pictures = outcome.pictures {
      try emit([
        ("evidence", .string(row.name)),
        ("pictures", ParityEvidence.json(pictures)),
      ])
    }
  }

  private static func emit(_ members: [(String, JSON)]) throws(CommandError) {
    try Console.print(JSON.object(members).line + "\n")
  }
}

extension RowOutcome {
  fileprivate var members: [(String, JSON)] {
    [
      ("failure", .optional(failure)),
      ("passes", .optional(passes)),
      (
        "worst",
        deviation.map { deviation in
          .object([
            ("levels", .number(deviation.levels)), ("x", .integer(deviation.x)),
            ("y", .integer(deviation.y)), ("channel", .integer(deviation.channel)),
            ("actual", .number(deviation.actual)), ("expected", .number(deviation.expected)),
          ])
        } ?? .null
      ),
      ("share", deviation.map { .number($0.histogram.share) } ?? .null),
      (
        "histogram",
        deviation.map { .array($0.histogram.counts.map { .integer($0) }) } ?? .null
      ),
    ]
  }
}

extension CommandSyntax {
  /// Not for people: `vfx-gpu parity` starts it.
  static let parityWorker = CommandSyntax(
    name: "parity-worker", usage: "", introduction: "Renders rows for 'vfx-gpu parity'.\n",
    groups: [
      OptionGroup(
        "Rows:",
        [
          device, jobs, Option("repeat", .required("N"), "times each row is rendered"),
          Option("html", "with pictures"), Option("throughput", "measure, instead of rows"),
        ])
    ], notes: "")
}
