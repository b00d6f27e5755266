import CPopt
import Glibc

/// Command lines and help pages, by popt.
struct ArgumentParser {
  let syntax: CommandSyntax
  /// What to say of an option that is none of the command's, by its name
  /// without dashes; nil where nothing is known of it.
  var explainUnknown: (String) -> String? = { _ in nil }

  init(_ syntax: CommandSyntax) {
    self.syntax = syntax
  }

  /// Splits the arguments after the command's name into options and operands.
  func parse(_ arguments: [Path]) throws(CommandError) -> ParsedArguments {
    let options = syntax.options
    let table = PoptTable(syntax)
    let strings = CStrings()
    var argv: [UnsafePointer<CChar>?] = ([Path(syntax.name)] + markingOptional(arguments))
      .map { strings.copy($0.bytes) }
    let argc = Int32(argv.count)
    argv.append(nil)
    guard
      let context = poptGetContext(
        nil, argc, &argv, table.entries, UInt32(POPT_CONTEXT_NO_EXEC))
    else { throw CommandError(.failed, "not enough memory for the command line") }
    defer { poptFreeContext(context) }

    var parsed = ParsedArguments()
    var code = poptGetNextOpt(context)
    while code > 0 {
      let option = options[Int(code) - 1]
      let raw = poptGetOptArg(context)
      defer { free(raw) }
      var value = raw.map { Path(cString: $0) }
      if case .optional = option.argument, value?.isEmpty == true { value = nil }
      parsed.occurrences.append(.init(name: option.name, value: value))
      code = poptGetNextOpt(context)
    }
    if code < -1 { throw error(code, poptBadOption(context, 0).map { String(cString: $0) } ?? "") }
    if var operand = poptGetArgs(context) {
      while let string = operand.pointee {
        parsed.operands.append(Path(cString: string))
        operand += 1
      }
    }
    return parsed
  }

  /// popt would take the next word for an optional argument; an empty one,
  /// written with `=`, keeps it from that.
  private func markingOptional(_ arguments: [Path]) -> [Path] {
    var wantsValue: Set<Path> = []
    var optional: Set<Path> = []
    for option in syntax.options {
      let spellings =
        ([option.name] + option.aliases).map { Path("--" + $0) }
        + (option.short.map { [Path("-\($0)")] } ?? [])
      switch option.argument {
      case .none: break
      case .required: wantsValue.formUnion(spellings)
      case .optional: optional.formUnion(spellings)
      }
    }
    var marked: [Path] = []
    var isValue = false
    for (i, argument) in arguments.enumerated() {
      if !isValue, argument == "--" { return marked + arguments[i...] }
      marked.append(
        !isValue && optional.contains(argument)
          ? Path(argument.bytes + [UInt8(ascii: "=")])
          : argument)
      isValue = !isValue && wantsValue.contains(argument)
    }
    return marked
  }

  private func error(_ code: Int32, _ word: String) -> CommandError {
    let option = printable(Array(word.prefix { $0 != "=" }.utf8))
    switch code {
    case POPT_ERROR_NOARG:
      return .usage("\(option) needs a value")
    case POPT_ERROR_UNWANTEDARG:
      return .usage("\(option) takes no value")
    case POPT_ERROR_BADOPT:
      let name = String(option.drop { $0 == "-" })
      if option.hasPrefix("--"), let explanation = explainUnknown(name) {
        return .usage(explanation)
      }
      let names = syntax.options.flatMap { [$0.name] + $0.aliases }
      let suggestion = closest(to: name, among: names).map { "--" + $0 }
      return .usage("unknown option \(option)" + didYouMean(suggestion))
    default:
      return .usage(
        "\(option): \(poptStrerror(code).map { String(cString: $0) } ?? "can't read it")")
    }
  }
}
