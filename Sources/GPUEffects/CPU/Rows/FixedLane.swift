import CKernels
import GPUEffectsModel

/// Lanes of `fixed16`: 128 x the 8-bit sample, RGB in four lanes.
extension UInt16: Lane {
  static func tap(_ weight: Double) -> UInt16 {
    UInt16(clamping: Int((weight * 65536).rounded()))
  }

  static func fill(_ copies: HaloCopies, _ row: UnsafeMutablePointer<UInt16>) { copies.fill(row) }

  static func convolveRows(
    _ kernels: Kernels, into row: UnsafeMutablePointer<UInt16>,
    _ rows: UnsafePointer<UnsafePointer<UInt16>>, taps: [UInt16], scale: Double, count: Int
  ) {
    let radius = Int32(taps.count - 1)
    if CellScale.isNeutral(scale) {
      kernels.pointee.u16_convolve_rows(row, rows, taps, radius, count)
    } else {
      kernels.pointee.u16_convolve_rows_scaled(row, rows, taps, radius, Float(scale), count)
    }
  }

  static func convolveCells(
    _ kernels: Kernels, into row: UnsafeMutablePointer<UInt16>, _ source: UnsafePointer<UInt16>,
    taps: [UInt16], scale: CellScale?, channels: Int, cells: Int
  ) {
    let (radius, lanes) = (Int32(taps.count - 1), Int32(channels))
    kernels.pointee.u16_convolve_cells(row, source, taps, radius, lanes, cells * channels)
    guard let scale else { return }
    scale.factors.withUnsafeBufferPointer { factors in
      guard let first = factors.baseAddress else { return }
      for run in scale.runs {
        let offset = run.lowerBound * channels
        kernels.pointee.u16_convolve_cells_scaled(
          row + offset, source + offset, taps, radius, lanes, first + run.lowerBound, run.count)
      }
    }
  }

  static func downRows(
    _ kernels: Kernels, even: UnsafeMutablePointer<UInt16>, odd: UnsafeMutablePointer<UInt16>,
    _ rows: UnsafePointer<UnsafePointer<UInt16>>, order: ResampleOrder, channels: Int, cells: Int
  ) {
    kernels.pointee.u16_down_rows(
      even, odd, rows, Int32(order.rawValue), cells, Int32(channels))
  }

  static func downCells(
    _ kernels: Kernels, into row: UnsafeMutablePointer<UInt16>, even: UnsafePointer<UInt16>,
    odd: UnsafePointer<UInt16>, order: ResampleOrder, channels: Int, cells: Int
  ) {
    kernels.pointee.u16_down_cells(
      row, even, odd, Int32(order.rawValue), cells, Int32(channels))
  }

  static func upRows(
    _ kernels: Kernels, into row: UnsafeMutablePointer<UInt16>, middle: UnsafePointer<UInt16>,
    near: UnsafePointer<UInt16>, far: UnsafePointer<UInt16>, order: ResampleOrder, count: Int
  ) {
    kernels.pointee.u16_up_rows(row, middle, near, far, Int32(order.rawValue), count)
  }

  static func upCells(
    _ kernels: Kernels, into row: UnsafeMutablePointer<UInt16>, _ source: UnsafePointer<UInt16>,
    order: ResampleOrder, channels: Int, cells: Int
  ) {
    kernels.pointee.u16_up_cells(row, source, Int32(order.rawValue), cells, Int32(channels))
  }
}
