/// How far two images of one size are apart, in levels of 255.
///
/// Samples are compared as they are stored, whatever their depth, with grey
/// repeated and missing alpha taken as 1; only where one image is straight and
/// the other premultiplied are both compared premultiplied.
public struct ImageDifference: Hashable, Sendable {
  /// Images of different sizes can't be compared.
  public struct SizeMismatch: Error, Sendable, CustomStringConvertible {
    public let first: (width: Int, height: Int)
    public let second: (width: Int, height: Int)

    public var description: String {
      "the images differ in size: \(first.width)x\(first.height) and "
        + "\(second.width)x\(second.height)"
    }
  }

  /// The largest difference of any sample, in levels of 255.
  public private(set) var maximum = 0.0
  /// The mean over all samples of all pixels, in levels of 255.
  public private(set) var mean = 0.0
  /// Pixels with a sample that differs by more than the threshold.
  public private(set) var differingPixels = 0
  /// Where the largest difference is first met, in pixels from the top left.
  public private(set) var worstX = 0
  public private(set) var worstY = 0

  /// - Parameter threshold: levels of 255 that a pixel may differ by and still
  ///   count as equal.
  public init(
    _ first: Image, _ second: Image, threshold: Double = 0
  ) throws(SizeMismatch) {
    var worst: Float = 0
    var sum = 0.0
    // An alpha channel that neither image has takes no part in the mean.
    let channels = Float(first.format.channels.hasAlpha || second.format.channels.hasAlpha ? 4 : 3)
    try Self.forEachRow(first, second) { y, row in
      var rowSum: Float = 0
      for x in row.indices {
        let difference = row[x]
        let largest = difference.max()
        rowSum += difference.sum() / channels
        if Double(largest) > threshold { differingPixels += 1 }
        if largest > worst {
          worst = largest
          (worstX, worstY) = (x, y)
        }
      }
      sum += Double(rowSum)
    }
    maximum = Double(worst)
    mean = sum / Double(first.width * first.height)
  }

  /// The difference as an opaque RGB image: each channel's, times
  /// `amplification`; alpha's is added to all three.
  public static func picture(
    _ first: Image, _ second: Image, amplification: Double = 16
  ) throws(SizeMismatch) -> Image {
    let (width, height) = (first.width, first.height)
    let pixels = PixelBuffer(byteCount: width * height * 3)
    try forEachRow(first, second) { y, row in
      pixels.withUnsafeMutableBytes { bytes in
        for x in row.indices {
          for channel in 0..<3 {
            let value = Double(row[x][channel] + row[x].w) * amplification
            bytes[(y * width + x) * 3 + channel] = UInt8(min(value + 0.5, 255))
          }
        }
      }
    }
    return Image(
      width: width, height: height, format: PixelFormat(.rgb, .unorm8, .opaque), pixels: pixels)
  }

  /// Gives `body` the absolute differences of every row, in levels of 255.
  private static func forEachRow(
    _ first: Image, _ second: Image, body: (Int, UnsafeMutableBufferPointer<SIMD4<Float>>) -> Void
  ) throws(SizeMismatch) {
    guard first.width == second.width, first.height == second.height else {
      throw SizeMismatch(
        first: (first.width, first.height), second: (second.width, second.height))
    }
    let kinds = [first.format.alpha, second.format.alpha]
    let premultiplying = kinds.contains(.straight) && kinds.contains(.premultiplied)
    let a = PixelRow(width: first.width)
    let b = PixelRow(width: first.width)
    for y in 0..<first.height {
      a.load(first, row: y)
      b.load(second, row: y)
      if premultiplying, first.format.alpha == .straight { a.premultiply() }
      if premultiplying, second.format.alpha == .straight { b.premultiply() }
      for x in a.pixels.indices {
        let difference = a.pixels[x] - b.pixels[x]
        a.pixels[x] = pointwiseMax(difference, -difference) / 257
      }
      body(y, a.pixels)
    }
  }
}
