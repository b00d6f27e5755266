/// One value of a scene replaced from outside: `card.opacity=0.5`.
///
/// The key is a layer's id and a path below it, or `canvas` and a path, or
/// `fps` or `duration`. Numbers in a path count in lists. The value is JSON;
/// text that is no JSON is a string, and `null` takes the key away.
public struct SceneOverride: Hashable, Sendable {
  private let key: String
  private let value: JSONValue

  /// Parses `LAYER.KEY=VALUE`.
  public init(_ text: String) throws(SceneFileError) {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw SceneFileError("", "\(text.quoted) is no LAYER.KEY=VALUE")
    }
    key = String(text[..<equals])
    let value = String(text[text.index(after: equals)...])
    self.value = JSONParser.value(value) ?? .string(value)
  }

  private init(key: String, value: JSONValue) {
    self.key = key
    self.value = value
  }

  /// Overrides from a JSON object of `"LAYER.KEY": VALUE`, one line of a batch.
  public static func row(_ bytes: [UInt8]) throws(SceneFileError) -> [SceneOverride] {
    guard case .object(let object) = try JSONParser.parse(bytes) else {
      throw SceneFileError("", "a row is an object of \"LAYER.KEY\": VALUE")
    }
    return object.keys.compactMap { key in
      object[key].map { SceneOverride(key: key, value: $0) }
    }
  }

  func apply(to root: inout JSONValue) throws(SceneFileError) {
    guard case .object(var scene) = root else { return }
    let parts = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var ids: [String] = []
    if let layers = scene["layers"] {
      let (changed, isDone) = try replacing(in: layers, &ids)
      if isDone {
        scene["layers"] = changed
        root = .object(scene)
        return
      }
    }
    guard let first = parts.first, ["canvas", "fps", "duration"].contains(first) else {
      throw unknown(ids)
    }
    root = try set(root, parts[...], path: "")
  }

  /// The list with the override in the layer that it names, if that is there.
  private func replacing(
    in list: JSONValue, _ ids: inout [String]
  ) throws(SceneFileError) -> (JSONValue, Bool) {
    guard case .array(var layers) = list else { return (list, false) }
    for index in layers.indices {
      let (layer, isDone) = try replacing(inLayer: layers[index], &ids)
      if isDone {
        layers[index] = layer
        return (.array(layers), true)
      }
    }
    return (list, false)
  }

  private func replacing(
    inLayer value: JSONValue, _ ids: inout [String]
  ) throws(SceneFileError) -> (JSONValue, Bool) {
    guard case .object(var layer) = value else { return (value, false) }
    if case .string(let id) = layer["id"] {
      ids.append(id)
      if key.hasPrefix(id + ".") {
        let parts = key.dropFirst(id.count + 1)
          .split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return (try set(value, parts[...], path: id), true)
      }
    }
    for key in ["layers", "mask"] {
      guard let inner = layer[key] else { continue }
      let (changed, isDone) =
        key == "mask" ? try replacing(inLayer: inner, &ids) : try replacing(in: inner, &ids)
      if isDone {
        layer[key] = changed
        return (.object(layer), true)
      }
    }
    return (value, false)
  }

  private func set(
    _ tree: JSONValue, _ parts: ArraySlice<String>, path: String
  ) throws(SceneFileError) -> JSONValue {
    guard let part = parts.first else { return value }
    let inner = path.isEmpty ? part : "\(path).\(part)"
    switch tree {
    case .object(var object):
      if parts.count == 1, value == .null {
        object[part] = nil
        return .object(object)
      }
      object[part] = try set(
        object[part] ?? (parts.count > 1 ? .object(JSONObject()) : .null), parts.dropFirst(),
        path: inner)
      return .object(object)
    case .array(var list):
      guard let index = Int(part), list.indices.contains(index) else {
        throw SceneFileError(path, "has no entry \(part.quoted); it is a list of \(list.count)")
      }
      list[index] = try set(list[index], parts.dropFirst(), path: inner)
      return .array(list)
    default:
      throw SceneFileError(path, "is \(tree.kind) and has no \(part.quoted) to set")
    }
  }

  private func unknown(_ ids: [String]) -> SceneFileError {
    let name = key.split(separator: ".", maxSplits: 1).first.map(String.init) ?? key
    if ids.contains(key) { return SceneFileError(key, "is a layer; say which of its keys to set") }
    if let nearest = Suggestion.nearest(to: name, in: ids + ["canvas", "fps", "duration"]) {
      return SceneFileError(key, "names no layer; did you mean \(nearest.quoted)?")
    }
    return SceneFileError(key, "names no layer; write LAYER.KEY=VALUE with a layer's id")
  }
}
