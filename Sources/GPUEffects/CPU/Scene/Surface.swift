package import GPUEffectsModel

/// Pixels of an area in floats: premultiplied red, green, blue and alpha, 1
/// being full.
///
/// Threads may write different rows of it at once; the others wait for them.
package final class Surface: @unchecked Sendable {
  typealias Pixel = SIMD4<Float>

  package let area: Area
  private let buffer: PixelBuffer
  private let base: UnsafeMutablePointer<Pixel>?

  static let format = PixelFormat(.rgba, .float32, .premultiplied)

  /// Of unspecified content.
  init(_ area: Area) {
    self.area = area
    buffer = PixelBuffer(byteCount: area.width * area.height * MemoryLayout<Pixel>.stride)
    // The memory lives as long as the buffer, which this surface holds.
    base = buffer.withUnsafeMutableBytes { $0.bindMemory(to: Pixel.self).baseAddress }
  }

  /// The pixels of an image that begins at the area's first pixel; it has
  /// `format`, opaque or premultiplied.
  init(_ image: Image, at area: Area) {
    precondition(
      image.format.depth == .float32 && image.format.channels == .rgba
        && image.width == area.width && image.height == area.height,
      "a surface takes a float image of its size")
    self.area = area
    buffer = image.pixels
    base = buffer.withUnsafeMutableBytes { $0.bindMemory(to: Pixel.self).baseAddress }
  }

  package var byteCount: Int { buffer.byteCount }

  /// The pixel at column 0 of the canvas in row `y`, so that columns count as
  /// they do in areas; nil for a row that isn't there.
  func row(_ y: Int) -> UnsafeMutablePointer<Pixel>? {
    guard area.y.contains(y), let base else { return nil }
    return base + (y - area.y.lowerBound) * area.width - area.x.lowerBound
  }

  func fill(_ pixel: Pixel, pool: ThreadPool) {
    pool.runBands(of: area.y, atLeast: 32) { band in
      for y in band {
        guard let row = row(y) else { continue }
        (row + area.x.lowerBound).update(repeating: pixel, count: area.width)
      }
    }
  }

  /// Takes over the pixels of a surface of the same area.
  func copy(_ other: Surface, pool: ThreadPool) {
    pool.runBands(of: area.y, atLeast: 32) { band in
      for y in band {
        guard let row = row(y), let source = other.row(y) else { continue }
        (row + area.x.lowerBound).update(from: source + area.x.lowerBound, count: area.width)
      }
    }
  }

  /// The same memory as an image; the surface must not be written after it.
  func image(_ alpha: PixelFormat.Alpha = .premultiplied) -> Image {
    Image(
      width: area.width, height: area.height,
      format: PixelFormat(.rgba, .float32, alpha), pixels: buffer)
  }
}

extension Color {
  /// Premultiplied.
  var pixel: SIMD4<Float> {
    SIMD4(
      Float(red * alpha), Float(green * alpha), Float(blue * alpha), Float(alpha))
  }
}
