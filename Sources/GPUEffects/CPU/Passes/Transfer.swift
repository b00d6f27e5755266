import GPUEffectsModel

/// Changes the light of premultiplied float rows: alpha is divided out, the
/// transfer function applied, and alpha multiplied in again.
struct TransferRows {
  private let table: [Float]
  private let steps: Float
  /// Whether the table is one of roots.
  private let byRoot: Bool
  private let channels: Int

  static func linearizing(channels: PixelFormat.Channels) -> TransferRows {
    TransferRows(
      table: TransferFunction.linearBySample, steps: 65535, byRoot: false,
      channels: channels.rawValue)
  }

  static func encoding(channels: PixelFormat.Channels) -> TransferRows {
    TransferRows(
      table: TransferFunction.encodingByRoot, steps: Float(TransferFunction.steps), byRoot: true,
      channels: channels.rawValue)
  }

  func apply(to row: UnsafeMutablePointer<Float>, cells: Int) {
    let colors = channels == 2 || channels == 4 ? channels - 1 : channels
    table.withUnsafeBufferPointer { table in
      for cell in 0..<cells {
        let pixel = row + cell * channels
        let alpha = colors < channels ? pixel[colors] : 1
        guard alpha > 0 else { continue }
        for i in 0..<colors {
          let value = min(max(pixel[i] / alpha, 0), 1)
          let position = (byRoot ? value.squareRoot() : value) * steps
          let index = min(Int(position), table.count - 2)
          let fraction = position - Float(index)
          pixel[i] = alpha * (table[index] + fraction * (table[index + 1] - table[index]))
        }
      }
    }
  }
}

/// Writes 8-bit samples of float rows by the thresholds of ``OrderedDither``.
struct DitheredStore {
  let channels: Int

  /// - Parameter x: the image's column of the first cell.
  func write(
    _ row: UnsafePointer<Float>, x: Int, y: Int, cells: Int,
    to output: UnsafeMutablePointer<UInt8>
  ) {
    for cell in 0..<cells {
      let threshold = OrderedDither.threshold(x: x + cell, y: y)
      for i in (cell * channels)..<((cell + 1) * channels) {
        output[i] = UInt8(min(max(row[i] * 255 + threshold, 0), 255))
      }
    }
  }
}
