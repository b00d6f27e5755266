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

  /// The image with one alpha, 0...1, for all pixels. Its format must have a
  /// straight alpha channel.
  func withAlpha(_ alpha: Double) -> Image {
    let channels = format.channels.rawValue
    return Image(width: width, height: height, format: format) { target in
      pixels.withUnsafeBytes { target.copyMemory(from: $0) }
      func fill<Sample>(_ value: Sample) {
        let samples = target.bindMemory(to: Sample.self)
        for i in stride(from: channels - 1, to: samples.count, by: channels) { samples[i] = value }
      }
      switch format.depth {
      case .unorm8: fill(UInt8(alpha * 255 + 0.5))
      case .unorm16: fill(UInt16(alpha * 65535 + 0.5))
      case .float32: fill(Float(alpha))
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
