import GPUEffects
import GPUEffectsCodecs
import Glibc
import Synchronization

/// `vfx-gpu render`.
enum RenderCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> ExitStatus {
    let options = try RenderOptions(arguments)
    guard let output = options.output else { throw .usage("no output") }
    let console = Console(command: "render", level: options.level)
    let rule = try OutputRule(output, formatIsGiven: options.formatIsGiven) {
      (try? FileStatus(of: $0))?.kind
    }
    try refuseTerminals(options, rule)
    for remark in options.look.remarks { console.note(remark) }

    let inputs = try gather(options)
    for note in inputs.notes { console.note(note) }
    let plan = try RenderPlan(
      inputs.images, to: rule, animation: inputs.images.isEmpty ? nil : options.animation,
      startNumber: options.startNumber)
    if options.isDryRun { return try DryRun.print(plan, inputs, options, console) }

    let session = RenderSession(options, inputs: inputs, console: console)
    session.watchSignals()
    let status = try session.run(plan)
    try session.conclude()
    return status
  }

  private static func refuseTerminals(
    _ options: RenderOptions, _ rule: OutputRule
  ) throws(CommandError) {
    if rule == .standardOutput, isatty(STDOUT_FILENO) == 1 {
      throw .usage("standard output is a terminal; redirect it, or name a file with -o")
    }
    if options.inputs.contains("-") || options.inputList == "-", isatty(STDIN_FILENO) == 1 {
      throw .usage("standard input is a terminal; redirect it from a file")
    }
    if options.inputs.filter({ $0 == "-" }).count > 1 {
      throw .usage("standard input can be read only once")
    }
  }

  private static func gather(_ options: RenderOptions) throws(CommandError) -> InputList {
    var gathering = InputGathering(isSupported: isSupportedImage)
    for input in options.inputs { try gathering.add(input) }
    if let list = options.inputList {
      let bytes: [UInt8]?
      do throws(SystemError) {
        bytes = list == "-" ? try readAll(STDIN_FILENO, limit: 1 << 30) : try readFile(list)
      } catch {
        throw CommandError(.failed, "--files-from: can't read \(list): \(error)")
      }
      for path in pathsInList(bytes ?? []) {
        // The list names files: standard input may be the list itself.
        try gathering.add(path == "-" ? "./-" : path)
      }
    }
    return gathering.list
  }
}
