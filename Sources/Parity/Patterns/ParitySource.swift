package import GPUEffectsModel
import Glibc

/// A source image of the parity suite, by its properties.
package struct ParitySource: Hashable, Sendable {
  package enum Picture: String, CaseIterable, Sendable {
    /// Of whoever makes the image: large shapes, soft and hard edges.
    case photo
    /// Every sample 0 or full, at random.
    case noise
    case stress
  }

  package var picture: Picture
  package var width: Int
  package var height: Int
  package var isGray = false
  /// `opaque`, or an alpha that varies.
  package var alpha: PixelFormat.Alpha
  package var depth = PixelFormat.Depth.unorm8

  package init(_ picture: Picture, _ width: Int, _ height: Int, _ alpha: PixelFormat.Alpha) {
    self.picture = picture
    self.width = width
    self.height = height
    self.alpha = alpha
  }

  /// The image. 16-bit samples use all their bits.
  ///
  /// - Parameter photo: 8-bit RGB and at least as large; its middle is taken.
  package func image(photo: Image) -> Image {
    let channels: PixelFormat.Channels =
      switch (isGray, alpha == .opaque) {
      case (true, true): .gray
      case (true, false): .grayAlpha
      case (false, true): .rgb
      case (false, false): .rgba
      }
    // Premultiplied images come from straight ones: colour is then valid.
    let kind = alpha == .premultiplied ? PixelFormat.Alpha.straight : alpha
    var image: Image
    switch picture {
    case .noise: image = TestPattern.noise(width, height, channels, kind)
    case .stress: image = TestPattern.stress(width, height, channels, kind)
    case .photo: image = middle(of: photo, channels, kind)
    }
    if depth == .unorm16 { image = Self.deepened(image) }
    if alpha == .premultiplied { image = FloatImage(image).image(depth, .premultiplied) }
    return image
  }

  /// The middle of a photo; alpha, where there is one, falls and rises in
  /// smooth waves.
  private func middle(
    of photo: Image, _ channels: PixelFormat.Channels, _ kind: PixelFormat.Alpha
  ) -> Image {
    let (left, top) = ((photo.width - width) / 2, (photo.height - height) / 2)
    return photo.pixels.withUnsafeBytes { bytes in
      TestPattern.image(width, height, channels, kind) { x, y, channel in
        if channels.hasAlpha, channel == channels.rawValue - 1 {
          return UInt8(127.5 + 127.5 * cos(Double(x) / 23 + Double(y) / 31))
        }
        return bytes[((top + y) * photo.width + left + x) * 3 + channel]
      }
    }
  }

  /// 8-bit samples as the high byte of 16-bit ones, the low byte at random;
  /// black and full stay what they are.
  private static func deepened(_ image: Image) -> Image {
    var random = SplitMix64(seed: 5)
    var format = image.format
    format.depth = .unorm16
    return Image(width: image.width, height: image.height, format: format) { target in
      let samples = target.bindMemory(to: UInt16.self)
      image.pixels.withUnsafeBytes { bytes in
        for (i, byte) in bytes.enumerated() {
          let low = byte == 0 || byte == 255 ? byte : UInt8(truncatingIfNeeded: random.next())
          samples[i] = UInt16(byte) << 8 | UInt16(low)
        }
      }
    }
  }
}
