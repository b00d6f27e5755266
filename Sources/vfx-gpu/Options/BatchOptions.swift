/// How a batch runs, whatever it renders.
struct BatchOptions: Sendable {
  enum ErrorPolicy: String, CaseIterable, Sendable {
    case skip
    case stop
  }

  enum ProgressMode: String, CaseIterable, Sendable {
    case auto
    case on
    case off
  }

  /// Threads that work at the same time.
  let jobs: Int
  /// Bytes that the images under way may take.
  let memory: Int
  let overwrites: Bool
  let resumes: Bool
  let errorPolicy: ErrorPolicy
  let isDryRun: Bool
  let shard: ShardArgument?
  let report: ReportDestination?
  /// A line for every event goes there.
  let log: Path?
  let progress: ProgressMode
  let level: Console.Level

  init(_ arguments: ParsedArguments) throws(CommandError) {
    jobs = try arguments.value("jobs")?.threads() ?? availableProcessors()
    memory = try arguments.value("max-memory")?.size() ?? availableMemory() / 2
    overwrites = arguments.has("overwrite")
    resumes = arguments.has("resume")
    errorPolicy = try arguments.value("on-error")?.word(ErrorPolicy.self) ?? .skip
    isDryRun = arguments.has("dry-run")
    shard = try arguments.value("shard").map { (value) throws(CommandError) in
      try ShardArgument(value)
    }
    report = ReportDestination(arguments)
    log = arguments.value("log-json")?.bytes
    if log?.isEmpty == true { throw .usage("--log-json: the name is empty") }
    progress = try arguments.value("progress")?.word(ProgressMode.self) ?? .auto
    level = Console.Level(arguments)
  }

  /// Notes the files that are written beside the pictures.
  func noteReports(_ collisions: inout Collisions) throws(CommandError) {
    if case .file(let path) = report { try collisions.write(path, from: "the report") }
    if let log { try collisions.write(log, from: "the log") }
  }
}

extension OptionValue {
  /// Bytes: `2G`, `500M`, `1.5GiB`; a number alone counts bytes.
  func size() throws(CommandError) -> Int {
    let wanted = "a size from 1M: write 500M, 2G or 1.5GiB"
    let units: [(String, Double)] = [
      ("kib", 0x1p10), ("mib", 0x1p20), ("gib", 0x1p30), ("tib", 0x1p40), ("kb", 1e3), ("mb", 1e6),
      ("gb", 1e9), ("tb", 1e12), ("k", 1e3), ("m", 1e6), ("g", 1e9), ("t", 1e12), ("b", 1), ("", 1),
    ]
    let text = text.lowercased()
    for (unit, factor) in units where text.hasSuffix(unit) {
      let number = OptionValue(option: option, bytes: Path(String(text.dropLast(unit.count))))
      guard let value = try? number.number(), value * factor >= 1e6, value * factor < 0x1p62 else {
        throw error(wanted)
      }
      return Int(value * factor)
    }
    throw error(wanted)
  }
}

/// `--shard`.
enum ShardArgument: Hashable, Sendable {
  case share(Shard)
  /// By the environment.
  case automatic

  init(_ value: OptionValue) throws(CommandError) {
    if value.text == "auto" {
      self = .automatic
      return
    }
    let parts = value.text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
    }
    guard parts.count == 2, numbers.count == 2, let shard = Shard(numbers[0], of: numbers[1])
    else {
      throw value.error("a share K/N with K from 0 to N-1, such as 0/4, or auto")
    }
    self = .share(shard)
  }
}

/// One of several equal shares of a batch.
struct Shard: Hashable, Sendable {
  let index: Int
  let count: Int

  init?(_ index: Int, of count: Int) {
    guard (1...1_000_000).contains(count), (0..<count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// How many of `total` items are in the share.
  func size(of total: Int) -> Int { (total - index + count - 1) / count }

  /// The number among all items of one of the share.
  func number(_ place: Int) -> Int { place * count + index }
}
