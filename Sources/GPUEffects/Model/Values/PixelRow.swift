/// One row of an image, unpacked: red, green, blue and alpha of every pixel,
/// 65535 being 1. Integer samples are exact in these units, so a conversion
/// that needs no arithmetic changes nothing.
struct PixelRow: ~Copyable {
  typealias Pixel = SIMD4<Float>
  static let full: Float = 65535

  let pixels: UnsafeMutableBufferPointer<Pixel>

  init(width: Int) { pixels = .allocate(capacity: width) }

  deinit { pixels.deallocate() }

  /// Reads row `y`; grey is repeated, missing alpha and that of an opaque
  /// image is 1.
  func load(_ image: Image, row y: Int) {
    image.pixels.withUnsafeBytes { bytes in
      let row = bytes.baseAddress.map { $0 + y * image.bytesPerRow }
      guard let row else { return }
      let channels = image.format.channels
      switch image.format.depth {
      case .unorm8: load(row.assumingMemoryBound(to: UInt8.self), channels)
      case .unorm16: load(row.assumingMemoryBound(to: UInt16.self), channels)
      case .float32: load(row.assumingMemoryBound(to: Float.self), channels)
      }
    }
    if image.format.alpha == .opaque, image.format.channels.hasAlpha {
      for i in pixels.indices { pixels[i].w = Self.full }
    }
  }

  private func load<S: Sample>(
    _ row: UnsafePointer<S>, _ channels: PixelFormat.Channels
  ) {
    let full = Self.full
    switch channels {
    case .gray:
      for i in pixels.indices {
        let v = row[i].units
        pixels[i] = Pixel(v, v, v, full)
      }
    case .grayAlpha:
      for i in pixels.indices {
        let v = row[2 * i].units
        pixels[i] = Pixel(v, v, v, row[2 * i + 1].units)
      }
    case .rgb:
      for i in pixels.indices {
        let p = row + 3 * i
        pixels[i] = Pixel(p[0].units, p[1].units, p[2].units, full)
      }
    case .rgba:
      for i in pixels.indices {
        let p = row + 4 * i
        pixels[i] = Pixel(p[0].units, p[1].units, p[2].units, p[3].units)
      }
    }
  }

  /// Multiplies colour by alpha.
  func premultiply() {
    for i in pixels.indices {
      let p = pixels[i]
      let factor = p.w / Self.full
      pixels[i] = Pixel(p.x * factor, p.y * factor, p.z * factor, p.w)
    }
  }

  /// Divides colour by alpha; under alpha 0 it becomes 0.
  func unpremultiply() {
    for i in pixels.indices {
      let p = pixels[i]
      let factor = p.w > 0 ? Self.full / p.w : 0
      pixels[i] = Pixel(p.x * factor, p.y * factor, p.z * factor, p.w)
    }
  }

  /// Writes the samples of `format`, integers rounded to nearest; grey is
  /// taken from green.
  func store(to row: UnsafeMutableRawPointer, as format: PixelFormat) {
    switch format.depth {
    case .unorm8: store(row.assumingMemoryBound(to: UInt8.self), format.channels)
    case .unorm16: store(row.assumingMemoryBound(to: UInt16.self), format.channels)
    case .float32: store(row.assumingMemoryBound(to: Float.self), format.channels)
    }
  }

  private func store<S: Sample>(
    _ row: UnsafeMutablePointer<S>, _ channels: PixelFormat.Channels
  ) {
    switch channels {
    case .gray:
      for i in pixels.indices { row[i] = S(units: pixels[i].y) }
    case .grayAlpha:
      for i in pixels.indices {
        row[2 * i] = S(units: pixels[i].y)
        row[2 * i + 1] = S(units: pixels[i].w)
      }
    case .rgb:
      for i in pixels.indices {
        let p = row + 3 * i
        p[0] = S(units: pixels[i].x)
        p[1] = S(units: pixels[i].y)
        p[2] = S(units: pixels[i].z)
      }
    case .rgba:
      for i in pixels.indices {
        let p = row + 4 * i
        p[0] = S(units: pixels[i].x)
        p[1] = S(units: pixels[i].y)
        p[2] = S(units: pixels[i].z)
        p[3] = S(units: pixels[i].w)
      }
    }
  }
}

/// A sample type, to and from units of 65535.
private protocol Sample {
  init(units: Float)
  var units: Float { get }
}

extension UInt8: Sample {
  var units: Float { Float(self) * 257 }
  init(units: Float) { self = UInt8(clamped(units) / 257 + 0.5) }
}

extension UInt16: Sample {
  var units: Float { Float(self) }
  init(units: Float) { self = UInt16(clamped(units) + 0.5) }
}

extension Float: Sample {
  var units: Float { self * PixelRow.full }
  init(units: Float) { self = units / PixelRow.full }
}

/// Within 0...65535; not a number becomes 0, which an integer can hold.
private func clamped(_ units: Float) -> Float { units > 0 ? min(units, PixelRow.full) : 0 }
