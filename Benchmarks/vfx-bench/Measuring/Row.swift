import GPUEffectsMeasuring

/// One line of results: named values in the order in which they are written.
struct Row {
  enum Value {
    case text(String)
    case integer(Int)
    /// Written with three digits after the point.
    case number(Double)
  }

  private var fields: [(name: String, value: Value)] = []

  subscript(_ name: String) -> Value? {
    get { fields.first { $0.name == name }?.value }
    set {
      fields.removeAll { $0.name == name }
      if let newValue { fields.append((name, newValue)) }
    }
  }

  /// Sets `min_ms`, `p10_ms`, `median_ms`, `p90_ms` and `calls`.
  mutating func set(_ times: Times) {
    self["min_ms"] = .number(times.minimum)
    self["p10_ms"] = .number(times.quantile(0.1))
    self["median_ms"] = .number(times.median)
    self["p90_ms"] = .number(times.quantile(0.9))
    self["calls"] = .integer(times.count)
  }

  /// The row as one JSON object in one line.
  var json: String {
    "{" + fields.map { "\(quoted($0.name)): \($0.value.json)" }.joined(separator: ", ") + "}"
  }

  /// The value as a column of a table; a dash where there is none.
  func column(_ name: String, width: Int) -> String {
    let text: String
    switch self[name] {
    case .text(let value): return value + spaces(width - value.count)
    case .integer(let value): text = "\(value)"
    case .number(let value): text = fixed(value, digits: 2)
    case nil: text = "-"
    }
    return spaces(width - text.count) + text
  }

  /// For the parent process: one line on standard output.
  func printLine() { print(json) }
}

extension Row.Value {
  fileprivate var json: String {
    switch self {
    case .text(let text): quoted(text)
    case .integer(let integer): "\(integer)"
    case .number(let number): fixed(number, digits: 3)
    }
  }
}

/// `value` with a fixed number of digits after the point.
func fixed(_ value: Double, digits: Int) -> String {
  let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
  let units = Int((abs(value) * Double(scale)).rounded())
  let fraction = String(units % scale)
  let sign = value < 0 && units > 0 ? "-" : ""
  return "\(sign)\(units / scale)."
    + String(repeating: "0", count: digits - fraction.count) + fraction
}

func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\" + String(scalar)
    case _ where scalar.value < 0x20: result += " "
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
