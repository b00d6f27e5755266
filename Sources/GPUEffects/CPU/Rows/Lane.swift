import CKernels
import GPUEffectsModel

typealias Kernels = UnsafePointer<ck_kernels>

/// A sample of an intermediate row, with the loops over rows of them. Counts
/// are in samples, except where they say cells.
protocol Lane: BitwiseCopyable, ExpressibleByIntegerLiteral {
  /// A weight of the plan as the loops take it.
  static func tap(_ weight: Double) -> Self

  static func convolveRows(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Self>,
    _ rows: UnsafePointer<UnsafePointer<Self>>, taps: [Self], scale: Double, count: Int)

  static func convolveCells(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Self>, _ source: UnsafePointer<Self>,
    taps: [Self], scale: [Float]?, channels: Int, cells: Int)

  static func downRows(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Self>,
    _ rows: UnsafePointer<UnsafePointer<Self>>, order: ResampleOrder, count: Int)

  /// `source` points to cell 2j of the cell j that `row` points to.
  static func downCells(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Self>, _ source: UnsafePointer<Self>,
    order: ResampleOrder, channels: Int, cells: Int)

  static func upRows(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Self>, middle: UnsafePointer<Self>,
    near: UnsafePointer<Self>, far: UnsafePointer<Self>, order: ResampleOrder, count: Int)

  /// Writes cells 2j and 2j + 1 for each of `cells` cells j.
  static func upCells(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Self>, _ source: UnsafePointer<Self>,
    order: ResampleOrder, channels: Int, cells: Int)
}

extension Float: Lane {
  static func tap(_ weight: Double) -> Float { Float(weight) }

  static func convolveRows(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Float>,
    _ rows: UnsafePointer<UnsafePointer<Float>>, taps: [Float], scale: Double, count: Int
  ) {
    kernels.pointee.f32_convolve_rows(row, rows, taps, Int32(taps.count - 1), count)
    if scale != 1 { kernels.pointee.f32_scale(row, Float(scale), count) }
  }

  static func convolveCells(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Float>, _ source: UnsafePointer<Float>,
    taps: [Float], scale: [Float]?, channels: Int, cells: Int
  ) {
    kernels.pointee.f32_convolve_cells(
      row, source, taps, Int32(taps.count - 1), Int32(channels), cells * channels)
    if let scale { kernels.pointee.f32_scale_cells(row, scale, cells, Int32(channels)) }
  }

  static func downRows(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Float>,
    _ rows: UnsafePointer<UnsafePointer<Float>>, order: ResampleOrder, count: Int
  ) {
    kernels.pointee.f32_down_rows(row, rows, Int32(order.rawValue), count)
  }

  static func downCells(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Float>, _ source: UnsafePointer<Float>,
    order: ResampleOrder, channels: Int, cells: Int
  ) {
    kernels.pointee.f32_down_cells(row, source, Int32(order.rawValue), cells, Int32(channels))
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
