/// A value of a JSON document. Objects keep the order they were written in.
enum JSON: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
  static func optional(_ integer: Int?) -> JSON { integer.map { .integer($0) } ?? .null }

  /// The document, indented, with a newline at its end.
  var document: String {
    var text = ""
    write(to: &text, indent: "")
    return text + "\n"
  }

  /// The value on one line, without a newline at its end.
  var line: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// - Parameter indent: of the lines; nil puts all on one.
  private func write(to text: inout String, indent: String?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += value.isFinite ? String(describing: value) : "null"
    case .string(let value): Self.quote(value, to: &text)
    case .array(let values):
      Self.list("[", "]", values, to: &text, indent: indent) { value, text, indent in
        value.write(to: &text, indent: indent)
      }
    case .object(let members):
      Self.list("{", "}", members, to: &text, indent: indent) { member, text, indent in
        Self.quote(member.0, to: &text)
        text += ": "
        member.1.write(to: &text, indent: indent)
      }
    }
  }

  private static func list<Element>(
    _ open: String, _ close: String, _ elements: [Element], to text: inout String,
    indent: String?, _ write: (Element, inout String, String?) -> Void
  ) {
    guard !elements.isEmpty else {
      text += open + close
      return
    }
    let inner = indent.map { $0 + "  " }
    text += open
    for (i, element) in elements.enumerated() {
      if i > 0 { text += "," }
      text += inner.map { "\n" + $0 } ?? (i > 0 ? " " : "")
      write(element, &text, inner)
    }
    text += (indent.map { "\n" + $0 } ?? "") + close
  }

  private static func quote(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
