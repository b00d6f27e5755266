import CPopt
import Glibc

extension CommandSyntax {
  /// The command's `--help`; popt lays out the options.
  var helpPage: String {
    "usage: vfx-gpu \(name) \(usage)\n\n" + introduction + "\n" + optionList + "\n" + notes
  }

  private var optionList: String {
    let table = PoptTable(self)
    let strings = CStrings()
    var argv: [UnsafePointer<CChar>?] = [strings.copy(name), nil]
    guard let context = poptGetContext(nil, 1, &argv, table.entries, UInt32(POPT_CONTEXT_NO_EXEC))
    else { return "" }
    defer { poptFreeContext(context) }

    var text: UnsafeMutablePointer<CChar>?
    var byteCount = 0
    guard let stream = open_memstream(&text, &byteCount) else { return "" }
    poptPrintHelp(context, stream, 0)
    fclose(stream)
    defer { free(text) }
    guard let text else { return "" }
    // popt's own usage line, up to the first empty line or group, says less than ours.
    let lines = String(cString: text).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropFirst().joined(separator: "\n")
  }
}
