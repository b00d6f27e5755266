/// Writes PNG files chunk by chunk, right or wrong, without any library.
struct PNGComposer {
  var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  init() {}

  /// A file with this header, `before` and `after` around one IDAT chunk.
  init(
    width: UInt32, height: UInt32, bitDepth: UInt8, colorType: UInt8, rows: [[UInt8]],
    before: [NaivePNG.Chunk] = [], after: [NaivePNG.Chunk] = []
  ) {
    header(width: width, height: height, bitDepth: bitDepth, colorType: colorType)
    for chunk in before { add(chunk.name, chunk.data) }
    add("IDAT", zlibStored(rows.flatMap { [0] + $0 }))
    for chunk in after { add(chunk.name, chunk.data) }
    add("IEND", [])
  }

  /// One grey pixel of value 128 with chunks around it.
  static func pixel(
    before: [NaivePNG.Chunk] = [], after: [NaivePNG.Chunk] = []
  ) -> [UInt8] {
    PNGComposer(
      width: 1, height: 1, bitDepth: 8, colorType: 0, rows: [[128]], before: before, after: after
    ).bytes
  }

  mutating func header(
    width: UInt32, height: UInt32, bitDepth: UInt8 = 8, colorType: UInt8 = 0, interlace: UInt8 = 0
  ) {
    add("IHDR", bigEndian(width) + bigEndian(height) + [bitDepth, colorType, 0, 0, interlace])
  }

  mutating func add(_ name: String, _ data: [UInt8], crcIsWrong: Bool = false) {
    let body = Array(name.utf8) + data
    bytes += bigEndian(UInt32(data.count)) + body
    bytes += bigEndian(crc32(body) ^ (crcIsWrong ? 1 : 0))
  }
}

func bigEndian(_ value: UInt32) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
}

func crc32(_ bytes: [UInt8]) -> UInt32 {
  var crc: UInt32 = 0xffff_ffff
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
  }
  return ~crc
}

/// zlib data without compression.
func zlibStored(_ bytes: [UInt8]) -> [UInt8] {
  var out: [UInt8] = [0x78, 0x01]
  var rest = bytes[...]
  repeat {
    let block = rest.prefix(65535)
    rest = rest.dropFirst(65535)
    let count = UInt16(block.count)
    out.append(rest.isEmpty ? 1 : 0)
    for word in [count, ~count] { out += [UInt8(word & 255), UInt8(word >> 8)] }
    out += block
  } while !rest.isEmpty
  return out + bigEndian(adler32(bytes))
}

/// zlib data of `count` bytes of the same value below 144, about a thousandth
/// as long: one fixed-code block of literals and copies of 258 bytes from one
/// byte back.
func zlibRun(_ value: UInt8 = 0, _ count: Int) -> [UInt8] {
  var bits: [UInt8] = [0x78, 0x01]
  var filled = 8
  func put(_ value: Int, _ length: Int) {
    for i in 0..<length {
      if filled == 8 {
        bits.append(0)
        filled = 0
      }
      bits[bits.count - 1] |= UInt8(value >> i & 1) << UInt8(filled)
      filled += 1
    }
  }
  put(1, 1)  // the last block
  put(1, 2)  // with the fixed codes
  let copies = (count - 1) / 258
  for _ in 0..<count - copies * 258 {
    for bit in (0..<8).reversed() { put((0x30 + Int(value)) >> bit & 1, 1) }
  }
  for _ in 0..<copies {
    put(0b10100011, 8)  // code 11000101 of symbol 285: length 258
    put(0, 5)  // distance 1
  }
  put(0, 7)  // end of block
  let sum = 1 + Int(value) * count
  let sumOfSums = count + Int(value) * (count * (count + 1) / 2)
  return bits + bigEndian(UInt32(sumOfSums % 65521) << 16 | UInt32(sum % 65521))
}

func adler32(_ bytes: [UInt8]) -> UInt32 {
  var a: UInt32 = 1
  var b: UInt32 = 0
  for byte in bytes {
    a = (a + UInt32(byte)) % 65521
    b = (b + a) % 65521
  }
  return b << 16 | a
}
