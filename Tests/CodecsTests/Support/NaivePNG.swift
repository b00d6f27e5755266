/// A second, slow PNG decoder that follows the specification word by word and
/// shares nothing with the one under test. Only for sound files.
struct NaivePNG {
  struct Chunk: Equatable {
    var name: String
    var data: [UInt8]
  }

  let chunks: [Chunk]
  let width: Int
  let height: Int
  let bitDepth: Int
  let colorType: Int
  let isInterlaced: Bool

  init(_ file: [UInt8]) {
    chunks = Self.chunks(of: file)
    let header = chunks[0].data
    width = header[0..<4].reduce(0) { $0 << 8 | Int($1) }
    height = header[4..<8].reduce(0) { $0 << 8 | Int($1) }
    bitDepth = Int(header[8])
    colorType = Int(header[9])
    isInterlaced = header[12] == 1
  }

  static func chunks(of file: [UInt8]) -> [Chunk] {
    var chunks: [Chunk] = []
    var at = 8
    while at < file.count {
      let count = file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      chunks.append(
        Chunk(
          name: String(decoding: file[at + 4..<at + 8], as: UTF8.self),
          data: Array(file[at + 8..<at + 8 + count])))
      at += count + 12
    }
    return chunks
  }

  func data(_ name: String) -> [UInt8]? { chunks.first { $0.name == name }?.data }

  var hasTransparency: Bool { colorType & 4 != 0 || data("tRNS") != nil }
  var samplesPerPixel: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType]! }

  /// Red, green, blue, alpha of each pixel, 0...65535, not premultiplied.
  func rgba16() -> [[UInt16]] {
    let stream = NaiveInflate.unpack(chunks.filter { $0.name == "IDAT" }.flatMap(\.data))
    var pixels = Array(repeating: [UInt16](), count: width * height)
    var at = 0
    for pass in isInterlaced ? Self.adam7 : [(x: 0, y: 0, dx: 1, dy: 1)] {
      let columns = Array(stride(from: pass.x, to: width, by: pass.dx))
      let rows = Array(stride(from: pass.y, to: height, by: pass.dy))
      if columns.isEmpty { continue }
      let bytes = (columns.count * samplesPerPixel * bitDepth + 7) / 8
      var above = Array(repeating: UInt8(0), count: bytes)
      for y in rows {
        above = unfilter(stream[at], Array(stream[at + 1...at + bytes]), above)
        at += 1 + bytes
        for (i, x) in columns.enumerated() {
          pixels[y * width + x] = color((0..<samplesPerPixel).map { sample(above, i, $0) })
        }
      }
    }
    return pixels
  }

  private static let adam7 = [
    (x: 0, y: 0, dx: 8, dy: 8), (x: 4, y: 0, dx: 8, dy: 8), (x: 0, y: 4, dx: 4, dy: 8),
    (x: 2, y: 0, dx: 4, dy: 4), (x: 0, y: 2, dx: 2, dy: 4), (x: 1, y: 0, dx: 2, dy: 2),
    (x: 0, y: 1, dx: 1, dy: 2),
  ]

  private func unfilter(_ type: UInt8, _ row: [UInt8], _ above: [UInt8]) -> [UInt8] {
    let step = max(1, samplesPerPixel * bitDepth / 8)
    var row = row
    for i in row.indices {
      let a = i >= step ? Int(row[i - step]) : 0
      let b = Int(above[i])
      let c = i >= step ? Int(above[i - step]) : 0
      let p = a + b - c
      let paeth =
        abs(p - a) <= abs(p - b) && abs(p - a) <= abs(p - c) ? a : abs(p - b) <= abs(p - c) ? b : c
      row[i] &+= UInt8([0, a, b, (a + b) / 2, paeth][Int(type)])
    }
    return row
  }

  private func sample(_ row: [UInt8], _ pixel: Int, _ channel: Int) -> Int {
    let index = pixel * samplesPerPixel + channel
    switch bitDepth {
    case 16: return Int(row[index * 2]) << 8 | Int(row[index * 2 + 1])
    case 8: return Int(row[index])
    default:
      let bit = index * bitDepth
      return Int(row[bit / 8]) >> (8 - bitDepth - bit % 8) & ((1 << bitDepth) - 1)
    }
  }

  private func color(_ samples: [Int]) -> [UInt16] {
    if colorType == 3 {
      let palette = data("PLTE")!
      let alpha = data("tRNS") ?? []
      let rgb = (0..<3).map { UInt16(palette[samples[0] * 3 + $0]) * 257 }
      return rgb + [samples[0] < alpha.count ? UInt16(alpha[samples[0]]) * 257 : 65535]
    }
    let scaled = samples.map { UInt16($0 * 65535 / ((1 << bitDepth) - 1)) }
    let color = colorType & 2 == 0 ? [scaled[0], scaled[0], scaled[0]] : Array(scaled[0..<3])
    if colorType & 4 != 0 { return color + [scaled[scaled.count - 1]] }
    guard let transparent = data("tRNS") else { return color + [65535] }
    let key = samples.indices.map { Int(transparent[$0 * 2]) << 8 | Int(transparent[$0 * 2 + 1]) }
    return color + [samples == key ? 0 : 65535]
  }
}
