import GPUEffectsModel

/// An image as formats of 8 bits hold it, and what was lost on the way.
struct ByteImage {
  var image: Image
  var losses: [String] = []

  /// - Parameters:
  ///   - image: integer samples, alpha straight or opaque.
  ///   - background: replaces alpha; nil keeps it.
  init(_ image: Image, for format: ImageFormat, background: Color?) throws(CodecError) {
    self.image = image
    if image.format.depth == .float32 {
      throw .unsupportedPixels(format, detail: "samples are floating point")
    }
    if image.format.alpha == .premultiplied, image.format.channels.hasAlpha {
      throw .unsupportedPixels(format, detail: "colours are multiplied by alpha, not straight")
    }
    // Flattened first: 16 bits are rounded once.
    if let background, image.format.channels.hasAlpha {
      self.image = flattened(self.image, background)
      if image.format.alpha != .opaque {
        losses.append("transparency is replaced by the background")
      }
    }
    if self.image.format.depth == .unorm16 {
      self.image = inBytes(self.image)
      losses.append("16 bits are rounded to 8")
    }
  }
}

/// An image over a colour, without alpha: c a + b (1 - a), rounded to nearest,
/// on encoded values. Grey stays grey where the colour is.
private func flattened(_ image: Image, _ background: Color) -> Image {
  let format = image.format
  let maximum = format.depth.maximum
  let isGray =
    format.channels.isGray && background.red == background.green
    && background.green == background.blue
  let colors = [background.red, background.green, background.blue].map {
    UInt64((min(max($0, 0), 1) * maximum).rounded())
  }
  let result = PixelFormat(isGray ? .gray : .rgb, format.depth, .opaque)
  return Image(width: image.width, height: image.height, format: result) { target in
    image.pixels.withUnsafeBytes { source in
      switch format.depth {
      case .unorm16:
        flatten(
          source.bindMemory(to: UInt16.self), target.bindMemory(to: UInt16.self), format.channels,
          isGray, colors)
      default:
        flatten(
          source.bindMemory(to: UInt8.self), target.bindMemory(to: UInt8.self), format.channels,
          isGray, colors)
      }
    }
  }
}

private func flatten<Sample: FixedWidthInteger & UnsignedInteger>(
  _ source: UnsafeBufferPointer<Sample>, _ target: UnsafeMutableBufferPointer<Sample>,
  _ channels: PixelFormat.Channels, _ isGray: Bool, _ colors: [UInt64]
) {
  let (read, written) = (channels.rawValue, isGray ? 1 : 3)
  let maximum = UInt64(Sample.max)
  for pixel in 0..<(source.count / read) {
    let alpha = UInt64(source[pixel * read + read - 1])
    for channel in 0..<written {
      let color = UInt64(source[pixel * read + (channels.isGray ? 0 : channel)])
      let sum = color * alpha + colors[channel] * (maximum - alpha)
      target[pixel * written + channel] = Sample((sum + maximum / 2) / maximum)
    }
  }
}

/// Samples of 16 bits in 8, to nearest.
private func inBytes(_ image: Image) -> Image {
  let format = PixelFormat(image.format.channels, .unorm8, image.format.alpha)
  return Image(width: image.width, height: image.height, format: format) { target in
    image.pixels.withUnsafeBytes { source in
      let source = source.bindMemory(to: UInt16.self)
      for i in source.indices { target[i] = UInt8((UInt32(source[i]) * 255 + 32767) / 65535) }
    }
  }
}
