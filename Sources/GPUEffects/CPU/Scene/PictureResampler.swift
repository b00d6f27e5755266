import GPUEffectsModel

/// Brings a picture to the pixels that it is drawn on.
///
/// Each axis by itself: where the picture shrinks, the mean of the part that a
/// pixel covers; where it grows, linear between the two nearest.
struct PictureResampler {
  /// What one pixel takes of the picture on one axis.
  struct Taps: Sendable {
    var first: Int
    var weights: [Float]
  }

  /// - Parameters:
  ///   - start: where the picture begins, in pixels.
  ///   - length: how many pixels it is stretched to.
  ///   - count: its own pixels.
  static func taps(
    _ pixels: Range<Int>, start: Double, length: Double, count: Int
  ) -> [Taps] {
    let ratio = Double(count) / length
    return pixels.map { pixel in
      let position = Double(pixel) - start
      if ratio <= 1 {
        let center = min(max((position + 0.5) * ratio - 0.5, 0), Double(count - 1))
        let first = min(Int(center), max(0, count - 2))
        let fraction = Float(center - Double(first))
        if count == 1 || fraction == 0 { return Taps(first: first, weights: [1]) }
        return Taps(first: first, weights: [1 - fraction, fraction])
      }
      let low = min(max(position * ratio, 0), Double(count) - 1e-9)
      let high = min(max((position + 1) * ratio, low + 1e-9), Double(count))
      let first = Int(low)
      let last = min(Int(high.rounded(.up)), count)
      let weights = (first..<max(last, first + 1)).map { i in
        Float(max(0, min(high, Double(i + 1)) - max(low, Double(i))) / (high - low))
      }
      return Taps(first: first, weights: weights)
    }
  }

  /// The picture's pixels of `area`, which lies where the picture is drawn.
  static func resample(
    _ image: Image, to rect: Rect, in area: Area, pool: ThreadPool
  ) -> Surface {
    let source = image.converted(to: Surface.format)
    let columns = taps(area.x, start: rect.x, length: rect.width, count: image.width)
    let rows = taps(area.y, start: rect.y, length: rect.height, count: image.height)
    let result = Surface(area)
    let input = Surface(source, at: Area(width: image.width, height: image.height))
    let isPlain = columns.allSatisfy { $0.weights.count == 1 }
    pool.runBands(of: area.y, atLeast: 8) { band in
      var line = [SIMD4<Float>](repeating: .zero, count: image.width)
      for y in band {
        guard let output = result.row(y) else { continue }
        let taps = rows[y - area.y.lowerBound]
        line.withUnsafeMutableBufferPointer { line in
          for (tap, weight) in taps.weights.enumerated() {
            guard let row = input.row(taps.first + tap) else { continue }
            if tap == 0 {
              for x in line.indices { line[x] = row[x] * weight }
            } else {
              for x in line.indices { line[x] += row[x] * weight }
            }
          }
          for (x, taps) in zip(area.x, columns) {
            if isPlain {
              output[x] = line[taps.first]
              continue
            }
            var sum = SIMD4<Float>.zero
            for (tap, weight) in taps.weights.enumerated() {
              sum += line[taps.first + tap] * weight
            }
            output[x] = sum
          }
        }
      }
    }
    return result
  }
}
