/// What a command line said, before it is understood.
struct ParsedArguments: Sendable {
  /// An option that was given.
  struct Occurrence: Sendable {
    let name: String
    /// nil for an option without argument.
    let value: Path?
  }

  var occurrences: [Occurrence] = []
  var operands: [Path] = []

  func has(_ name: String) -> Bool { occurrences.contains { $0.name == name } }

  /// All values given, in their order.
  func values(_ name: String) -> [OptionValue] {
    occurrences.compactMap { occurrence in
      guard occurrence.name == name, let value = occurrence.value else { return nil }
      return OptionValue(option: name, bytes: value)
    }
  }

  /// The last value given, as of two equal options the later one counts.
  func value(_ name: String) -> OptionValue? {
    values(name).last
  }
}

/// The value of an option, to be read as a type. What can't be read is a usage
/// error that names option and value.
struct OptionValue: Sendable {
  let option: String
  let bytes: Path

  var text: String { String(decoding: bytes.bytes, as: UTF8.self) }

  func error(_ wanted: String) -> CommandError {
    .usage("--\(option): '\(bytes)' is not \(wanted)")
  }

  /// A finite number.
  func number(_ wanted: String = "a number") throws(CommandError) -> Double {
    guard let (number, unit) = Self.split(text), unit.isEmpty else { throw error(wanted) }
    return number
  }

  /// A finite number above 0.
  func positive(_ wanted: String, atLeast least: Double = 0) throws(CommandError) -> Double {
    let number = try number(wanted)
    guard number > 0, number >= least, number <= 1e9 else { throw error(wanted) }
    return number
  }

  /// A whole number of a range.
  func integer(in range: ClosedRange<Int>, _ wanted: String) throws(CommandError) -> Int {
    let wanted = "\(wanted) from \(range.lowerBound) to \(range.upperBound)"
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(text), range.contains(number)
    else { throw error(wanted) }
    return number
  }

  /// How many threads to use.
  func threads() throws(CommandError) -> Int {
    try integer(in: 1...1024, "a number of threads")
  }

  /// A length: points, `px`, or `%` of the image's shorter side.
  func length() throws(CommandError) -> Length {
    guard let (number, unit) = Self.split(text), let length = Length(number, unit: unit) else {
      throw error("a length: write points (6), pixels (20px) or percent of the shorter side (2%)")
    }
    return length
  }

  /// Degrees, with or without `deg`.
  func degrees() throws(CommandError) -> Double {
    guard let (number, unit) = Self.split(text), unit.isEmpty || unit == "deg" else {
      throw error("an angle: write degrees (90 or 90deg)")
    }
    return number
  }

  /// A frame rate: `60`, `23.976` or `30000/1001`.
  func frameRate() throws(CommandError) -> Double {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Self.split(String($0)) }
    guard (1...2).contains(parts.count), numbers.count == parts.count,
      numbers.allSatisfy({ $0.unit.isEmpty && $0.number > 0 })
    else { throw error("a frame rate (60 or 30000/1001)") }
    let rate = numbers.count == 2 ? numbers[0].number / numbers[1].number : numbers[0].number
    guard (0.001...1e6).contains(rate) else {
      throw error("a frame rate from 0.001 to 1000000 (60 or 30000/1001)")
    }
    return rate
  }

  /// One of an enumeration's words.
  func word<T: CaseIterable & RawRepresentable<String>>(_: T.Type) throws(CommandError) -> T {
    if let value = T(rawValue: text) { return value }
    let words = T.allCases.map(\.rawValue)
    throw error(
      "one of \(words.joined(separator: ", "))" + didYouMean(closest(to: text, among: words)))
  }

  /// A decimal number and what follows it; nil when there is no finite number.
  private static func split(_ text: String) -> (number: Double, unit: String)? {
    // Swift would also read `nan`, `inf` and hexadecimal numbers.
    let bytes = Array(text.utf8)
    var end = bytes.firstIndex { !"+-.0123456789eE".utf8.contains($0) } ?? bytes.count
    // An `e` that starts no exponent belongs to the unit.
    while end > 0, "eE+-".utf8.contains(bytes[end - 1]) { end -= 1 }
    guard let number = Double(String(decoding: bytes[..<end], as: UTF8.self)), number.isFinite
    else { return nil }
    return (number, String(decoding: bytes[end...], as: UTF8.self))
  }
}

/// A length that may depend on the image.
enum Length: Hashable, Sendable {
  case points(Double)
  case pixels(Double)
  /// Of the image's shorter side.
  case percent(Double)

  init?(_ number: Double, unit: String) {
    switch unit {
    case "", "pt": self = .points(number)
    case "px": self = .pixels(number)
    case "%": self = .percent(number)
    default: return nil
    }
  }

  /// Pixels in an image of this size, with `scale` pixels a point.
  func pixels(width: Int, height: Int, scale: Double) -> Double {
    switch self {
    case .points(let points): points * scale
    case .pixels(let pixels): pixels
    case .percent(let percent): percent / 100 * Double(min(width, height))
    }
  }
}
