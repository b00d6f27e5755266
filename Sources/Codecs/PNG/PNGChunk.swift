/// One of the chunks that are carried over and taken apart here rather than in
/// libpng, which would mix them with values of its own. Layouts: PNG
/// specification, third edition, section 11.3.
struct PNGChunk {
  var name: String
  var bytes: [UInt8]

  /// Puts what the chunk says into `metadata`, or says in `warnings` why not.
  func read(into metadata: inout ImageMetadata, afterPixels: Bool, _ warnings: inout [String]) {
    func take<T>(_ path: WritableKeyPath<ImageMetadata, T?>, _ value: T?) {
      if metadata[keyPath: path] != nil {
        warnings.append("a second \(name) chunk is left out")
      } else if afterPixels && name != "eXIf" {
        warnings.append("the \(name) chunk is left out: it stands after the pixels")
      } else if let value {
        metadata[keyPath: path] = value
      } else {
        warnings.append("the \(name) chunk is left out: its content is invalid")
      }
    }
    switch name {
    case "gAMA": take(\.gamma, gamma)
    case "cHRM": take(\.chromaticities, chromaticities)
    case "sRGB": take(\.sRGBIntent, bytes.count == 1 ? RenderingIntent(rawValue: bytes[0]) : nil)
    case "cICP": take(\.codingPoints, codingPoints)
    case "pHYs": take(\.density, density)
    case "eXIf": take(\.exif, isTIFF ? bytes : nil)
    case "acTL":
      if !afterPixels { warnings.append("only the still picture of this animated PNG is read") }
    default: break
    }
  }

  /// The chunks for `metadata`, in the order they are written.
  static func all(_ metadata: ImageMetadata) -> [PNGChunk] {
    var chunks: [PNGChunk] = []
    if let points = metadata.codingPoints {
      chunks.append(
        PNGChunk(
          name: "cICP",
          bytes: [
            points.primaries, points.transfer, points.matrix, points.isFullRange ? 1 : 0,
          ]))
    }
    if let intent = metadata.sRGBIntent {
      chunks.append(PNGChunk(name: "sRGB", bytes: [intent.rawValue]))
    }
    if let gamma = metadata.gamma {
      chunks.append(PNGChunk(name: "gAMA", bytes: bigEndian([gamma])))
    }
    if let points = metadata.chromaticities {
      let numbers = [points.white, points.red, points.green, points.blue].flatMap { [$0.x, $0.y] }
      chunks.append(PNGChunk(name: "cHRM", bytes: bigEndian(numbers)))
    }
    if let density = metadata.density {
      chunks.append(
        PNGChunk(name: "pHYs", bytes: bigEndian([density.x, density.y]) + [density.unit.rawValue]))
    }
    if let exif = metadata.exif {
      chunks.append(PNGChunk(name: "eXIf", bytes: exif))
    }
    return chunks
  }

  // Each of these is nil when the bytes can't be such a chunk's.

  private var gamma: UInt32? {
    bytes.count == 4 && number(0) > 0 ? number(0) : nil
  }

  private var chromaticities: Chromaticities? {
    guard bytes.count == 32 else { return nil }
    let points = (0..<4).map { Chromaticities.Point(x: number($0 * 8), y: number($0 * 8 + 4)) }
    return Chromaticities(white: points[0], red: points[1], green: points[2], blue: points[3])
  }

  private var codingPoints: ColorCodingPoints? {
    guard bytes.count == 4, bytes[3] <= 1 else { return nil }
    return ColorCodingPoints(
      primaries: bytes[0], transfer: bytes[1], matrix: bytes[2], isFullRange: bytes[3] == 1)
  }

  private var density: PixelDensity? {
    guard bytes.count == 9, let unit = PixelDensity.Unit(rawValue: bytes[8]) else { return nil }
    return PixelDensity(x: number(0), y: number(4), unit: unit)
  }

  private var isTIFF: Bool {
    bytes.starts(with: [0x49, 0x49, 0x2a, 0]) || bytes.starts(with: [0x4d, 0x4d, 0, 0x2a])
  }

  private func number(_ offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

private func bigEndian(_ numbers: [UInt32]) -> [UInt8] {
  numbers.flatMap {
    [
      UInt8(truncatingIfNeeded: $0 >> 24), UInt8(truncatingIfNeeded: $0 >> 16),
      UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0),
    ]
  }
}
