/// A name with a place for a frame's number, as printf writes it:
/// `frames/%05d.png`. `%%` stands for a percent sign.
struct FramePattern: Hashable, Sendable {
  let folder: Path
  let prefix: [UInt8]
  let suffix: [UInt8]
  /// Digits at least, filled up with zeros.
  let width: Int
  private let hasFolder: Bool

  /// The pattern that a path is, or nil for an ordinary name.
  init?(_ path: Path) throws(CommandError) {
    let places = Self.places(in: path.bytes)
    guard let place = places.first else { return nil }
    guard places.count == 1 else {
      throw .usage("'\(path)' has \(places.count) places for a number, and only one is possible")
    }
    let slash = path.bytes.lastIndex(of: Path.slash)
    guard slash ?? -1 < place.range.lowerBound else {
      throw .usage("'\(path)': the number may only stand in the last part of the path")
    }
    folder = path.folder
    hasFolder = slash != nil
    prefix = Self.unescaped(path.bytes[((slash ?? -1) + 1)..<place.range.lowerBound])
    suffix = Self.unescaped(path.bytes[place.range.upperBound...])
    width = place.width
  }

  /// `NAME_%05d.png` in a folder.
  init(folder: Path, name: Path, fileExtension: String) {
    self.folder = folder
    hasFolder = true
    prefix = name.bytes + Array("_".utf8)
    suffix = Array(".\(fileExtension)".utf8)
    width = 5
  }

  /// The name of a frame.
  func path(_ number: Int) -> Path {
    let digits = String(number)
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, width - digits.utf8.count))
    let name = Path(prefix + zeros + Array(digits.utf8) + suffix)
    return hasFolder ? folder.appending(name) : name
  }

  /// The number in a file's name, or nil when the pattern would not write this name.
  func number(in name: Path) -> Int? {
    let bytes = name.bytes
    guard bytes.count > prefix.count + suffix.count, bytes.starts(with: prefix),
      bytes.reversed().starts(with: suffix.reversed())
    else { return nil }
    let digits = bytes[prefix.count..<(bytes.count - suffix.count)]
    guard digits.allSatisfy(isDigit), digits.count >= width,
      let number = Int(String(decoding: digits, as: UTF8.self)),
      digits.count == max(width, String(number).utf8.count)
    else { return nil }
    return number
  }

  /// Where `%d`, `%5d` or `%05d` stand.
  private static func places(in bytes: [UInt8]) -> [(range: Range<Int>, width: Int)] {
    var places: [(range: Range<Int>, width: Int)] = []
    var i = 0
    while i < bytes.count {
      defer { i += 1 }
      guard bytes[i] == UInt8(ascii: "%") else { continue }
      if i + 1 < bytes.count, bytes[i + 1] == UInt8(ascii: "%") {
        i += 1
        continue
      }
      let digits = bytes[(i + 1)...].prefix(while: isDigit)
      guard digits.endIndex < bytes.count, bytes[digits.endIndex] == UInt8(ascii: "d"),
        let width = digits.isEmpty ? 1 : Int(String(decoding: digits, as: UTF8.self)),
        width <= 20
      else { continue }
      places.append((i..<(digits.endIndex + 1), max(1, width)))
      i = digits.endIndex
    }
    return places
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let percent = UInt8(ascii: "%")
    var plain: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      plain.append(byte)
      if byte == percent, rest.first == percent { rest.removeFirst() }
    }
    return plain
  }
}
