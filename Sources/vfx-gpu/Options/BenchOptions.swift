import GPUEffects
import GPUEffectsCodecs
import GPUEffectsMeasuring

/// What `vfx-gpu bench` is to do.
struct BenchOptions: Sendable {
  var cases = BenchCase.all
  var onlyLists = false
  var width = 1920
  var height = 1080
  /// Seconds of each case.
  var duration = 1.0
  var backend = Backend.auto
  var device: String?
  /// nil: as many as there are processors.
  var jobs: Int?
  /// An earlier report to compare with.
  var baseline: Path?
  var report: ReportDestination?
  var level = Console.Level.normal

  init(_ arguments: ParsedArguments) throws(CommandError) {
    if let operand = arguments.operands.first {
      throw .usage("'\(operand)': bench makes its own pictures; choose among them with --case")
    }
    cases = try Self.cases(arguments.values("case"))
    onlyLists = arguments.has("list")
    if let value = arguments.value("size") { (width, height) = try value.size() }
    if let value = arguments.value("duration") {
      duration = try value.positive("a number of seconds above 0")
    }
    if let value = arguments.value("backend") { backend = try value.word(Backend.self) }
    device = arguments.value("device")?.text
    jobs = try arguments.value("jobs")?.threads()
    baseline = arguments.value("compare")?.bytes
    report = ReportDestination(arguments)
    level = Console.Level(arguments)
    if onlyLists, report != nil || baseline != nil {
      throw .usage("--list only names the cases; leave out --json and --compare")
    }
  }

  /// The cases that any of the words means, in the built-in order.
  private static func cases(_ values: [OptionValue]) throws(CommandError) -> [BenchCase] {
    guard !values.isEmpty else { return BenchCase.all }
    var names: Set<String> = []
    for value in values {
      for word in value.text.split(separator: ",", omittingEmptySubsequences: false) {
        let found = word.isEmpty ? [] : BenchCase.named(String(word))
        if found.isEmpty { throw unknown(value, String(word)) }
        names.formUnion(found.map(\.name))
      }
    }
    return BenchCase.all.filter { names.contains($0.name) }
  }

  private static func unknown(_ value: OptionValue, _ word: String) -> CommandError {
    let known =
      BenchCase.looks.map(\.name) + BenchPicture.allCases.map(\.rawValue)
      + BenchCase.all.map(\.name)
    let word = printable(Array(word.utf8))
    let suggestion = closest(to: word, among: known)
    return .usage(
      "--\(value.option): no case has '\(word)' in its name"
        + (suggestion.map { didYouMean($0) } ?? "; --list has them all"))
  }
}

extension OptionValue {
  /// Width and height in pixels, `1920x1080`.
  fileprivate func size() throws(CommandError) -> (width: Int, height: Int) {
    let limit = DecodeLimits().maximumPixels
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { side in
      side.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        ? Int(side) : nil
    }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0,
      !width.multipliedReportingOverflow(by: height).overflow, width * height <= limit
    else { throw error("a size: write 1920x1080, at most \(limit) pixels") }
    return (width, height)
  }
}

extension CommandSyntax {
  static let bench = CommandSyntax(
    name: "bench", usage: "[options]",
    introduction: """
      Says how many frames a second this machine makes of each built-in case, how
      long each stage takes, and which one is the limit. Needs no files.

      """,
    groups: [
      OptionGroup(
        "Benchmark:",
        [
          Option("list", "only name the cases"),
          Option(
            "case", .required("NAME"),
            "only cases with this in their names; several with commas or by repeating it"),
          Option("size", .required("WxH"), "of the pictures; default 1920x1080"),
          Option("duration", .required("SECONDS"), "of each case; default 1"),
          Option(
            "compare", .required("FILE"),
            "an earlier report of --json: say what got slower, exit 1 if anything did"),
        ]),
      OptionGroup(
        "Running:",
        [
          Option(
            "backend", .required("NAME"),
            "auto (default: a hardware GPU if one works, else the CPU), gpu (also a software "
              + "driver, and then said so), cpu, or reference (slow: take a small --size)"),
          device,
          jobs,
        ]),
      plainReporting,
    ],
    notes: """
      The stages of a frame are decode (a PNG in memory), render and encode; on a GPU
      render is also split into upload, draw and readback, each waited for, and GPU is
      drawing by the GPU's own clock, where there is one. FRAMES/S
      is for one stage after another; 'render' works on several frames at once and is
      faster. COPY is what copying the picture by all threads takes, and RATIO is
      render divided by it. -v adds the spread of each stage.

      A stage got slower when its median is a tenth longer, the medians lie outside of
      each other's spread (10th to 90th percentile), and two more runs say so too.

      The report of --json has the keys command, version, machine, backend (name,
      device, reason, driver), threads, width, height, duration, cases, a list of
      {case, renderedBy, framesPerSecond, limit, ratioToCopy, shareOfCopyBandwidth,
      copy, stages}, and
      comparison. Times are {minimum, p10, median, p90, calls} in milliseconds.

      Exit status: 0 all done; 1 something got slower; 2 wrong usage, or nothing to
      compare with; 3 no usable device.

      """)
}
