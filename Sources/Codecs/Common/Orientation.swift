import GPUEffectsModel

/// How a stored picture is to be turned to stand upright: Exif 2.32's tag 274.
enum Orientation: UInt16 {
  case upright = 1
  case mirrored = 2
  case upsideDown = 3
  case flipped = 4
  case transposed = 5
  case turnedRight = 6
  case transversed = 7
  case turnedLeft = 8

  /// Whether width and height change places.
  var swapsSides: Bool { rawValue >= 5 }

  /// The place in the stored picture of a pixel of the upright one.
  func source(_ x: Int, _ y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    switch self {
    case .upright: (x, y)
    case .mirrored: (width - 1 - x, y)
    case .upsideDown: (width - 1 - x, height - 1 - y)
    case .flipped: (x, height - 1 - y)
    case .transposed: (y, x)
    case .turnedRight: (y, height - 1 - x)
    case .transversed: (width - 1 - y, height - 1 - x)
    case .turnedLeft: (width - 1 - y, x)
    }
  }

  /// The upright picture.
  func applied(to image: Image) -> Image {
    if self == .upright { return image }
    let (width, height) = (image.width, image.height)
    let size: (width: Int, height: Int) = swapsSides ? (height, width) : (width, height)
    let count = image.format.bytesPerPixel
    return Image(width: size.width, height: size.height, format: image.format) { target in
      image.pixels.withUnsafeBytes { pixels in
        for y in 0..<size.height {
          // Each row is read with a fixed step.
          let first = source(0, y, width: width, height: height)
          let second = source(1, y, width: width, height: height)
          let step = ((second.y - first.y) * width + second.x - first.x) * count
          var from = (first.y * width + first.x) * count
          var to = y * size.width * count
          for _ in 0..<size.width {
            for byte in 0..<count { target[to + byte] = pixels[from + byte] }
            from += step
            to += count
          }
        }
      }
    }
  }
}
