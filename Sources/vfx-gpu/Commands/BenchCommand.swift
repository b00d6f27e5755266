import GPUEffects
import GPUEffectsMeasuring

/// `vfx-gpu bench`: how fast, and what limits it.
enum BenchCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> ExitStatus {
    let options = try BenchOptions(arguments)
    if options.onlyLists {
      try Console.print(options.cases.map { $0.name + "\n" }.joined())
      return .done
    }
    let console = Console(command: "bench", level: options.level)
    // Read first: nobody wants to wait for results that can't be compared.
    let baseline = try options.baseline.map { (path) throws(CommandError) in
      try readBaseline(path, options)
    }
    let threads = options.jobs ?? availableProcessors()
    let renderer = try makeRenderer(options, threads: threads, console)
    let setting = BenchSetting(
      Hardware(processorInfo: smallFile("/proc/cpuinfo") ?? ""), renderer, options,
      threads: threads)
    if let baseline { warn(baseline, setting, console) }

    let table = BenchTable(isDrawn: renderer.backend == .gpu)
    let isPrinted = options.report != .standardOutput && options.level != .quiet
    if isPrinted { try Console.print(setting.heading + "\n" + table.heading) }
    var series = BenchSeries(renderer: renderer, options: options, threads: threads)
    let results = try series.measure(options.cases)
    for result in results where isPrinted {
      try Console.print(
        table.row(result) + (options.level == .verbose ? table.details(result) : ""))
    }
    let comparison = try baseline.map { (baseline) throws(CommandError) in
      try compare(results, with: baseline, &series)
    }
    try options.report?.write(setting.json(results, comparison))
    guard let comparison else { return .done }
    for change in comparison.slower { console.error(change.sentence) }
    console.note(comparison.summary)
    return comparison.slower.isEmpty ? .done : .failed
  }

  /// Runs what seems slower twice more: a busy moment of the machine is none of
  /// the program's.
  private static func compare(
    _ results: [BenchResult], with baseline: BenchBaseline, _ series: inout BenchSeries
  ) throws(CommandError) -> BenchComparison {
    var comparison = BenchComparison(results, with: baseline)
    for _ in 0..<2 {
      let again = try series.measure(
        BenchCase.all.filter { benchmark in
          comparison.slower.contains { $0.name == benchmark.name }
        })
      comparison = comparison.confirmed(by: BenchComparison(again, with: baseline))
    }
    return comparison
  }

  private static func makeRenderer(
    _ options: BenchOptions, threads: Int, _ console: Console
  ) throws(CommandError) -> Renderer {
    let request = RendererRequest(
      backend: options.backend, device: options.device, allowSoftware: true, threads: threads,
      takesOver: false, notice: { console.note($0) })
    do throws(RendererError) {
      return try Renderer(request)
    } catch {
      throw CommandError(error.kind == .noDevice ? .noDevice : .failed, error.description)
    }
  }

  private static func readBaseline(
    _ path: Path, _ options: BenchOptions
  ) throws(CommandError) -> BenchBaseline {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try readFile(path)
    } catch {
      throw CommandError(.usage, "can't read \(path): \(error)")
    }
    guard let baseline = BenchBaseline(bytes) else {
      throw .usage("\(path) is no report of 'vfx-gpu bench --json'")
    }
    guard baseline.width == options.width, baseline.height == options.height else {
      let size = "\(baseline.width)x\(baseline.height)"
      throw .usage("\(path) is of pictures of \(size); give --size \(size) to compare with it")
    }
    guard options.cases.contains(where: { baseline.cases[$0.name] != nil }) else {
      throw .usage("\(path) has none of the cases that are chosen")
    }
    return baseline
  }

  /// Says what makes a comparison doubtful.
  private static func warn(
    _ baseline: BenchBaseline, _ setting: BenchSetting, _ console: Console
  ) {
    if baseline.processor != setting.hardware.processor {
      console.note("the earlier report is of another processor: \(baseline.processor)")
    }
    if baseline.device != setting.device {
      console.note("the earlier report is of another renderer: \(baseline.device)")
    }
  }
}
