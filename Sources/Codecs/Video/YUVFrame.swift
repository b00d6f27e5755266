public import GPUEffectsModel

/// A picture in planes. Of more than 8 bits, samples are 16-bit integers of the
/// machine, which is little-endian as the files are.
public struct YUVFrame: Sendable {
  public let layout: YUVLayout
  /// In the order of `layout.planes`.
  public let planes: [PixelBuffer]

  /// - Precondition: each plane has the bytes that the layout says.
  public init(_ layout: YUVLayout, planes: [PixelBuffer]) {
    precondition(
      planes.map(\.byteCount)
        == layout.planes.map { $0.width * $0.height * layout.bytesPerSample },
      "a frame's planes must have exactly the bytes of its layout")
    self.layout = layout
    self.planes = planes
  }

  /// A plane as a grey image. Deeper samples than 8 bits are moved up to 16, so
  /// that an executor's rounding is small beside them.
  public func image(ofPlane index: Int) -> Image {
    let size = layout.planes[index]
    if layout.bits == 8 {
      return Image(
        width: size.width, height: size.height, format: PixelFormat(.gray, .unorm8, .opaque),
        pixels: planes[index])
    }
    let shift = UInt16(16 - layout.bits)
    return Image(
      width: size.width, height: size.height, format: PixelFormat(.gray, .unorm16, .opaque)
    ) { bytes in
      planes[index].withUnsafeBytes { source in
        let (from, to) = (source.bindMemory(to: UInt16.self), bytes.bindMemory(to: UInt16.self))
        for i in 0..<from.count { to[i] = from[i] &<< shift }
      }
    }
  }

  /// The frame whose planes are grey images as `image(ofPlane:)` gives them.
  public init(_ layout: YUVLayout, images: [Image]) {
    if layout.bits == 8 {
      self.init(layout, planes: images.map(\.pixels))
      return
    }
    // Of 16 bits there is nothing to round.
    let shift = UInt32(16 - layout.bits)
    let (half, maximum) = ((UInt32(1) << shift) >> 1, (UInt32(1) << UInt32(layout.bits)) - 1)
    self.init(
      layout,
      planes: images.map { image in
        let plane = PixelBuffer(byteCount: image.pixels.byteCount)
        plane.withUnsafeMutableBytes { bytes in
          image.pixels.withUnsafeBytes { source in
            let (from, to) = (source.bindMemory(to: UInt16.self), bytes.bindMemory(to: UInt16.self))
            for i in 0..<from.count {
              to[i] = UInt16(truncatingIfNeeded: min((UInt32(from[i]) &+ half) &>> shift, maximum))
            }
          }
        }
        return plane
      })
  }
}
