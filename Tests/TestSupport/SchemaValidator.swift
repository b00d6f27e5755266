package import GPUEffectsSceneFile

/// As much of JSON Schema as the shipped ones use; other keywords are errors.
package final class SchemaValidator {
  package struct Unsupported: Error { package let keyword: String }

  private let schema: JSONValue

  private var patterns: [String: Regex<AnyRegexOutput>] = [:]

  package init(_ schema: JSONValue) { self.schema = schema }

  /// What is wrong with a value, a line a finding.
  package func errors(_ value: JSONValue) throws -> [String] { try errors(value, schema, "") }

  private func errors(_ value: JSONValue, _ schema: JSONValue, _ path: String) throws -> [String] {
    var errors: [String] = []
    func check(_ holds: Bool, _ keyword: String) {
      if !holds { errors.append("\(path): \(keyword)") }
    }
    for keyword in schema.keys {
      guard let rule = schema[keyword] else { continue }
      switch (keyword, rule, value) {
      case ("$schema", _, _), ("title", _, _), ("description", _, _), ("default", _, _),
        ("$defs", _, _):
        break
      case ("$ref", .string(let reference), _):
        let name = String(reference.split(separator: "/").last ?? "")
        guard let target = self.schema["$defs"]?[name] else {
          throw Unsupported(keyword: reference)
        }
        errors += try self.errors(value, target, path)
      case ("type", .string(let type), _): check(type == Self.type(of: value), "type")
      case ("const", _, _): check(value == rule, "const")
      case ("enum", .array(let values), _): check(values.contains(value), "enum")
      case ("anyOf", .array(let rules), _), ("oneOf", .array(let rules), _):
        let matching = try rules.filter { try self.errors(value, $0, path).isEmpty }.count
        check(keyword == "anyOf" ? matching > 0 : matching == 1, keyword)
      case ("properties", _, .object(let object)):
        for key in object.keys {
          if let property = rule[key], let member = object[key] {
            errors += try self.errors(member, property, "\(path).\(key)")
          }
        }
      case ("additionalProperties", .bool(false), .object(let object)):
        check(object.keys.allSatisfy { schema["properties"]?[$0] != nil }, keyword)
      case ("required", .array(let keys), .object(let object)):
        for case .string(let key) in keys { check(object[key] != nil, "required \(key)") }
      case ("items", _, .array(let list)):
        for (index, element) in list.enumerated() {
          errors += try self.errors(element, rule, "\(path)[\(index)]")
        }
      case ("minItems", .number(let count), .array(let list)):
        check(Double(list.count) >= count, keyword)
      case ("maxItems", .number(let count), .array(let list)):
        check(Double(list.count) <= count, keyword)
      case ("minimum", .number(let bound), .number(let number)): check(number >= bound, keyword)
      case ("maximum", .number(let bound), .number(let number)): check(number <= bound, keyword)
      case ("exclusiveMinimum", .number(let bound), .number(let number)):
        check(number > bound, keyword)
      case ("minLength", .number(let length), .string(let text)):
        check(Double(text.count) >= length, keyword)
      case ("pattern", .string(let pattern), .string(let text)):
        let regex = try patterns[pattern] ?? Regex(pattern)
        patterns[pattern] = regex
        check(text.contains(regex), keyword)
      case ("properties", _, _), ("additionalProperties", _, _), ("required", _, _),
        ("items", _, _), ("minItems", _, _), ("maxItems", _, _), ("minimum", _, _),
        ("maximum", _, _), ("exclusiveMinimum", _, _), ("minLength", _, _), ("pattern", _, _):
        break  // Says nothing about values of other types.
      default: throw Unsupported(keyword: keyword)
      }
    }
    return errors
  }

  private static func type(of value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

extension JSONValue {
  fileprivate subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  fileprivate var keys: [String] {
    if case .object(let object) = self { object.keys } else { [] }
  }
}
