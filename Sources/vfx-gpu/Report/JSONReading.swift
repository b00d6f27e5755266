import GPUEffectsSceneFile

extension JSONValue {
  subscript(_ key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  var integer: Int? { number.flatMap { Int(exactly: $0) } }

  var flag: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  var list: [JSONValue]? {
    if case .array(let list) = self { list } else { nil }
  }

  /// The same to be written again.
  var json: JSON {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let value): Int(exactly: value).map { .integer($0) } ?? .number(value)
    case .string(let value): .string(value)
    case .array(let values): .array(values.map(\.json))
    case .object(let object):
      .object(object.keys.map { ($0, object[$0]?.json ?? .null) })
    }
  }
}
