import GPUEffects
import GPUEffectsCodecs
import GPUEffectsSceneFile

/// What `vfx-gpu animate` is to do.
struct AnimateOptions: Sendable {
  /// Which instants are drawn.
  enum Times: Hashable, Sendable {
    /// One still.
    case at(Double)
    /// Frames; nil is the scene's own begin and end.
    case frames(from: Double?, to: Double?)
  }

  let scene: Path
  let output: Path?
  let times: Times
  let frameRate: FrameRate?
  let displayScale: Double?
  let kernel: BlurKernel?
  let interfaceStyle: InterfaceStyle?
  let reduceTransparency: Bool
  let overrides: [SceneOverride]
  /// A file with a line for every picture, each changing the scene.
  let rows: Path?
  let explains: Bool
  let backend: Backend
  let device: String?
  let allowSoftware: Bool
  let depth: PixelFormat.Depth
  let encoding: StillEncoding
  /// nil goes by the outputs' names.
  let format: StillFormat?
  /// The number of the first output; nil keeps the scene's own numbers.
  let startNumber: Int?
  let batch: BatchOptions

  init(_ arguments: ParsedArguments) throws(CommandError) {
    guard arguments.operands.count == 1, let scene = arguments.operands.first else {
      throw .usage(
        arguments.operands.isEmpty
          ? "no scene; name a scene file (JSON), or - for standard input"
          : "one scene is rendered, but \(arguments.operands.count) were named")
    }
    if scene.isEmpty { throw .usage("the scene's name is empty") }
    self.scene = scene
    output = arguments.value("output")?.bytes
    rows = arguments.value("batch")?.bytes
    times = try Self.times(arguments, hasRows: rows != nil)
    if rows?.isEmpty == true { throw .usage("--batch: the name is empty") }
    if rows == "-", scene == "-" {
      throw .usage("standard input can't be both the scene and the rows of --batch")
    }
    frameRate = try arguments.value("fps").map { (value) throws(CommandError) in
      guard let rate = FrameRate(value.text), rate.framesPerSecond <= 1000 else {
        throw value.error("a frame rate (60 or 30000/1001)")
      }
      return rate
    }
    displayScale = try arguments.value("display-scale").map { (value) throws(CommandError) in
      let scale = try value.number("a number of pixels per point")
      guard (0.01...16).contains(scale) else {
        throw value.error("a number of pixels per point from 0.01 to 16")
      }
      return scale
    }
    kernel = try arguments.value("kernel")?.word(BlurKernel.self)
    interfaceStyle = try arguments.value("interface-style")?.word(InterfaceStyle.self)
    reduceTransparency = arguments.has("reduce-transparency")
    overrides = try Self.overrides(arguments)
    explains = arguments.has("explain")
    backend = try arguments.value("backend")?.word(Backend.self) ?? .auto
    device = arguments.value("device")?.text
    allowSoftware = arguments.has("allow-software")
    depth = try Self.depth(arguments)
    encoding = try StillEncoding(arguments)
    format = try StillFormat(arguments)
    startNumber = try arguments.value("start-number")?
      .integer(in: 0...1_000_000_000, "a frame number")
    batch = try BatchOptions(arguments)
    guard let output else {
      if explains { return }
      throw .usage("no output; name a folder, a pattern or a file with -o")
    }
    if output.isEmpty { throw .usage("--output: the name is empty") }
    if OutputRule.isStandardOutput(output), batch.report == .standardOutput || explains {
      throw .usage("standard output takes the image or a text, not both; write to a file with -o")
    }
    if explains, batch.report == .standardOutput {
      throw .usage("--explain and the report can't both go to standard output; use --json=FILE")
    }
  }

  private static func times(
    _ arguments: ParsedArguments, hasRows: Bool
  ) throws(CommandError) -> Times {
    func seconds(_ name: String) throws(CommandError) -> Double? {
      guard let value = arguments.value(name) else { return nil }
      let number = try value.number("a time in seconds")
      guard (0...86_400).contains(number) else {
        throw value.error("a time from 0 to 86400 seconds")
      }
      return number
    }
    let (from, to) = (try seconds("from"), try seconds("to"))
    if let time = try seconds("at") {
      for name in ["from", "to", "fps", "start-number"]
      where arguments.has(name) && !(hasRows && name == "start-number") {
        throw .usage("--at is one still, and --\(name) belongs to frames; give one of them")
      }
      return .at(time)
    }
    if hasRows {
      for name in ["from", "to", "fps"] where arguments.has(name) {
        throw .usage("--batch makes one still of every row, and --\(name) belongs to frames")
      }
      return .at(0)
    }
    if let from, let to, to <= from { throw .usage("--to \(to) is not after --from \(from)") }
    return .frames(from: from, to: to)
  }

  private static func overrides(
    _ arguments: ParsedArguments
  ) throws(CommandError) -> [SceneOverride] {
    var overrides: [SceneOverride] = []
    for occurrence in arguments.occurrences where occurrence.name == "set" {
      do throws(SceneFileError) {
        overrides.append(
          try SceneOverride(String(decoding: occurrence.value?.bytes ?? [], as: UTF8.self)))
      } catch {
        throw .usage("--set: \(error)")
      }
    }
    return overrides
  }

  private static func depth(_ arguments: ParsedArguments) throws(CommandError) -> PixelFormat.Depth
  {
    guard let value = arguments.value("depth") else { return .unorm8 }
    switch value.text {
    case "8", "auto": return .unorm8
    case "16": return .unorm16
    default: throw value.error("a depth: auto, 8 or 16")
    }
  }
}
