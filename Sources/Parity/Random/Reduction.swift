import GPUEffectsModel
import GPUEffectsSceneFile

/// Makes a failing row small, so that a person sees what matters.
package enum Reduction {
  /// The smallest row that is found to fail still, by leaving out one thing
  /// after the other.
  ///
  /// - Parameters:
  ///   - attempts: rows tried at most.
  ///   - fails: whether a row fails in the same way.
  package static func smallest(
    _ row: Row, attempts: Int = 150, fails: (Row) -> Bool
  ) -> Row {
    var row = row
    var left = attempts
    var isSmaller = true
    while isSmaller, left > 0 {
      isSmaller = false
      for candidate in candidates(row) where left > 0 && candidate != row {
        left -= 1
        if fails(candidate) {
          row = candidate
          isSmaller = true
          break
        }
      }
    }
    return row
  }

  /// Rows that are a step simpler, the boldest first.
  package static func candidates(_ row: Row) -> [Row] {
    var rows: [Row] = []
    switch row.work {
    case .check: break
    case .effect(let look, on: let source):
      rows += sources(simpler: source).map { with(row, .effect(look, on: $0)) }
      rows += looks(simpler: look).map { with(row, .effect($0, on: source)) }
    case .scene(let scene):
      rows += scenes(simpler: scene).map { with(row, .scene($0)) }
    }
    return rows
  }

  private static func with(_ row: Row, _ work: Row.Work) -> Row {
    var row = row
    row.work = work
    row.expectation.passes = nil
    row.expectation.many = 1
    return row
  }

  private static func sources(simpler source: ParitySource) -> [ParitySource] {
    var sources: [ParitySource] = []
    for (width, height) in [
      (source.width / 2, source.height / 2), (source.width / 2, source.height),
      (source.width, source.height / 2), (source.width - 1, source.height),
      (source.width, source.height - 1),
    ] where width >= 1 && height >= 1 {
      var smaller = source
      (smaller.width, smaller.height) = (width, height)
      sources.append(smaller)
    }
    var other = source
    if source.depth == .unorm16 {
      other.depth = .unorm8
      sources.append(other)
      other = source
    }
    if !source.isGray {
      other.isGray = true
      sources.append(other)
      other = source
    }
    if source.alpha != .opaque {
      other.alpha = .opaque
      sources.append(other)
    }
    return sources
  }

  private static func looks(simpler look: Look) -> [Look] {
    var looks: [Look] = []
    func add(_ change: (inout Look) -> Void) {
      var simpler = look
      change(&simpler)
      if simpler != look { looks.append(simpler) }
    }
    let neutral = VisualEffectValues()
    add { $0.values.blurRadius = 0 }
    add { $0.mask = nil }
    for path in [
      \VisualEffectValues.brightness, \.contrast, \.saturation, \.grayscale, \.hueRotation,
      \.opacity,
    ] {
      add { $0.values[keyPath: path] = neutral[keyPath: path] }
    }
    add { $0.dither = false }
    add { $0.colorSpace = .encoded }
    add { $0.edge = .clamp }
    add { $0.kernel = .gaussian }
    add { $0.maskMode = .fade }
    if look.values.blurRadius > 1 {
      add { $0.values.blurRadius = ($0.values.blurRadius / 2).rounded(.up) }
    }
    return looks
  }

  // MARK: Scenes

  private static func scenes(simpler scene: SceneRow) -> [SceneRow] {
    var scenes: [SceneRow] = []
    if let layers = try? JSONParser.parse(Array("{\"layers\":\(scene.layers)}".utf8)),
      case .object(let object) = layers, let list = object["layers"]
    {
      for smaller in values(simpler: list) {
        var other = scene
        other.layers = smaller.text
        scenes.append(other)
      }
    }
    var other = scene
    if scene.scale != 1 {
      other.scale = 1
      scenes.append(other)
      other = scene
    }
    for (width, height) in [
      (scene.width * 2 / 3, scene.height), (scene.width, scene.height * 2 / 3),
    ]
    where width >= 4 && height >= 4 {
      (other.width, other.height) = (width, height)
      scenes.append(other)
    }
    other = scene
    if scene.kernel == .apple {
      other.kernel = .gaussian
      scenes.append(other)
    }
    return scenes
  }

  /// The value without one of its parts, or with a simpler one. What that makes
  /// of a scene may be no scene; then it doesn't fail as the row does.
  private static func values(simpler value: JSONValue) -> [JSONValue] {
    switch value {
    case .array(let items):
      var found: [JSONValue] = []
      for i in items.indices {
        if case .object = items[i] {
          var fewer = items
          fewer.remove(at: i)
          found.append(.array(fewer))
        }
        for simpler in values(simpler: items[i]) {
          var changed = items
          changed[i] = simpler
          found.append(.array(changed))
        }
      }
      return found
    case .object(let object):
      var found: [JSONValue] = []
      for key in object.keys {
        var fewer = object
        fewer[key] = nil
        found.append(.object(fewer))
        for simpler in values(simpler: object[key] ?? .null) {
          var changed = object
          changed[key] = simpler
          found.append(.object(changed))
        }
      }
      return found
    case .number(let number) where number != number.rounded():
      return [.number(number.rounded())]
    default: return []
    }
  }
}

extension JSONValue {
  /// The value as JSON, on one line.
  var text: String {
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .number(let value): return shortest(value)
    // Only what rows write stands here: nothing to escape.
    case .string(let text): return "\"\(text)\""
    case .array(let values): return "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let object):
      return "{"
        + object.keys.map { "\"\($0)\":\(object[$0]?.text ?? "null")" }.joined(separator: ",") + "}"
    }
  }
}
