import GPUEffectsModel

extension Image {
  /// The image with `margin` transparent pixels on every side. Its format must
  /// have an alpha channel.
  func padded(by margin: Int) -> Image {
    let (width, height) = (self.width + 2 * margin, self.height + 2 * margin)
    let rowBytes = bytesPerRow
    let left = margin * format.bytesPerPixel
    let stride = width * format.bytesPerPixel
    return Image(width: width, height: height, format: format) { target in
      target.initializeMemory(as: UInt8.self, repeating: 0)
      pixels.withUnsafeBytes { source in
        for y in 0..<self.height {
          let row = UnsafeRawBufferPointer(rebasing: source[(y * rowBytes)..<((y + 1) * rowBytes)])
          let start = (y + margin) * stride + left
          UnsafeMutableRawBufferPointer(rebasing: target[start..<(start + rowBytes)])
            .copyMemory(from: row)
        }
      }
    }
  }

  /// The opaque image, whose format has no alpha channel, with one of straight
  /// alpha that is the same, 0...1, for all pixels.
  func addingAlpha(_ alpha: Double) -> Image {
    let channels: PixelFormat.Channels = format.channels.isGray ? .grayAlpha : .rgba
    return Image(
      width: width, height: height, format: PixelFormat(channels, format.depth, .straight)
    ) { target in
      pixels.withUnsafeBytes { source in
        switch format.depth {
        case .unorm8: Self.interleave(source, UInt8(alpha * 255 + 0.5), into: target)
        case .unorm16: Self.interleave(source, UInt16(alpha * 65535 + 0.5), into: target)
        case .float32: Self.interleave(source, Float(alpha), into: target)
        }
      }
    }
  }

  /// Copies pixels of one or three samples, each followed by `alpha`.
  private static func interleave<Sample>(
    _ source: UnsafeRawBufferPointer, _ alpha: Sample, into target: UnsafeMutableRawBufferPointer
  ) {
    let from = source.bindMemory(to: Sample.self)
    let to = target.bindMemory(to: Sample.self)
    if 2 * from.count == to.count {
      for i in 0..<from.count {
        to[2 * i] = from[i]
        to[2 * i + 1] = alpha
      }
    } else {
      for i in 0..<(from.count / 3) {
        to[4 * i] = from[3 * i]
        to[4 * i + 1] = from[3 * i + 1]
        to[4 * i + 2] = from[3 * i + 2]
        to[4 * i + 3] = alpha
      }
    }
  }

  /// The picture put together from tiles that cover it.
  ///
  /// - Precondition: there is a tile.
  static func assembled(
    width: Int, height: Int, from tiles: [(region: Area, image: Image)]
  ) -> Image {
    if tiles.count == 1 { return tiles[0].image }
    let format = tiles[0].image.format
    let stride = width * format.bytesPerPixel
    return Image(width: width, height: height, format: format) { target in
      for (region, tile) in tiles {
        tile.pixels.withUnsafeBytes { source in
          for y in 0..<tile.height {
            let row = (y * tile.bytesPerRow)..<((y + 1) * tile.bytesPerRow)
            let start =
              (region.y.lowerBound + y) * stride + region.x.lowerBound * format.bytesPerPixel
            UnsafeMutableRawBufferPointer(rebasing: target[start..<(start + tile.bytesPerRow)])
              .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[row]))
          }
        }
      }
    }
  }
}

extension Mask {
  /// The mask with `margin` pixels more on every side that take all of the
  /// effect, so that a soft rim isn't cut off.
  func padded(by margin: Int) -> Mask {
    let width = self.width + 2 * margin
    var values = [UInt16](repeating: .max, count: width * (height + 2 * margin))
    for y in 0..<height {
      let start = (y + margin) * width + margin
      values.replaceSubrange(
        start..<(start + self.width), with: self.values[(y * self.width)..<((y + 1) * self.width)])
    }
    return Mask(width: width, height: height + 2 * margin, values: values)
  }
}
