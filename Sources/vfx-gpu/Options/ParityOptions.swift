import GPUEffects
import GPUEffectsParity
import Glibc

/// What `vfx-gpu parity` is to do.
struct ParityOptions: Sendable {
  /// Of the manifest, what is asked for.
  var rows: [Row]
  /// Where they come from, nil being the built-in ones.
  var rowsFile: Path?
  var onlyLists = false
  /// `cpu`, or as `--device` names it; nil is everything that works.
  var device: String?
  var backend = Backend.auto
  var seed = 1
  /// How many rows are drawn.
  var randomRows = 60
  /// Seconds of the whole run; nil is no limit.
  var maximumTime: Double?
  /// Seconds of one row.
  var timeout = 60.0
  var repeats = 1
  var jobs: Int?
  var baseline: ParityBaseline?
  var skips: ParitySkips?
  var rendererCheck: String?
  var junit: ReportDestination?
  var html: Path?
  var report: ReportDestination?
  var level = Console.Level.normal

  init(_ arguments: ParsedArguments) throws(CommandError) {
    if let operand = arguments.operands.first {
      throw .usage("'\(operand)': parity has its own rows; choose among them with --only")
    }
    onlyLists = arguments.has("list")
    device = arguments.value("device")?.text
    if let value = arguments.value("backend") {
      backend = try value.word(Backend.self)
      if backend == .reference { throw .usage("the reference is the judge; say cpu or gpu") }
    }
    if let value = arguments.value("seed") {
      seed = try value.integer(in: 0...1_000_000_000, "a number")
    }
    if let value = arguments.value("max-time") {
      maximumTime = try value.positive("a number of seconds above 0")
    }
    if let value = arguments.value("timeout") {
      timeout = try value.positive("a number of seconds above 0")
    }
    if let value = arguments.value("repeat") {
      repeats = try value.integer(in: 1...1000, "a number")
    }
    jobs = try arguments.value("jobs")?.threads()
    baseline = try arguments.value("baseline").map { value throws(CommandError) in
      try ParityBaseline(reading: value.bytes)
    }
    skips = try arguments.value("skips").map { value throws(CommandError) in
      try ParitySkips(reading: value.bytes)
    }
    rendererCheck = arguments.value("renderer-check")?.text
    if let rendererCheck { _ = try RegularExpression(rendererCheck, of: "renderer-check") }
    if arguments.has("junit") {
      junit = arguments.value("junit").map { .file($0.bytes) } ?? .standardOutput
    }
    rowsFile = arguments.value("rows")?.bytes
    // A file of rows is all that is asked for.
    if rowsFile != nil, !arguments.has("seed") { randomRows = 0 }
    // As many as there is time for.
    if maximumTime != nil, arguments.values("only").contains(where: { $0.text == RandomRows.group })
    {
      randomRows = 100_000
    }
    html = arguments.value("html")?.bytes
    report = ReportDestination(arguments)
    level = Console.Level(arguments)
    if report == .standardOutput, junit == .standardOutput {
      throw .usage("--json and --junit can't both go to standard output; write --junit=FILE")
    }
    rows = []
    rows = try chosen(
      arguments.values("only"), among: try manifest(rowsFile))
  }

  /// The built-in rows or those of a file.
  private func manifest(_ path: Path?) throws(CommandError) -> [Row] {
    do throws(ManifestError) {
      guard let path else { return try Manifest.rows() }
      let bytes: [UInt8]
      do throws(SystemError) {
        bytes = try readFile(path)
      } catch {
        throw ManifestError("\(error)")
      }
      return try Manifest.rows(in: String(decoding: bytes, as: UTF8.self))
    } catch {
      guard let path else { throw CommandError(.failed, "the built-in rows: \(error)") }
      throw .usage("can't read the rows of \(path): \(error)")
    }
  }

  /// The rows that any of the words means, and what is drawn.
  private func chosen(
    _ values: [OptionValue], among manifest: [Row]
  ) throws(CommandError) -> [Row] {
    let drawn = (0..<randomRows).map { RandomRows.row(seed: seed, number: $0) }
    guard !values.isEmpty else { return manifest + drawn }
    var chosen: [Row] = []
    for value in values {
      for part in value.text.split(separator: ",", omittingEmptySubsequences: false) {
        let word = String(part)
        let exact = (manifest + drawn).filter { $0.name == word || $0.group == word }
        let found = exact.isEmpty ? manifest.filter { matches($0.name, word) } : exact
        if !found.isEmpty {
          chosen += found
        } else if let row = RandomRows.row(named: word) {
          chosen.append(row)
        } else {
          let names = Array(Set(manifest.map(\.group))) + manifest.map(\.name)
          throw .usage(
            "--only: there is no row '\(printable(Array(word.utf8)))'"
              + (closest(to: word, among: names).map { didYouMean($0) } ?? "; --list has them all"))
        }
      }
    }
    var names: Set<String> = []
    return chosen.filter { names.insert($0.name).inserted }
  }
}

/// Whether a row's name has a word in it, or is what a pattern with `*` means.
func matches(_ name: String, _ word: String) -> Bool {
  guard word.contains("*") else { return !word.isEmpty && name.contains(word) }
  return name.withCString { name in word.withCString { fnmatch($0, name, 0) == 0 } }
}

extension CommandSyntax {
  static let parity = CommandSyntax(
    name: "parity", usage: "[options]",
    introduction: """
      Says whether the CPU and every GPU here compute what they should: built-in
      effects and scenes, compared with a slow and exact reference. Needs no files.

      """,
    groups: [
      OptionGroup(
        "Rows:",
        [
          Option("list", "only print the rows"),
          Option(
            "only", .required("NAME"),
            "only rows with this name or group, with it in their name, or of a pattern with *; "
              + "several with commas or by repeating it"),
          Option("rows", .required("FILE"), "rows of a file, as --list writes them, instead"),
          Option("seed", .required("N"), "what the random rows are drawn from; default 1"),
          Option(
            "max-time", .required("SECONDS"),
            "begin no row after this; with --only random, draw rows until then"),
          Option("timeout", .required("SECONDS"), "of one row; default 60"),
          Option("repeat", .required("N"), "render each row as often; default 1"),
          Option("skips", .required("FILE"), "rows to leave out, each with its reason"),
        ]),
      OptionGroup(
        "Running:",
        [
          Option("backend", .required("NAME"), "auto (default: all there is), gpu, or cpu"),
          device,
          Option(
            "renderer-check", .required("REGEX"),
            "fail unless some device's GL_RENDERER matches, so that a missing GPU is noticed"),
          Option(
            "jobs", short: "j", .required("N"),
            "processes at a time; default: the processors that this process may use"),
        ]),
      OptionGroup(
        "Judging:",
        [
          Option(
            "baseline", .required("FILE"),
            "an earlier report of --json: what failed there already is known, what passes now is "
              + "told"),
          Option("junit", .optional("FILE"), "a JUnit report on standard output, or in FILE"),
          Option(
            "html", .required("DIR"), "a page to look at, with pictures and programs of failures"),
        ]),
      reporting,
    ],
    notes: """
      Rows run in child processes, so that a crash or a hang costs one row. A row
      that fails is run again: what passes then is a flake, and told as one.

      A line of --skips is ROW [DEVICE] REASON: a row's name or a pattern with *, the
      device in brackets where it is only one, and why. --baseline and --skips can be
      given together. docs/parity.md describes the rows and the report of --json.

      Exit status: 0 all rows pass; 1 a row failed that no baseline knows; 2 wrong
      usage; 3 no usable device.

      """)
}
