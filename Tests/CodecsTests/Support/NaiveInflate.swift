/// A second, slow decoder of zlib data (RFC 1950, 1951), independent of the
/// one under test. Checks nothing: the data of the fixtures is sound.
struct NaiveInflate {
  private var bytes: [UInt8]
  private var bit: Int
  private var output: [UInt8] = []

  static func unpack(_ zlib: [UInt8]) -> [UInt8] {
    var state = NaiveInflate(bytes: zlib, bit: 16)  // after zlib's two header bytes
    while !state.block() {}
    return state.output
  }

  private init(bytes: [UInt8], bit: Int) {
    self.bytes = bytes
    self.bit = bit
  }

  private mutating func take(_ count: Int) -> Int {
    var value = 0
    for i in 0..<count {
      value |= Int(bytes[bit >> 3] >> UInt8(bit & 7) & 1) << i
      bit += 1
    }
    return value
  }

  /// Whether it was the last block.
  private mutating func block() -> Bool {
    let last = take(1) == 1
    switch take(2) {
    case 0: stored()
    case 1: compressed(Self.fixedLiterals, Code(lengths: Array(repeating: 5, count: 30)))
    default:
      let (literals, distances) = dynamicCodes()
      compressed(literals, distances)
    }
    return last
  }

  private mutating func stored() {
    bit = (bit + 7) & ~7
    let count = take(16)
    _ = take(16)
    for _ in 0..<count { output.append(UInt8(take(8))) }
  }

  /// A canonical prefix code: (length, code) to symbol.
  private struct Code {
    var symbols: [Int: Int] = [:]

    init(lengths: [Int]) {
      var code = 0
      for length in 1...15 {
        for (symbol, own) in lengths.enumerated() where own == length {
          symbols[length << 16 | code] = symbol
          code += 1
        }
        code <<= 1
      }
    }
  }

  private static let fixedLiterals = Code(
    lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })

  private mutating func symbol(_ code: Code) -> Int {
    var value = 0
    for length in 1...15 {
      value = value << 1 | take(1)
      if let symbol = code.symbols[length << 16 | value] { return symbol }
    }
    preconditionFailure("no such code")
  }

  private mutating func dynamicCodes() -> (Code, Code) {
    let literalCount = take(5) + 257
    let distanceCount = take(5) + 1
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var codeLengths = Array(repeating: 0, count: 19)
    for i in 0..<take(4) + 4 { codeLengths[order[i]] = take(3) }
    let lengthCode = Code(lengths: codeLengths)
    var lengths: [Int] = []
    while lengths.count < literalCount + distanceCount {
      switch symbol(lengthCode) {
      case 16: lengths += Array(repeating: lengths[lengths.count - 1], count: take(2) + 3)
      case 17: lengths += Array(repeating: 0, count: take(3) + 3)
      case 18: lengths += Array(repeating: 0, count: take(7) + 11)
      case let length: lengths.append(length)
      }
    }
    return (
      Code(lengths: Array(lengths[..<literalCount])), Code(lengths: Array(lengths[literalCount...]))
    )
  }

  private mutating func compressed(_ literals: Code, _ distances: Code) {
    while true {
      let code = symbol(literals)
      if code == 256 { return }
      if code < 256 {
        output.append(UInt8(code))
        continue
      }
      let count = length(code)
      let back = distance(symbol(distances))
      for _ in 0..<count { output.append(output[output.count - back]) }
    }
  }

  private mutating func length(_ code: Int) -> Int {
    if code < 265 { return code - 254 }
    if code == 285 { return 258 }
    let extra = (code - 261) / 4
    return (4 + (code - 261) % 4) << extra + 3 + take(extra)
  }

  private mutating func distance(_ code: Int) -> Int {
    if code < 4 { return code + 1 }
    let extra = code / 2 - 1
    return (2 + code % 2) << extra + 1 + take(extra)
  }
}
