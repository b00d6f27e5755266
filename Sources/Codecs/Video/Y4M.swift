/// YUV4MPEG2: a line of text about the stream, then for each frame a line and its planes.
public enum Y4M {
  /// What every stream begins with.
  public static let signature = "YUV4MPEG2"
  /// What every frame begins with.
  public static let frameMark = "FRAME"
  /// Lines longer than this are nobody's.
  public static let longestLine = 4096
}

/// Why a stream's header can't be used; one sentence, to stand after "NAME: ".
public struct Y4MError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

/// The header of a stream. Tags that this program doesn't know are kept.
public struct Y4MHeader: Hashable, Sendable {
  public var layout: YUVLayout
  /// Frames a second, as written; nil where the stream doesn't say.
  public var rate: (numerator: Int, denominator: Int)? {
    get {
      guard let value = value("F") else { return nil }
      let parts = value.split(separator: ":").compactMap { Int($0) }
      return parts.count == 2 && parts[0] > 0 && parts[1] > 0 ? (parts[0], parts[1]) : nil
    }
    set { set("F", newValue.map { "\($0.numerator):\($0.denominator)" }) }
  }
  /// Whether the range is stated to be full; nil where nothing is stated.
  public var isFullRange: Bool? {
    switch value("XCOLORRANGE=") {
    case "FULL": true
    case "LIMITED": false
    default: nil
    }
  }
  /// Whether rows of two instants take turns.
  public var isInterlaced: Bool { ["t", "b", "m"].contains(value("I")) }

  private var tags: [String]

  /// - Parameters:
  ///   - rate: frames a second.
  ///   - aspect: of a pixel, width to height.
  public init(
    _ layout: YUVLayout, rate: (numerator: Int, denominator: Int),
    aspect: (Int, Int) = (1, 1), isFullRange: Bool = false
  ) {
    self.layout = layout
    tags = [
      "W\(layout.width)", "H\(layout.height)", "F\(rate.numerator):\(rate.denominator)", "Ip",
      "A\(aspect.0):\(aspect.1)", "C\(Self.name(layout))",
    ]
    if isFullRange { tags.append("XCOLORRANGE=FULL") }
  }

  /// Reads the first line of a stream, without its end.
  public init(_ line: String, limits: DecodeLimits = DecodeLimits()) throws(Y4MError) {
    let words = line.split(separator: " ").map(String.init)
    guard words.first == Y4M.signature else {
      throw Y4MError("this is no YUV4MPEG2 stream: it does not begin with YUV4MPEG2")
    }
    tags = Array(words.dropFirst())
    func first(_ letter: Character) -> Substring? {
      words.dropFirst().last { $0.first == letter }?.dropFirst()
    }
    guard let width = first("W").flatMap({ Int($0) }),
      let height = first("H").flatMap({ Int($0) }), width > 0, height > 0
    else { throw Y4MError("the YUV4MPEG2 header has no size (W and H)") }
    let name = first("C").map(String.init) ?? "420"
    guard let (chroma, bits) = Self.samples(name) else {
      throw Y4MError(
        "samples of the kind '\(name)' can't be read; there are 420, 422, 444, 411 and mono with 8 "
          + "to 16 bits, without alpha")
    }
    layout = YUVLayout(width: width, height: height, chroma: chroma, bits: bits)
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    if overflow || pixels > limits.maximumPixels {
      throw Y4MError(
        "the YUV4MPEG2 header says \(width) x \(height), more than the limit of "
          + "\(limits.maximumPixels) pixels")
    }
  }

  /// The line, without its end.
  public var text: String { ([Y4M.signature] + tags).joined(separator: " ") }

  private func value(_ prefix: String) -> Substring? {
    tags.last { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
  }

  private mutating func set(_ prefix: String, _ value: String?) {
    tags.removeAll { $0.hasPrefix(prefix) }
    if let value { tags.append(prefix + value) }
  }

  public static func == (a: Y4MHeader, b: Y4MHeader) -> Bool {
    a.layout == b.layout && a.tags == b.tags
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(tags) }

  // MARK: The kinds of samples

  /// `420p10` and the like; `mono10` has no p.
  private static func name(_ layout: YUVLayout) -> String {
    if layout.bits == 8 { return layout.chroma.rawValue }
    return layout.chroma == .none ? "mono\(layout.bits)" : "\(family(layout.chroma))p\(layout.bits)"
  }

  private static func family(_ chroma: YUVLayout.Chroma) -> String {
    switch chroma {
    case .centred420, .left420, .topLeft420: "420"
    case .left411, .left422, .full444, .none: chroma.rawValue
    }
  }

  private static func samples(_ name: String) -> (YUVLayout.Chroma, bits: Int)? {
    if name == "420" { return (.centred420, 8) }
    if let chroma = YUVLayout.Chroma(rawValue: name) { return (chroma, 8) }
    for (prefix, chroma) in [
      // Deep streams don't say where chroma lies; their video has it on the left.
      ("420p", YUVLayout.Chroma.left420), ("422p", .left422), ("444p", .full444), ("mono", .none),
    ] where name.hasPrefix(prefix) {
      if let bits = Int(name.dropFirst(prefix.count)), (9...16).contains(bits) {
        return (chroma, bits)
      }
    }
    return nil
  }
}
