public import GPUEffectsModel

/// A scene file: JSON, read once and decoded as often as there are overrides to
/// decode it with.
///
/// Every key is checked: an unknown one is an error that names its path and
/// the nearest known key. Nothing is read beyond the bytes given; paths of
/// images stay as they are written.
public struct SceneFile: Sendable {
  private let root: JSONValue

  /// Parses the bytes, which must be UTF-8.
  public init(_ bytes: [UInt8]) throws(SceneFileError) {
    root = try JSONParser.parse(bytes)
  }

  /// The scene that the file describes.
  ///
  /// - Parameter overrides: applied in order before anything is decoded, so
  ///   that a wrong one is found like a wrong line of the file.
  public func scene(setting overrides: [SceneOverride] = []) throws(SceneFileError) -> Scene {
    var root = root
    for override in overrides { try override.apply(to: &root) }
    var decoder = SceneDecoder()
    return try decoder.scene(Node(root, path: ""))
  }
}

/// What is wrong with a scene file, in one sentence.
public struct SceneFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key path (`layers[2].backdrop.values`); empty for the file as a whole.
  public let path: String
  /// 1-based; where the text isn't JSON.
  public let line: Int?
  public let message: String

  init(_ path: String, _ message: String, line: Int? = nil) {
    self.path = path
    self.line = line
    self.message = message
  }

  public var description: String {
    if let line { return "line \(line): \(message)" }
    return path.isEmpty ? message : "\(path) \(message)"
  }
}

/// What a scene may hold at most, so that no file can ask for memory without
/// bound.
enum SceneLimits {
  static let bytes = 16 << 20
  /// Values in the JSON tree.
  static let values = 1_000_000
  /// Levels of the JSON tree.
  static let depth = 200
  static let layers = 10_000
  /// Levels of layers and masks.
  static let layerDepth = 64
  static let timelineEntries = 50_000
  static let gradientStops = 1000
  /// Points, for places and sizes.
  static let points = 1e6
  /// For numbers without a bound of their own.
  static let number = 1e6
  /// Seconds.
  static let seconds = 86_400.0
  static let scale = 16.0
  /// Pixels of a side of the canvas.
  static let side = 32_768
  static let pixels = 1 << 28
}
