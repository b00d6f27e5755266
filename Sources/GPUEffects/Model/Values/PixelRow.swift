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
      let alpha = pixels[i].w
      pixels[i] *= alpha / Self.full
      pixels[i].w = alpha
    }
  }

  /// Divides colour by alpha; under alpha 0 it becomes 0.
  func unpremultiply() {
    for i in pixels.indices {
      let alpha = pixels[i].w
      pixels[i] *= alpha > 0 ? Self.full / alpha : 0
      pixels[i].w = alpha
    }
  }

  /// Moves the samples of row `y` of an image so that rounding them to 8 bits
  /// dithers them.
  func dither(y: Int) {
    for x in pixels.indices {
      pixels[x] += (OrderedDither.threshold(x: x, y: y) - 0.5) * Self.full / 255
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
      for i in pixels.indices { row[i] = S(scaled: S.scaled(pixels[i]).y) }
    case .grayAlpha:
      for i in pixels.indices {
        let v = S.scaled(pixels[i])
        row[2 * i] = S(scaled: v.y)
        row[2 * i + 1] = S(scaled: v.w)
      }
    case .rgb:
      for i in pixels.indices {
        let v = S.scaled(pixels[i])
        let p = row + 3 * i
        p[0] = S(scaled: v.x)
        p[1] = S(scaled: v.y)
        p[2] = S(scaled: v.z)
      }
    case .rgba:
      for i in pixels.indices {
        let v = S.scaled(pixels[i])
        let p = row + 4 * i
        p[0] = S(scaled: v.x)
        p[1] = S(scaled: v.y)
        p[2] = S(scaled: v.z)
        p[3] = S(scaled: v.w)
      }
    }
  }
}

/// A sample type, from and to units of 65535.
private protocol Sample {
  var units: Float { get }
  /// A pixel in the type's own scale, ready to lose its fractions.
  static func scaled(_ pixel: PixelRow.Pixel) -> PixelRow.Pixel
  init(scaled: Float)
}

extension UInt8: Sample {
  var units: Float { Float(self) * 257 }
  static func scaled(_ pixel: PixelRow.Pixel) -> PixelRow.Pixel { clamped(pixel) / 257 + 0.5 }
  init(scaled: Float) { self = Self(scaled) }
}

extension UInt16: Sample {
  var units: Float { Float(self) }
  static func scaled(_ pixel: PixelRow.Pixel) -> PixelRow.Pixel { clamped(pixel) + 0.5 }
  init(scaled: Float) { self = Self(scaled) }
}

extension Float: Sample {
  var units: Float { self * PixelRow.full }
  static func scaled(_ pixel: PixelRow.Pixel) -> PixelRow.Pixel { pixel / PixelRow.full }
  init(scaled: Float) { self = scaled }
}

/// Within 0...65535; not a number becomes 0, which an integer can hold.
private func clamped(_ pixel: PixelRow.Pixel) -> PixelRow.Pixel {
  pixel.replacing(with: 0, where: .!(pixel .> 0))
    .replacing(with: PixelRow.full, where: pixel .> PixelRow.full)
}
