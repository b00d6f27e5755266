/// Bytes as text of 64 letters (RFC 4648).
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encoded(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for i in stride(from: 0, to: bytes.count, by: 3) {
      let rest = bytes.count - i
      let group =
        UInt32(bytes[i]) << 16 | (rest > 1 ? UInt32(bytes[i + 1]) << 8 : 0)
        | (rest > 2 ? UInt32(bytes[i + 2]) : 0)
      for k in 0..<4 {
        text.append(
          k <= rest ? letters[Int(group >> UInt32(18 - 6 * k)) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// nil where the text is no such text.
  static func decoded(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var group: UInt32 = 0
    var count = 0
    for letter in text.utf8 where letter != UInt8(ascii: "=") {
      guard let value = letters.firstIndex(of: letter) else { return nil }
      group = group << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(count)))
      }
    }
    return bytes
  }
}
