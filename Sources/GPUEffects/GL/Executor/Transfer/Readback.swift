import CEGL
import GPUEffectsModel

extension GLDevice {
  /// The image in a texture of results. Waits for the driver to finish it.
  func readback(_ view: CellView, as format: PixelFormat) throws(GLError) -> Image {
    let (width, height) = (view.area.x.count, view.area.y.count)
    if format.channels == .rgba, view.held == view.area {
      return try Image(width: width, height: height, format: format) { pixels throws(GLError) in
        try read(view, into: pixels)
      }
    }
    let bytesPerCell = 4 * format.depth.rawValue
    let rowBytes = view.held.x.count * bytesPerCell
    let packed = PixelBuffer(byteCount: rowBytes * height)
    try packed.withUnsafeMutableBytes { bytes throws(GLError) in
      try read(view, into: bytes)
    }
    return Image(width: width, height: height, format: format) { pixels in
      packed.withUnsafeBytes { cells in
        for y in 0..<height {
          let first = y * rowBytes + view.padding * bytesPerCell
          let row = cells[first..<(first + width * bytesPerCell)]
          let target = (y * width)..<((y + 1) * width)
          keep(
            format.channels, format.depth, of: UnsafeRawBufferPointer(rebasing: row),
            in: UnsafeMutableRawBufferPointer(
              rebasing: pixels[
                (target.lowerBound * format.bytesPerPixel)..<(target.upperBound
                  * format.bytesPerPixel)]))
        }
      }
    }
  }

  private func read(
    _ view: CellView, into bytes: UnsafeMutableRawBufferPointer
  ) throws(GLError) {
    let gl = gl.pointee
    let key = view.objects.key
    gl.BindFramebuffer(UInt32(GL_FRAMEBUFFER), view.framebuffer)
    gl.PixelStorei(UInt32(GL_PACK_ALIGNMENT), 1)
    gl.ReadPixels(
      0, 0, Int32(key.width), Int32(key.height), key.format.transferFormat,
      key.format.transferType, bytes.baseAddress)
    try check("Reading the result")
  }
}

/// Copies the samples of `channels` out of a row of RGBA pixels.
private func keep(
  _ channels: PixelFormat.Channels, _ depth: PixelFormat.Depth, of row: UnsafeRawBufferPointer,
  in target: UnsafeMutableRawBufferPointer
) {
  switch depth {
  case .unorm8:
    keep(channels, of: row.bindMemory(to: UInt8.self), in: target.bindMemory(to: UInt8.self))
  case .unorm16:
    keep(channels, of: row.bindMemory(to: UInt16.self), in: target.bindMemory(to: UInt16.self))
  case .float32:
    keep(channels, of: row.bindMemory(to: Float.self), in: target.bindMemory(to: Float.self))
  }
}

@inline(__always)
private func keep<Sample>(
  _ channels: PixelFormat.Channels, of row: UnsafeBufferPointer<Sample>,
  in target: UnsafeMutableBufferPointer<Sample>
) {
  let width = row.count / 4
  switch channels {
  case .gray:
    // The G row of the matrix is what grey takes.
    for x in 0..<width { target[x] = row[4 * x + 1] }
  case .grayAlpha:
    for x in 0..<width {
      target[2 * x] = row[4 * x + 1]
      target[2 * x + 1] = row[4 * x + 3]
    }
  case .rgb:
    for x in 0..<width {
      target[3 * x] = row[4 * x]
      target[3 * x + 1] = row[4 * x + 1]
      target[3 * x + 2] = row[4 * x + 2]
    }
  case .rgba:
    _ = target.update(fromContentsOf: row)
  }
}
