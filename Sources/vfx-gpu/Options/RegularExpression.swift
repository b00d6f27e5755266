import Glibc

/// An extended regular expression of POSIX.
final class RegularExpression {
  private var compiled = regex_t()

  /// - Parameter option: whose value it is.
  init(_ pattern: String, of option: String) throws(CommandError) {
    let code = regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB)
    guard code == 0 else {
      var text = [CChar](repeating: 0, count: 256)
      regerror(code, &compiled, &text, text.count)
      let words = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      throw .usage("--\(option): '\(pattern)' is no regular expression: \(words)")
    }
  }

  deinit { regfree(&compiled) }

  /// Whether it is found anywhere.
  func isFound(in text: String) -> Bool { regexec(&compiled, text, 0, nil, 0) == 0 }
}
