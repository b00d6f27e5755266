import GPUEffects
import GPUEffectsCodecs
import Glibc

/// `vfx-gpu render`.
enum RenderCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> ExitStatus {
    let options = try RenderOptions(arguments)
    guard let output = options.output else { throw .usage("no output") }
    let batch = Batch("render", options.batch)
    return try batch.perform { () throws(CommandError) in
      try run(options, to: output, batch)
    }
  }

  private static func run(
    _ options: RenderOptions, to output: Path, _ batch: Batch
  ) throws(CommandError) -> ExitStatus {
    if let status = try runMovie(options, to: output, batch) { return status }
    let rule = try OutputRule(output, format: options.format) {
      (try? FileStatus(of: $0))?.kind
    }
    try refuseTerminals(options, rule == .standardOutput)
    for remark in options.look.remarks { batch.console.note(remark) }

    var collisions = Collisions()
    for input in options.inputs { collisions.read(input) }
    if let list = options.inputList { collisions.read(list) }
    if case .file(let path) = options.mask { collisions.read(path) }
    // Once before anything can fail and be reported, once with all that is read.
    var known = collisions
    try options.batch.noteReports(&known)
    let inputs = try gather(options)
    for note in inputs.notes { batch.console.note(note) }
    batch.noteSkipped(inputs.skipped)
    for image in inputs.images { collisions.read(image.name, image.identity) }
    try options.batch.noteReports(&collisions)
    let plan = try RenderPlan(
      inputs.images, to: rule, animation: inputs.images.isEmpty ? nil : options.animation,
      startNumber: options.startNumber, format: options.format, collisions: collisions)
    if options.batch.isDryRun { return try DryRun(batch).print(plan, inputs) }
    return try RenderSession(options: options, inputs: inputs, batch: batch).run(plan)
  }

  /// What has a moving picture at one of its ends; nil where both are stills.
  private static func runMovie(
    _ options: RenderOptions, to output: Path, _ batch: Batch
  ) throws(CommandError) -> ExitStatus? {
    try refuseTerminals(options, false)
    let movie = try MovieInput(options)
    guard let session = try MovieSession(options, to: output, from: movie, batch) else {
      return nil
    }
    for remark in options.look.remarks { batch.console.note(remark) }
    var collisions = Collisions()
    for input in options.inputs { collisions.read(input) }
    if let list = options.inputList { collisions.read(list) }
    if case .file(let path) = options.mask { collisions.read(path) }
    try options.batch.noteReports(&collisions)
    let inputs = movie == nil ? try gather(options) : InputList()
    for note in inputs.notes { batch.console.note(note) }
    batch.noteSkipped(inputs.skipped)
    for image in inputs.images { collisions.read(image.name, image.identity) }
    if case .file(let path) = session.output {
      try collisions.write(path, from: movie?.image.name ?? options.inputs.first ?? "the frames")
    }
    return try session.run(movie, inputs)
  }

  private static func refuseTerminals(
    _ options: RenderOptions, _ isStandardOutput: Bool
  ) throws(CommandError) {
    if isStandardOutput, isatty(STDOUT_FILENO) == 1 {
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
        let limit = 1 << 26
        bytes =
          list == "-" ? try readAll(STDIN_FILENO, limit: limit) : try readFile(list, limit: limit)
        if bytes == nil { throw SystemError(EFBIG) }
      } catch {
        if error.code == EFBIG {
          throw CommandError(.failed, "--files-from: \(list) is longer than 64 MiB")
        }
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
