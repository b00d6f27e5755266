import CKernels
import GPUEffectsModel

extension Float: Lane {
  static func tap(_ weight: Double) -> Float { Float(weight) }

  static func fill(_ copies: HaloCopies, _ row: UnsafeMutablePointer<Float>) { copies.fill(row) }

  static func convolveRows(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Float>,
    _ rows: UnsafePointer<UnsafePointer<Float>>, taps: [Float], scale: Double, count: Int
  ) {
    kernels.pointee.f32_convolve_rows(row, rows, taps, Int32(taps.count - 1), count)
    if !CellScale.isNeutral(scale) { kernels.pointee.f32_scale(row, Float(scale), count) }
  }

  static func convolveCells(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Float>, _ source: UnsafePointer<Float>,
    taps: [Float], scale: CellScale?, channels: Int, cells: Int
  ) {
    kernels.pointee.f32_convolve_cells(
      row, source, taps, Int32(taps.count - 1), Int32(channels), cells * channels)
    scale?.apply(to: row, channels: channels, kernels: kernels)
  }

  static func downRows(
    _ kernels: Kernels, even: UnsafeMutablePointer<Float>, odd: UnsafeMutablePointer<Float>,
    _ rows: UnsafePointer<UnsafePointer<Float>>, order: ResampleOrder, channels: Int, cells: Int
  ) {
    kernels.pointee.f32_down_rows(
      even, odd, rows, Int32(order.rawValue), cells, Int32(channels))
  }

  static func downCells(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Float>, even: UnsafePointer<Float>,
    odd: UnsafePointer<Float>, order: ResampleOrder, channels: Int, cells: Int
  ) {
    kernels.pointee.f32_down_cells(
      row, even, odd, Int32(order.rawValue), cells, Int32(channels))
  }

  static func upRows(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Float>, middle: UnsafePointer<Float>,
    near: UnsafePointer<Float>, far: UnsafePointer<Float>, order: ResampleOrder, count: Int
  ) {
    kernels.pointee.f32_up_rows(row, middle, near, far, Int32(order.rawValue), count)
  }

  static func upCells(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Float>, _ source: UnsafePointer<Float>,
    order: ResampleOrder, channels: Int, cells: Int
  ) {
    kernels.pointee.f32_up_cells(row, source, Int32(order.rawValue), cells, Int32(channels))
  }
}
