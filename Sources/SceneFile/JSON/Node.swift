/// A value of the file together with its key path, which every error names.
struct Node {
  let value: JSONValue
  let path: String

  init(_ value: JSONValue, path: String) {
    self.value = value
    self.path = path
  }

  func error(_ message: String) -> SceneFileError { SceneFileError(path, message) }

  func mustBe(_ what: String) -> SceneFileError { error("must be \(what), not \(value.kind)") }

  var isArray: Bool {
    if case .array = value { true } else { false }
  }

  func bool() throws(SceneFileError) -> Bool {
    guard case .bool(let bool) = value else { throw mustBe("true or false") }
    return bool
  }

  func string(_ what: String = "a string") throws(SceneFileError) -> String {
    guard case .string(let text) = value else { throw mustBe(what) }
    return text
  }

  func number(
    in range: ClosedRange<Double> = -SceneLimits.number...SceneLimits.number
  ) throws(SceneFileError) -> Double {
    guard case .number(let number) = value else { throw mustBe("a number") }
    guard range.contains(number) else {
      throw error(
        "is \(number.asWritten); it must lie between \(range.lowerBound.asWritten) and "
          + range.upperBound.asWritten)
    }
    return number
  }

  /// - Parameter count: how many; nil allows any number.
  func list(_ what: String, count: Int? = nil) throws(SceneFileError) -> [Node] {
    guard case .array(let elements) = value else { throw mustBe(what) }
    if let count, elements.count != count {
      throw error("must be \(what); there are \(elements.count) values")
    }
    return elements.enumerated().map { Node($1, path: "\(path)[\($0)]") }
  }

  func numbers(
    _ what: String, count: Int,
    in range: ClosedRange<Double> = -SceneLimits.points...SceneLimits.points
  ) throws(SceneFileError) -> [Double] {
    var numbers: [Double] = []
    for node in try list(what, count: count) { numbers.append(try node.number(in: range)) }
    return numbers
  }

  /// One of a few words.
  func word<Value>(
    _ what: String, _ words: [String], synonyms: [String: String] = [:],
    _ value: (String) -> Value?
  ) throws(SceneFileError) -> Value {
    let text = try string("\(what): \(words.joined(separator: ", "))")
    if let value = value(text) { return value }
    if let nearest = Suggestion.nearest(to: text, in: words, synonyms: synonyms) {
      throw error("can't be \(text.quoted); did you mean \(nearest.quoted)?")
    }
    throw error("can't be \(text.quoted); it is one of \(words.joined(separator: ", "))")
  }

  func word<Value: CaseIterable & RawRepresentable<String>>(
    _ what: String, synonyms: [String: String] = [:]
  ) throws(SceneFileError) -> Value {
    try word(what, Value.allCases.map(\.rawValue), synonyms: synonyms) { Value(rawValue: $0) }
  }

  /// The members, all of which `table` knows.
  func object(_ table: KeyTable) throws(SceneFileError) -> ObjectNode {
    guard case .object(let object) = value else { throw mustBe("an object") }
    for key in object.keys where !table.keys.contains(key) {
      throw SceneFileError(
        path.isEmpty ? key.shown : "\(path).\(key.shown)", table.refusal(of: key))
    }
    return ObjectNode(object: object, path: path)
  }
}

/// An object whose keys are all known.
struct ObjectNode {
  fileprivate let object: JSONObject
  let path: String

  fileprivate init(object: JSONObject, path: String) {
    self.object = object
    self.path = path
  }

  var keys: [String] { object.keys }

  func error(_ message: String) -> SceneFileError { SceneFileError(path, message) }

  func has(_ key: String) -> Bool { object[key] != nil }

  subscript(key: String) -> Node? {
    object[key].map { Node($0, path: path.isEmpty ? key : "\(path).\(key)") }
  }

  func required(_ key: String) throws(SceneFileError) -> Node {
    guard let node = self[key] else { throw error("needs \(key.quoted)") }
    return node
  }

  func number(
    _ key: String, default value: Double,
    in range: ClosedRange<Double> = -SceneLimits.number...SceneLimits.number
  ) throws(SceneFileError) -> Double {
    try self[key]?.number(in: range) ?? value
  }

  func bool(_ key: String, default value: Bool) throws(SceneFileError) -> Bool {
    try self[key]?.bool() ?? value
  }
}

extension String {
  /// A key in a path: as it is when it is short and plain, else in quotes.
  fileprivate var shown: String {
    let isPlain = !isEmpty && utf8.count <= 40 && utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
    return isPlain ? self : quoted
  }
}
