/// A picture in memory: size in pixels, format, samples. Immutable, so it can
/// be shared between threads.
public struct Image: Sendable {
  public let width: Int
  public let height: Int
  public let format: PixelFormat
  public let pixels: PixelBuffer

  /// The image that `pixels` holds.
  ///
  /// - Precondition: width and height are at least 1 and `pixels` has exactly
  ///   `width * height * format.bytesPerPixel` bytes.
  public init(width: Int, height: Int, format: PixelFormat, pixels: PixelBuffer) {
    precondition(
      width > 0 && height > 0 && pixels.byteCount == width * height * format.bytesPerPixel,
      "an image's buffer must have exactly the bytes of its size and format")
    self.width = width
    self.height = height
    self.format = format
    self.pixels = pixels
  }

  /// An image whose samples `fill` writes; it is given uninitialised memory and
  /// must write all of it.
  public init<E: Error>(
    width: Int, height: Int, format: PixelFormat,
    fill: (UnsafeMutableRawBufferPointer) throws(E) -> Void
  ) throws(E) {
    let pixels = PixelBuffer(byteCount: width * height * format.bytesPerPixel)
    try pixels.withUnsafeMutableBytes(fill)
    self.init(width: width, height: height, format: format, pixels: pixels)
  }

  public var bytesPerRow: Int { width * format.bytesPerPixel }
}
