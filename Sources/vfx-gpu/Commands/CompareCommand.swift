import GPUEffects
import GPUEffectsCodecs

/// `vfx-gpu compare`: how far two images are apart, and in how many pixels.
enum CompareCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> ExitStatus {
    guard arguments.operands.count == 2 else {
      throw .usage("two images are compared, but \(arguments.operands.count) were named")
    }
    let limits = try Limits(arguments)
    let report = ReportDestination(arguments)
    let console = Console(command: "compare", level: Console.Level(arguments))
    try checkOutputs(arguments, report)
    let first = try read(arguments.operands[0])
    let second = try read(arguments.operands[1])
    let difference: ImageDifference
    let picture: Image?
    do throws(ImageDifference.SizeMismatch) {
      difference = try ImageDifference(first, second)
      picture =
        arguments.has("output") ? try ImageDifference.picture(first, second) : nil
    } catch {
      throw CommandError(.usage, error.description)
    }
    if let picture, let path = arguments.value("output")?.bytes {
      try write(picture, to: path, overwrite: arguments.has("overwrite"))
    }
    let isSame = limits.accept(difference)
    do throws(CommandError) {
      if let report {
        try report.write(json(difference, first, isSame: isSame))
      }
      if report != .standardOutput, console.level != .quiet {
        try Console.print(sentence(difference, pixels: first.width * first.height) + "\n")
      }
    } catch {
      // Status 1 would say that the images differ.
      throw CommandError(.usage, error.message)
    }
    return isSame ? .done : .failed
  }

  /// The difference and the report may not replace an image, nor each other.
  private static func checkOutputs(
    _ arguments: ParsedArguments, _ report: ReportDestination?
  ) throws(CommandError) {
    var collisions = Collisions()
    for operand in arguments.operands { collisions.read(operand) }
    if let output = arguments.value("output")?.bytes {
      try collisions.write(output, from: "the difference")
    }
    if case .file(let path) = report { try collisions.write(path, from: "the report") }
  }

  /// How different images may be and still count as the same.
  struct Limits {
    /// Levels of 255.
    var level: Double?
    var pixels: Int?

    init(_ arguments: ParsedArguments) throws(CommandError) {
      if let value = arguments.value("max-level") {
        let level = try value.number("a level from 0 to 255")
        guard (0...255).contains(level) else { throw value.error("a level from 0 to 255") }
        self.level = level
      }
      pixels = try arguments.value("max-pixels")?.integer(in: 0...Int.max, "a number of pixels")
    }

    /// Each limit that is given must hold; without any, no pixel may differ.
    func accept(_ difference: ImageDifference) -> Bool {
      if level == nil && pixels == nil { return difference.differingPixels == 0 }
      return difference.maximum <= level ?? .infinity
        && difference.differingPixels <= pixels ?? .max
    }
  }

  static func sentence(_ difference: ImageDifference, pixels: Int) -> String {
    if difference.differingPixels == 0 { return "the same: all \(pixels) pixels are equal" }
    let percent = 100 * Double(difference.differingPixels) / Double(pixels)
    return "at most \(hundredths(difference.maximum)) levels of 255 apart "
      + "(at \(difference.worstX),\(difference.worstY)); "
      + "\(difference.differingPixels) of \(pixels) pixels differ (\(hundredths(percent)) %)"
  }

  private static func json(
    _ difference: ImageDifference, _ image: Image, isSame: Bool
  ) -> JSON {
    .object([
      ("command", .string("compare")),
      ("version", .string(version)),
      ("same", .bool(isSame)),
      ("maximum", .number(difference.maximum)),
      ("mean", .number(difference.mean)),
      ("differingPixels", .integer(difference.differingPixels)),
      ("pixels", .integer(image.width * image.height)),
      ("worst", .array([.integer(difference.worstX), .integer(difference.worstY)])),
    ])
  }

  private static func read(_ path: Path) throws(CommandError) -> Image {
    do throws(ImageFailure) {
      return try readImage(path == "-" ? .standardInput : .file(path)).image
    } catch {
      throw CommandError(.usage, "\(path): \(error.message)")
    }
  }

  private static func write(
    _ picture: Image, to path: Path, overwrite: Bool
  ) throws(CommandError) {
    let rule = OutputRule.Destination.file(path)
    let job = RenderPlan.Job(input: InputImage(source: .standardInput), destination: rule)
    let files = FileStages(
      overwrite: overwrite, format: .png, files: OutputFiles(),
      console: Console(command: "compare"))
    do throws(ImageFailure) {
      _ = try files.write(Rendered(image: picture, metadata: ImageMetadata()), for: job)
    } catch {
      throw CommandError(.usage, error.message)
    }
  }
}

extension CommandSyntax {
  static let compare = CommandSyntax(
    name: "compare", usage: "A B [-o DIFFERENCE.png] [options]",
    introduction: """
      Says how far two images are apart, in levels of 255, and in how many pixels.

      """,
    groups: [
      OptionGroup(
        "Comparing:",
        [
          Option("max-level", .required("N"), "levels of 255 that they may be apart"),
          Option("max-pixels", .required("N"), "pixels that may differ"),
          Option(
            "output", short: "o", .required("FILE"),
            "write the difference as a PNG, 16 times as strong"),
          Option("overwrite", short: "y", "replace FILE if it exists"),
        ]),
      plainReporting,
    ],
    notes: """
      Without limits the images are the same if every decoded pixel is; with limits,
      if each limit that is given holds. The report of --json has the keys command,
      version, same, maximum, mean, differingPixels, pixels and worst ([x, y]).

      Exit status: 0 the same, 1 different, 2 they can't be compared.

      """)
}
