extension Image {
  /// The same picture in another format: what a file or an executor wants.
  ///
  /// Samples are rescaled and rounded to nearest, floor(x + 0.5). Alpha is
  /// added as 1 or, where the new format has none, dropped; colour is
  /// multiplied or divided by it as the two alpha kinds ask, and is 0 where
  /// alpha is 0 after a division. An image of the format asked for is returned
  /// as it is.
  ///
  /// - Parameter dither: rounds to 8 bits by ``OrderedDither`` instead of to
  ///   nearest.
  /// - Precondition: colour isn't asked to become grey.
  package func converted(to format: PixelFormat, dither: Bool = false) -> Image {
    precondition(
      !format.channels.isGray || self.format.channels.isGray, "colour can't be stored as grey")
    if format == self.format { return self }
    let row = PixelRow(width: width)
    let stride = width * format.bytesPerPixel
    return Image(width: width, height: height, format: format) { bytes in
      guard let base = bytes.baseAddress else { return }
      for y in 0..<height {
        row.load(self, row: y)
        switch (self.format.alpha, format.alpha) {
        case (.straight, .premultiplied), (.straight, .opaque): row.premultiply()
        case (.premultiplied, .straight): row.unpremultiply()
        default: break
        }
        if dither, format.depth == .unorm8 { row.dither(y: y) }
        row.store(to: base + y * stride, as: format)
      }
    }
  }
}
