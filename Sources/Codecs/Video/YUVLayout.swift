/// How the samples of a YUV picture lie: a plane for each of Y, Cb and Cr, or Y alone.
public struct YUVLayout: Hashable, Sendable {
  /// Where chroma samples lie among the pixels.
  public enum Chroma: String, Hashable, Sendable, CaseIterable {
    /// Half the width and height, in the middle of four pixels (JPEG, MPEG-1).
    case centred420 = "420jpeg"
    /// Half the width and height, on the left column, between two rows (MPEG-2, H.264).
    case left420 = "420mpeg2"
    /// Half the width and height, on the top left pixel (PAL DV).
    case topLeft420 = "420paldv"
    /// A quarter of the width, on the left column.
    case left411 = "411"
    /// Half the width, on the left column.
    case left422 = "422"
    case full444 = "444"
    /// Y alone.
    case none = "mono"
  }

  public var width: Int
  public var height: Int
  public var chroma: Chroma
  /// Bits of a sample, 8...16. More than 8 are kept in two bytes.
  public var bits: Int

  public init(width: Int, height: Int, chroma: Chroma, bits: Int = 8) {
    self.width = width
    self.height = height
    self.chroma = chroma
    self.bits = bits
  }

  /// Pixels that share a chroma sample, across and down.
  public var factors: (x: Int, y: Int) {
    switch chroma {
    case .centred420, .left420, .topLeft420: (2, 2)
    case .left411: (4, 1)
    case .left422: (2, 1)
    case .full444, .none: (1, 1)
    }
  }

  /// Whether chroma lies in the middle of its pixels, else on the first of them.
  var isCentred: (x: Bool, y: Bool) {
    (chroma == .centred420, chroma == .centred420 || chroma == .left420)
  }

  public var bytesPerSample: Int { bits > 8 ? 2 : 1 }

  /// The sizes of the planes in samples, in the order of the file. Odd sizes are
  /// rounded up.
  public var planes: [(width: Int, height: Int)] {
    let chroma = (
      width: (width + factors.x - 1) / factors.x, height: (height + factors.y - 1) / factors.y
    )
    return self.chroma == .none ? [(width, height)] : [(width, height), chroma, chroma]
  }

  public var byteCount: Int {
    planes.reduce(0) { $0 + $1.width * $1.height } * bytesPerSample
  }
}
