import GPUEffects

/// The value of `--mask`.
enum MaskArgument: Sendable {
  case file(Path)
  case gradient(LinearGradient)

  /// A file's name, or `linear:X0,Y0:X1,Y1[:ALPHA@POS,...]` in unit points.
  init(_ value: OptionValue) throws(CommandError) {
    let text = value.text
    guard text.hasPrefix("linear:") else {
      guard !value.bytes.isEmpty else { throw value.error("a file") }
      self = .file(value.bytes)
      return
    }
    let wanted = "a gradient: write linear:X0,Y0:X1,Y1 or linear:X0,Y0:X1,Y1:ALPHA@POS,ALPHA@POS"
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).dropFirst()
      .map(String.init)
    guard (2...3).contains(parts.count), let start = Self.point(parts[0]),
      let end = Self.point(parts[1])
    else { throw value.error(wanted) }
    guard start != end else {
      throw value.error("a gradient: its two points must differ")
    }
    guard parts.count == 3 else {
      self = .gradient(LinearGradient(startPoint: start, endPoint: end))
      return
    }
    var stops: [LinearGradient.Stop] = []
    for text in parts[2].split(separator: ",", omittingEmptySubsequences: false) {
      let numbers = text.split(separator: "@", omittingEmptySubsequences: false)
        .compactMap { Self.number(String($0)) }
      guard numbers.count == 2, text.filter({ $0 == "@" }).count == 1 else {
        throw value.error(wanted)
      }
      guard (0...1).contains(numbers[0]) else {
        throw value.error("a gradient: an alpha lies between 0 and 1")
      }
      if let last = stops.last, last.location > numbers[1] {
        throw value.error("a gradient: positions must not go back")
      }
      stops.append(.init(alpha: numbers[0], at: numbers[1]))
    }
    self = .gradient(LinearGradient(stops: stops, startPoint: start, endPoint: end))
  }

  private static func point(_ text: String) -> UnitPoint? {
    if let point = UnitPoint(named: text) { return point }
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = fields.compactMap { number(String($0)) }
    guard fields.count == 2, numbers.count == 2 else { return nil }
    return UnitPoint(x: numbers[0], y: numbers[1])
  }

  private static func number(_ text: String) -> Double? {
    try? OptionValue(option: "mask", bytes: Path(text)).number()
  }
}

/// What of a mask's picture counts.
enum MaskChannel: String, CaseIterable, Sendable {
  case auto
  case alpha
  case luma
}

/// What is done with a mask of another size than the image.
enum MaskFit: String, CaseIterable, Sendable {
  case exact
  case stretch
}
