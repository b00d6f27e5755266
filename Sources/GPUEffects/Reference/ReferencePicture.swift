import GPUEffectsModel

/// A picture stretched to a rectangle, pixel by pixel.
struct ReferencePicture {
  private let picture: FloatImage
  private let area: Area
  private let columns: [[(Int, Double)]]
  private let rows: [[(Int, Double)]]

  init(_ picture: FloatImage, _ rect: Rect, _ area: Area) {
    self.picture = picture
    self.area = area
    columns = area.x.map { Self.weights($0, rect.x, rect.width, picture.width) }
    rows = area.y.map { Self.weights($0, rect.y, rect.height, picture.height) }
  }

  /// What a pixel takes of the picture's columns, or of its rows.
  private static func weights(
    _ pixel: Int, _ start: Double, _ length: Double, _ count: Int
  ) -> [(Int, Double)] {
    let scale = Double(count) / length
    if scale > 1 {
      // The mean of the stretch that the pixel covers, inside the picture.
      let low = min(max((Double(pixel) - start) * scale, 0), Double(count))
      let high = min(max((Double(pixel + 1) - start) * scale, 0), Double(count))
      if high - low < 1e-9 { return [(min(Int(low), count - 1), 1)] }
      return (Int(low)..<min(Int(high) + 1, count)).map { i in
        (i, max(0, min(high, Double(i + 1)) - max(low, Double(i))) / (high - low))
      }
    }
    let center = (Double(pixel) + 0.5 - start) * scale - 0.5
    let left = center.rounded(.down)
    let fraction = center - left
    func inside(_ i: Double) -> Int { Int(min(max(i, 0), Double(count - 1))) }
    return [(inside(left), 1 - fraction), (inside(left + 1), fraction)]
  }

  func pixel(_ x: Int, _ y: Int) -> SIMD4<Double> {
    var sum = SIMD4<Double>.zero
    for (row, rowWeight) in rows[y - area.y.lowerBound] {
      for (column, columnWeight) in columns[x - area.x.lowerBound] {
        sum += self[column, row] * (rowWeight * columnWeight)
      }
    }
    return sum
  }

  private subscript(x: Int, y: Int) -> SIMD4<Double> {
    let channels = picture.channels
    let v = (0..<channels.rawValue).map { picture[x, y, $0] }
    switch channels {
    case .gray: return SIMD4(v[0], v[0], v[0], 1)
    case .grayAlpha: return SIMD4(v[0], v[0], v[0], v[1])
    case .rgb: return SIMD4(v[0], v[1], v[2], 1)
    case .rgba: return SIMD4(v[0], v[1], v[2], v[3])
    }
  }
}
