/// Well-formed chunks for composed files, and what they say.
enum TestChunks {
  typealias Chunk = NaivePNG.Chunk

  static let gamma = Chunk(name: "gAMA", data: bigEndian(45455))
  static let chromaticities = Chunk(
    name: "cHRM",
    data: [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000].flatMap(bigEndian))
  static let sRGB = Chunk(name: "sRGB", data: [1])
  static let codingPoints = Chunk(name: "cICP", data: [9, 16, 0, 1])
  static let density = Chunk(name: "pHYs", data: bigEndian(2835) + bigEndian(2836) + [1])
  static let exif = Chunk(name: "eXIf", data: [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 0])
  static let text = Chunk(name: "tEXt", data: Array("Author\0Jos".utf8) + [0xe9])
  static let compressedText = Chunk(
    name: "zTXt", data: Array("Comment\0".utf8) + [0] + zlibStored(Array("packed text".utf8)))
  static let international = Chunk(
    name: "iTXt", data: Array("Title\0".utf8) + [0, 0] + Array("de\0Überschrift\0Grün 🟢".utf8))

  /// An ICC profile in order: header, a table of one tag, 200 random bytes as
  /// the tag's content (libpng wants more than a few bytes when packed).
  static func profile(space: String) -> [UInt8] {
    var random = SplitMix(132)
    var bytes = Array(repeating: UInt8(0), count: 144)
    bytes += (0..<200).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    func put(_ data: [UInt8], at offset: Int) {
      bytes.replaceSubrange(offset..<offset + data.count, with: data)
    }
    put(bigEndian(344), at: 0)
    put([4, 0x20, 0, 0], at: 8)
    put(Array("mntr".utf8), at: 12)
    put(Array(space.utf8), at: 16)
    put(Array("XYZ ".utf8), at: 20)
    put(Array("acsp".utf8), at: 36)
    put([0, 0, 0xf6, 0xd6, 0, 1, 0, 0, 0, 0, 0xd3, 0x2d], at: 68)  // the white of D50
    put(bigEndian(1) + Array("A2B0".utf8) + bigEndian(144) + bigEndian(200), at: 128)
    return bytes
  }

  static func iCCP(_ profile: [UInt8], name: String = "test profile") -> Chunk {
    Chunk(name: "iCCP", data: Array(name.utf8) + [0, 0] + zlibStored(profile))
  }
}
