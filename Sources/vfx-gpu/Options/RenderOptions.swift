import GPUEffects
import GPUEffectsCodecs

/// What `vfx-gpu render` is to do.
struct RenderOptions: Sendable {
  /// `--frames` and what belongs to it.
  struct Animation: Sendable {
    var frameCount: Int
    var frameRate: Double
    var start: Look.Preset
    /// Seconds of the spring.
    var duration: Double
  }

  var inputs: [Path] = []
  /// A file that lists more inputs.
  var inputList: Path?
  var output: Path?
  var look: Look
  var mask: MaskArgument?
  var maskChannel = MaskChannel.auto
  var maskFit = MaskFit.exact
  var animation: Animation?
  var backend = Backend.auto
  var device: String?
  var allowSoftware = false
  var encoding = StillEncoding()
  /// nil goes by the outputs' names.
  var format: StillFormat?
  /// The number of the first output, if given.
  var startNumber: Int?
  var batch: BatchOptions
  /// What belongs to moving pictures.
  var movie: MovieOptions

  init(_ given: ParsedArguments) throws(CommandError) {
    movie = try MovieOptions(given)
    let arguments = given.withoutFormat(movie.format)
    look = try Look(arguments)
    batch = try BatchOptions(arguments)
    inputs = arguments.operands
    inputList = arguments.value("files-from")?.bytes
    output = arguments.value("output")?.bytes
    if let value = arguments.value("mask") { mask = try MaskArgument(value) }
    if let value = arguments.value("mask-channel") {
      maskChannel = try value.word(MaskChannel.self)
    }
    if let value = arguments.value("mask-fit") { maskFit = try value.word(MaskFit.self) }
    animation = try Self.animation(arguments)
    if let value = arguments.value("backend") { backend = try value.word(Backend.self) }
    device = arguments.value("device")?.text
    allowSoftware = arguments.has("allow-software")
    encoding = try StillEncoding(arguments)
    format = try StillFormat(arguments)
    startNumber = try arguments.value("start-number")?
      .integer(in: 0...1_000_000_000, "a frame number")
    try checkCombination(arguments)
  }

  private static func animation(_ arguments: ParsedArguments) throws(CommandError) -> Animation? {
    guard let frames = arguments.value("frames") else {
      for name in ["from", "animation-duration"] where arguments.has(name) {
        throw .usage("--\(name) belongs to an animation; give --frames N too")
      }
      return nil
    }
    return Animation(
      frameCount: try frames.integer(in: 1...10_000_000, "a number of frames"),
      frameRate: try arguments.value("fps")?.frameRate() ?? 60,
      start: try arguments.value("from")?.word(Look.Preset.self) ?? .blurredOut,
      duration: try arguments.value("animation-duration")?.positive(
        "a duration from 0.001 s", atLeast: 0.001)
        ?? Spring.visualEffect.duration)
  }

  private func checkCombination(_ arguments: ParsedArguments) throws(CommandError) {
    if inputs.isEmpty && inputList == nil {
      throw .usage("no input; name images, folders or a pattern, or - for standard input")
    }
    if inputs.contains(where: \.isEmpty) {
      throw .usage("an input's name is empty")
    }
    guard let output else {
      if inputs.count == 2, inputList == nil {
        throw .usage("no output; did you mean -o \(inputs[1])?")
      }
      throw .usage("no output; name a file, a folder or a pattern with -o")
    }
    if output.isEmpty { throw .usage("--output: the name is empty") }
    if movie.rate != nil, animation == nil, !movie.isGiven, MovieFormat(output) == nil,
      !OutputRule.isStandardOutput(output)
    {
      throw .usage("--fps belongs to an animation; give --frames N too")
    }
    if OutputRule.isStandardOutput(output), batch.report == .standardOutput, !batch.isDryRun {
      throw .usage("the image and the report can't both go to standard output; use --json=FILE")
    }
    if inputs.contains("-"), inputList == "-" {
      throw .usage("standard input can't be both an image and the list of --files-from")
    }
    if case .file("-") = mask, inputs.contains("-") || inputList == "-" {
      throw .usage("standard input can't be both the mask and something else")
    }
    if batch.shard != nil, OutputRule.isStandardOutput(output) {
      throw .usage("--shard is for many outputs, and standard output takes one")
    }
    if mask == nil {
      for name in ["mask-channel", "mask-fit", "mask-mode"] where arguments.has(name) {
        throw .usage("--\(name) belongs to a mask; give --mask too")
      }
    }
  }
}

/// Where a machine-readable report goes: `--json[=FILE]`.
enum ReportDestination: Hashable, Sendable {
  case standardOutput
  case file(Path)

  init?(_ arguments: ParsedArguments) {
    guard arguments.has("json") else { return nil }
    self = arguments.value("json").map { .file($0.bytes) } ?? .standardOutput
  }
}

extension Console.Level {
  init(_ arguments: ParsedArguments) {
    self = arguments.has("quiet") ? .quiet : arguments.has("verbose") ? .verbose : .normal
  }
}
