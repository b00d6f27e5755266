/// One option of a command, as the parser and `--help` know it.
struct Option: Sendable {
  enum Argument: Sendable {
    case none
    /// The placeholder for `--help`.
    case required(String)
    /// Optional, and only with `=`: `--json` or `--json=FILE`.
    case optional(String)
  }

  /// The long name, without dashes; it identifies the option.
  let name: String
  /// Other long names, not shown in `--help` by themselves.
  let aliases: [String]
  let short: Character?
  let argument: Argument
  let help: String

  init(
    _ name: String, aliases: [String] = [], short: Character? = nil, _ argument: Argument,
    _ help: String
  ) {
    self.name = name
    self.aliases = aliases
    self.short = short
    self.argument = argument
    self.help = help
  }

  /// A flag: an option without argument.
  init(_ name: String, short: Character? = nil, _ help: String) {
    self.init(name, short: short, .none, help)
  }
}

/// Options that belong together, under a title in `--help`.
struct OptionGroup: Sendable {
  let title: String
  let options: [Option]

  init(_ title: String, _ options: [Option]) {
    self.title = title
    self.options = options
  }
}

/// Everything the parser and `--help` need to know of a command.
struct CommandSyntax: Sendable {
  let name: String
  /// The line after the command's name: `INPUT... -o OUTPUT`.
  let usage: String
  /// Before the options in `--help`; lines as they are.
  let introduction: String
  let groups: [OptionGroup]
  /// After the options in `--help`; lines as they are.
  let notes: String

  var options: [Option] { groups.flatMap(\.options) }
}
