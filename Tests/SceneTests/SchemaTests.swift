import Foundation
import GPUEffectsModel
import Testing

@testable import GPUEffectsSceneFile

/// The shipped JSON Schema says what the decoder does.
struct SchemaTests {
  let schema: JSONValue

  init() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../docs/scene.schema.json")
    schema = try JSONParser.parse([UInt8](Data(contentsOf: url)))
  }

  func definition(_ name: String) -> JSONValue? { schema["$defs"]?[name] }

  @Test func keysAreTheDecoders() throws {
    for table in KeyTable.all {
      let properties = try #require(definition(table.name)?["properties"], "\(table.name)")
      #expect(Set(properties.keys) == Set(table.keys), "\(table.name)")
      #expect(definition(table.name)?["additionalProperties"] == .bool(false), "\(table.name)")
    }
  }

  @Test func synonymsLeadToKeysAndAreNone() {
    for table in KeyTable.all {
      for (synonym, key) in table.synonyms {
        #expect(table.keys.contains(key), "\(table.name) \(synonym)")
        #expect(!table.keys.contains(synonym) && synonym == synonym.lowercased(), "\(synonym)")
      }
    }
  }

  @Test func wordsAreTheModels() {
    func words(_ node: JSONValue?) -> Set<String> {
      guard case .array(let values)? = node?["enum"] else { return [] }
      return Set(
        values.compactMap { value in
          if case .string(let text) = value { text } else { nil }
        })
    }
    func property(_ name: String, _ key: String) -> JSONValue? {
      definition(name)?["properties"]?[key]
    }
    #expect(words(property("layer", "contentMode")) == Set(ContentMode.allCases.map(\.rawValue)))
    #expect(words(property("layer", "cornerCurve")) == Set(CornerCurve.allCases.map(\.rawValue)))
    #expect(
      words(property("layer", "vibrancy")) == Set(VibrancyEffect.Style.allCases.map(\.rawValue)))
    #expect(words(property("canvas", "kernel")) == Set(BlurKernel.allCases.map(\.rawValue)))
    #expect(words(property("effect", "maskMode")) == Set(MaskMode.allCases.map(\.rawValue)))
    #expect(words(property("entry", "call")) == Set(VisualEffectCall.allCases.map(\.rawValue)))
    let styles = words(definition("style"))
    #expect(styles.isSuperset(of: BlurEffect.Style.allCases.map(\.name)))
    #expect(styles.allSatisfy { BlurEffect.Style(named: $0) != nil })
  }

  @Test func theExampleIsValid() throws {
    let example = try JSONParser.parse(Array(exampleScene.utf8))
    #expect(try Validator(schema).errors(example) == [])
  }

  /// What the schema refuses the decoder refuses too, and what the decoder
  /// accepts the schema accepts: each part of the example replaced in turn.
  @Test func agreesWithTheDecoder() throws {
    let example = try JSONParser.parse(Array(exampleScene.utf8))
    let replacements: [JSONValue] = [
      .null, .bool(true), .number(-3), .number(1e9), .number(0.5), .string("x"), .string("#000"),
      .array([]), .array([.number(1), .number(2)]), .object(JSONObject()),
    ]
    func document(_ layers: [JSONValue], _ entries: [JSONValue]) -> JSONValue {
      var document = JSONObject()
      document["canvas"] = example["canvas"]
      document["layers"] = .array(layers)
      document["timeline"] = .array(entries)
      return .object(document)
    }
    // The layers that the entries speak of.
    let stubs = try JSONParser.parse(
      Array(
        #"[{"id":"card","backdrop":{}},{"id":"feed"},{"id":"photo"},{"id":"bar","material":{"style":"bar"}}]"#
          .utf8))
    var documents = document([], []).variants(replacements)
    for layer in example["layers"]?.elements ?? [] {
      documents += layer.variants(replacements).map { document([$0], []) }
    }
    for entry in example["timeline"]?.elements ?? [] {
      documents += entry.variants(replacements).map { document(stubs.elements, [$0]) }
    }

    let validator = Validator(schema)
    var (accepted, refused) = (0, 0)
    for document in documents {
      let isValid = try validator.errors(document).isEmpty
      var decoder = SceneDecoder()
      let isDecoded = (try? decoder.scene(Node(document, path: ""))) != nil
      // The decoder also knows what a schema can't say: ids, order, company.
      if isDecoded {
        #expect(isValid, "\(document)")
        accepted += 1
      }
      if !isValid {
        #expect(!isDecoded)
        refused += 1
      }
    }
    #expect(accepted > 100 && refused > 1000)
  }
}

extension JSONValue {
  subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  var keys: [String] {
    if case .object(let object) = self { object.keys } else { [] }
  }

  /// This value with one of its parts replaced, every part by every replacement.
  func variants(_ replacements: [JSONValue]) -> [JSONValue] {
    var variants: [JSONValue] = []
    switch self {
    case .object(let object):
      for key in object.keys {
        for variant in (object[key]?.variants(replacements) ?? []) + replacements {
          var changed = object
          changed[key] = variant
          variants.append(.object(changed))
        }
        var changed = object
        changed[key] = nil
        variants.append(.object(changed))
        changed["unknown"] = .null
        variants.append(.object(changed))
      }
    case .array(let list):
      for index in list.indices {
        for variant in list[index].variants(replacements) + replacements {
          var changed = list
          changed[index] = variant
          variants.append(.array(changed))
        }
        variants.append(.array(Array(list.dropLast())))
      }
    default: break
    }
    return variants
  }
}

/// As much of JSON Schema as the shipped one uses; other keywords are errors.
final class Validator {
  struct Unsupported: Error { let keyword: String }

  let schema: JSONValue

  private var patterns: [String: Regex<AnyRegexOutput>] = [:]

  init(_ schema: JSONValue) { self.schema = schema }

  func errors(_ value: JSONValue) throws -> [String] { try errors(value, schema, "") }

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
