/// A JSON value. The members of an object keep the file's order.
package indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

package struct JSONObject: Hashable, Sendable {
  package private(set) var keys: [String] = []
  private var values: [String: JSONValue] = [:]

  package subscript(key: String) -> JSONValue? {
    get { values[key] }
    set {
      if newValue == nil {
        keys.removeAll { $0 == key }
      } else if values[key] == nil {
        keys.append(key)
      }
      values[key] = newValue
    }
  }
}

extension JSONValue {
  /// What a sentence calls the value.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): "the number \(value.asWritten)"
    case .string(let text): "the string \(text.quoted)"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension String {
  /// In quotes, short and on one line, whatever it holds.
  var quoted: String {
    var short = ""
    for scalar in unicodeScalars.prefix(40) {
      let isPrintable = scalar.value >= 0x20 && !(0x7f...0x9f).contains(scalar.value)
      short.unicodeScalars.append(isPrintable ? scalar : "?")
    }
    return "\"\(short)\(unicodeScalars.count > 40 ? "..." : "")\""
  }
}

extension Double {
  /// Without a decimal point where there is nothing after it.
  var asWritten: String {
    self == rounded() && abs(self) < 1e15 ? "\(Int(self))" : "\(self)"
  }
}
