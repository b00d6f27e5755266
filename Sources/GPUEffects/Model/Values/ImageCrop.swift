extension Image {
  /// The pixels of `columns` and `rows`, which lie inside the image.
  package func cropped(columns: Range<Int>, rows: Range<Int>) -> Image {
    if columns.count == width, rows.count == height { return self }
    let rowBytes = columns.count * format.bytesPerPixel
    let left = columns.lowerBound * format.bytesPerPixel
    return Image(width: columns.count, height: rows.count, format: format) { target in
      pixels.withUnsafeBytes { source in
        for (row, y) in rows.enumerated() {
          let start = y * bytesPerRow + left
          UnsafeMutableRawBufferPointer(
            rebasing: target[(row * rowBytes)..<((row + 1) * rowBytes)]
          ).copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<(start + rowBytes)]))
        }
      }
    }
  }
}
