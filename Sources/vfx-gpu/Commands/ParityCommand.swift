import GPUEffects
import GPUEffectsParity
import Glibc

/// `vfx-gpu parity`: the GPUs and the CPU, compared with the reference.
enum ParityCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> ExitStatus {
    let options = try ParityOptions(arguments)
    if options.onlyLists {
      try Console.print(options.rows.map { "\($0)\n" }.joined())
      return .done
    }
    let console = Console(command: "parity", level: options.level)
    guard let program = realPath("/proc/self/exe") else {
      throw CommandError(.failed, "can't find the program itself in /proc")
    }
    let targets = try targets(options)
    if let skips = options.skips {
      for skip in skips.unused(among: options.rows) {
        console.note("no row is '\(skip.pattern)', which is to be skipped: \(skip.reason)")
      }
    }
    let clock = ContinuousClock()
    let start = clock.now
    var settings = ParityRun.Settings(
      program: program, jobs: options.jobs ?? availableProcessors(), timeout: options.timeout)
    settings.deadline = options.maximumTime.map { start + .seconds($0) }
    settings.repeats = options.repeats
    settings.skips = options.skips
    settings.baseline = options.baseline
    settings.rowsFile = options.rowsFile
    settings.wantsPictures = options.html != nil
    let run = ParityRun(settings) { result in
      console.detail(
        "\(result.row.name) on \(result.target): \(result.status.rawValue)"
          + (result.reason.map { ", \($0)" } ?? ""))
    }
    let (results, drivers) = run.run(options.rows, on: targets)
    var summary = ParitySummary(
      targets: targets, results: results, drivers: drivers, seed: options.seed,
      seconds: (clock.now - start) / .seconds(1))
    try check(options.rendererCheck, &summary)
    // Measured alone, when all else is done.
    if options.html != nil, !settings.isOver {
      for target in targets { summary.throughput[target.id] = run.throughput(of: target) }
    }
    try write(summary, options)
    return summary.isGood ? .done : .failed
  }

  /// The CPU and every device that works, or what was asked for.
  private static func targets(_ options: ParityOptions) throws(CommandError) -> [ParityTarget] {
    if options.device == "cpu" || options.backend == .cpu { return [.cpu] }
    let usable = enumerateDevices().filter(\.isUsable)
    var targets = usable.map { ParityTarget(id: $0.id, candidate: $0) }
    if let device = options.device {
      guard device != "all" else {
        targets = targets.filter { $0.candidate?.isSoftware == false }
        guard !targets.isEmpty else { throw CommandError(.noDevice, "there is no hardware device") }
        return targets
      }
      guard DeviceSelector(device) != nil else {
        throw .usage(
          "\"\(device)\" names no device; use cpu, or what `vfx-gpu devices` lists")
      }
      let listed = usable.first { $0.id == device || String($0.index) == device }
      return [ParityTarget(id: device, candidate: listed)]
    }
    if options.backend == .gpu {
      guard !targets.isEmpty else {
        throw CommandError(.noDevice, "there is no device here; `vfx-gpu devices` says why")
      }
      return targets
    }
    return [.cpu] + targets
  }

  private static func check(
    _ pattern: String?, _ summary: inout ParitySummary
  ) throws(CommandError) {
    guard let pattern else { return }
    let expression = try RegularExpression(pattern, of: "renderer-check")
    let names = summary.targets.compactMap { summary.drivers[$0.id]?.facts?["renderer"]?.text }
    if names.contains(where: expression.isFound) { return }
    summary.problems.append(
      "no device's renderer matches '\(pattern)'; there is "
        + (names.isEmpty ? "no device" : names.joined(separator: ", ")))
  }

  private static func write(
    _ summary: ParitySummary, _ options: ParityOptions
  ) throws(CommandError) {
    try options.report?.write(summary.json)
    try options.junit?.write(text: summary.junit)
    if let folder = options.html {
      var page = ParityPage(summary, in: folder)
      try page.write()
    }
    let isTaken = options.report == .standardOutput || options.junit == .standardOutput
    if !isTaken, options.level != .quiet { try Console.print(summary.text) }
    let console = Console(command: "parity", level: options.level)
    if isTaken, !summary.isGood { console.error(summary.summary) }
  }
}
