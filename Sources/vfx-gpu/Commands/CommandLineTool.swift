import Glibc

/// `vfx-gpu`: finds the command and runs it.
enum CommandLineTool {
  private static let commands: [(syntax: CommandSyntax, run: Command)] = [
    (.render, RenderCommand.run),
    (.animate, AnimateCommand.run),
    (.compare, CompareCommand.run),
    (.devices, DevicesCommand.run),
    (.parity, ParityCommand.run),
    (.bench, BenchCommand.run),
  ]

  /// What the program starts itself; named nowhere.
  private static let workers: [(syntax: CommandSyntax, run: Command)] = [
    (.parityWorker, ParityWorker.run)
  ]

  typealias Command = @Sendable (ParsedArguments) throws(CommandError) -> ExitStatus

  /// The process's arguments without its name, byte for byte.
  static var processArguments: [Path] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { i in
      CommandLine.unsafeArgv[i].map { Path(cString: $0) }
    }
  }

  static func run(_ arguments: [Path]) -> ExitStatus {
    var command = arguments.first.map { "\($0)" } ?? ""
    do throws(CommandError) {
      guard let first = arguments.first else {
        try? Console.write(overview, to: STDERR_FILENO)
        return .usage
      }
      switch first {
      case "--version":
        try Console.print("vfx-gpu \(version)\n")
        return .done
      case "--help", "-h", "help":
        try Console.print(help(for: arguments.dropFirst().first))
        return .done
      default:
        let found = try find(first)
        command = found.syntax.name
        return try run(found.syntax, found.run, Array(arguments.dropFirst()))
      }
    } catch {
      let name = commands.contains { $0.syntax.name == command } ? " \(command)" : ""
      try? Console.write("vfx-gpu\(name): \(error.message)\n", to: STDERR_FILENO)
      return error.status
    }
  }

  private static func run(
    _ syntax: CommandSyntax, _ body: Command, _ arguments: [Path]
  ) throws(CommandError) -> ExitStatus {
    // Whoever asks for help gets it, whatever else is wrong.
    let options = arguments.prefix { $0 != "--" }
    if options.contains("--help") || options.contains("-h") {
      try Console.print(syntax.helpPage)
      return .done
    }
    if options.contains("--version") {
      try Console.print("vfx-gpu \(version)\n")
      return .done
    }
    var parser = ArgumentParser(syntax)
    parser.explainUnknown = Later.explain(option:)
    return try body(parser.parse(arguments))
  }

  private static func find(
    _ word: Path
  ) throws(CommandError) -> (syntax: CommandSyntax, run: Command) {
    let text = "\(word)"
    if let command = (commands + workers).first(where: { $0.syntax.name == text }) {
      return command
    }
    if text.hasPrefix("-"), text != "-" {
      throw .usage(
        "the command comes first: vfx-gpu render, animate, compare, devices, parity or bench")
    }
    let names = commands.map(\.syntax.name)
    throw .usage(
      "unknown command '\(text)'"
        + (closest(to: text, among: names).map { "; did you mean \($0)?" }
          ?? "; there are \(names.joined(separator: ", "))"))
  }

  private static func help(for command: Path?) throws(CommandError) -> String {
    guard let command, command != "--help" else { return overview }
    return try find(command).syntax.helpPage
  }

  static let overview = """
    usage: vfx-gpu COMMAND [arguments]

    Renders the effects of the VisualEffect package (blur, brightness, contrast,
    saturation, grayscale, hue rotation, opacity) off-screen, on a GPU or the CPU.

    Commands:
      render INPUT... -o OUTPUT       apply one look to images, or animate one
      animate SCENE.json -o OUTPUT    a scene's timeline to frames
      compare A B [-o DIFFERENCE]     how far two images are apart
      devices                         what could render here; for what can't, why
      parity                          whether GPU and CPU compute what they should
      bench                           how fast this machine is, and what limits it

    'vfx-gpu COMMAND --help' has the options of each; 'vfx-gpu --version' the
    version.

    Example:
      vfx-gpu render photos/ -o out/ --blur 6 --brightness 0.1 --saturation 1.4

    """
}
