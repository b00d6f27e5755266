import Glibc

/// A file name as the kernel knows it: bytes without NUL. Text would not do,
/// because names need not be UTF-8, and Swift's strings count composed and
/// decomposed letters as equal where a folder holds two files.
struct Path: Hashable, Sendable {
  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  init(_ text: String) {
    self.init(text.utf8)
  }

  init(cString string: UnsafePointer<CChar>) {
    self.init(
      UnsafeBufferPointer(start: string, count: strlen(string)).map(UInt8.init(bitPattern:)))
  }

  static let slash = UInt8(ascii: "/")

  var isEmpty: Bool { bytes.isEmpty }
  var endsInSlash: Bool { bytes.last == Self.slash }

  /// Everything after the last slash.
  var name: Path {
    guard let slash = bytes.lastIndex(of: Self.slash) else { return self }
    return Path(bytes[(slash + 1)...])
  }

  /// Everything before the last slash; `.` without one, `/` for the root.
  var folder: Path {
    guard let slash = bytes.lastIndex(of: Self.slash) else { return Path(".") }
    return slash == 0 ? Path("/") : Path(bytes[..<slash])
  }

  /// The name without its extension.
  var stem: Path {
    let name = name.bytes
    return Path(Self.dot(in: name).map { name[..<$0] } ?? name[...])
  }

  /// The letters after the name's last dot, in lower case; empty without one.
  var fileExtension: String {
    let name = name.bytes
    guard let dot = Self.dot(in: name) else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// The dot before the extension; that of a hidden file's name is none.
  private static func dot(in name: [UInt8]) -> Int? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    return dot
  }

  var isHidden: Bool { name.bytes.first == UInt8(ascii: ".") }

  func appending(_ name: Path) -> Path {
    Path(endsInSlash ? bytes + name.bytes : bytes + [Self.slash] + name.bytes)
  }

  /// The path without trailing slashes.
  var trimmed: Path {
    var bytes = bytes
    while bytes.count > 1, bytes.last == Self.slash { bytes.removeLast() }
    return Path(bytes)
  }

  func withCString<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    return terminated.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return "".withCString(body) }
      return body(base)
    }
  }
}

extension Path: CustomStringConvertible {
  /// The name for a message: control characters are shown as `\xNN`, so that no
  /// name can write into somebody's terminal.
  var description: String { printable(bytes) }
}

extension Path: ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self.init(text) }
}

/// Bytes from outside as one line of text.
func printable(_ bytes: [UInt8]) -> String {
  var text = ""
  for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
    if scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value) {
      let digits = String(scalar.value, radix: 16)
      text += "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
    } else {
      text.unicodeScalars.append(scalar)
    }
  }
  return text
}
