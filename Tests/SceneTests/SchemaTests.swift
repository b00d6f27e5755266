import Foundation
import GPUEffectsModel
import TestSupport
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
    #expect(try SchemaValidator(schema).errors(example) == [])
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

    let validator = SchemaValidator(schema)
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
