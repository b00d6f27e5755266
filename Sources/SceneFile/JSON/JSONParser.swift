import CJansson

/// Text to a JSON tree, through jansson. The text is measured first, so that
/// neither the parser's stack nor its memory can be driven beyond the limits.
package enum JSONParser {
  /// A document: an object or a list at the top.
  package static func parse(_ bytes: [UInt8]) throws(SceneFileError) -> JSONValue {
    try parse(bytes, flags: 0)
  }

  /// Any value, as an override writes it; nil when the text isn't JSON.
  static func value(_ text: String) -> JSONValue? {
    try? parse(Array(text.utf8), flags: size_t(JSON_DECODE_ANY))
  }

  private static func parse(_ bytes: [UInt8], flags: size_t) throws(SceneFileError) -> JSONValue {
    // A byte order mark is no JSON, but editors write it.
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    if text.starts(with: Array("PK".utf8)) {
      throw SceneFileError(
        "", "is a zip archive, perhaps a .lottie file, and no scene; Lottie is not rendered")
    }
    try measure(text)

    var error = json_error_t()
    let root = text.withUnsafeBytes { buffer in
      json_loadb(
        buffer.baseAddress, buffer.count, flags | size_t(JSON_REJECT_DUPLICATES), &error)
    }
    guard let root else { throw failure(error) }
    defer { json_decref(root) }
    return value(root)
  }

  /// Refuses text with too many values or levels.
  private static func measure(_ text: ArraySlice<UInt8>) throws(SceneFileError) {
    guard text.count <= SceneLimits.bytes else {
      throw SceneFileError(
        "", "has \(text.count) bytes; a scene may have \(SceneLimits.bytes) at most")
    }
    var (depth, values, line) = (0, 0, 1)
    var (inString, escaped) = (false, false)
    for byte in text {
      if byte == UInt8(ascii: "\n") { line += 1 }
      if inString {
        if escaped {
          escaped = false
        } else if byte == UInt8(ascii: "\\") {
          escaped = true
        } else if byte == UInt8(ascii: "\"") {
          inString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): inString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        values += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): values += 1
      default: break
      }
      if depth > SceneLimits.depth {
        throw SceneFileError(
          "", "more than \(SceneLimits.depth) levels lie inside each other", line: line)
      }
      if values > SceneLimits.values {
        throw SceneFileError(
          "",
          "the file holds more than \(SceneLimits.values) values; a scene may have "
            + "\(SceneLimits.layers) layers and \(SceneLimits.timelineEntries) timeline entries",
          line: line)
      }
    }
  }

  private static func failure(_ error: json_error_t) -> SceneFileError {
    let text = withUnsafeBytes(of: error.text) { buffer in
      String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }
    let line = String(text.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) })
    return SceneFileError("", "this is no JSON: \(line)", line: max(1, Int(error.line)))
  }

  /// - Precondition: not deeper than `measure` allows.
  private static func value(_ json: UnsafeMutablePointer<json_t>) -> JSONValue {
    switch json.pointee.type {
    case JSON_OBJECT:
      var object = JSONObject()
      var iterator = json_object_iter(json)
      while let item = iterator {
        if let key = json_object_iter_key(item), let member = json_object_iter_value(item) {
          object[String(cString: key)] = value(member)
        }
        iterator = json_object_iter_next(json, item)
      }
      return .object(object)
    case JSON_ARRAY:
      return .array(
        (0..<json_array_size(json)).map { index in
          json_array_get(json, index).map(value) ?? .null
        })
    case JSON_STRING: return .string(json_string_value(json).map { String(cString: $0) } ?? "")
    case JSON_INTEGER: return .number(Double(json_integer_value(json)))
    case JSON_REAL: return .number(json_real_value(json))
    case JSON_TRUE: return .bool(true)
    case JSON_FALSE: return .bool(false)
    default: return .null
    }
  }
}
