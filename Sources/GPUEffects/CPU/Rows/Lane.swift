import CKernels
import GPUEffectsModel

typealias Kernels = UnsafePointer<ck_kernels>

/// A sample of an intermediate row, with the loops over rows of them. Counts
/// are in samples, except where they say cells.
///
/// Stages are generic classes, whose methods the compiler does not specialise:
/// whatever loops over samples belongs here.
protocol Lane: BitwiseCopyable, ExpressibleByIntegerLiteral {
  /// A weight of the plan as the loops take it.
  static func tap(_ weight: Double) -> Self

  static func fill(_ copies: HaloCopies, _ row: UnsafeMutablePointer<Self>)

  static func convolveRows(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Self>,
    _ rows: UnsafePointer<UnsafePointer<Self>>, taps: [Self], scale: Double, count: Int)

  static func convolveCells(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Self>, _ source: UnsafePointer<Self>,
    taps: [Self], scale: CellScale?, channels: Int, cells: Int)

  /// Halves rows of `cells` cells, the first at an even place; the cells at
  /// even and at odd places go to rows of their own.
  static func downRows(
    _ kernels: Kernels, even: UnsafeMutablePointer<Self>, odd: UnsafeMutablePointer<Self>,
    _ rows: UnsafePointer<UnsafePointer<Self>>, order: ResampleOrder, channels: Int, cells: Int)

  /// Halves along the row: `even` and `odd` point to cells 2j and 2j + 1 of the
  /// cell j that `row` points to.
  static func downCells(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Self>, even: UnsafePointer<Self>,
    odd: UnsafePointer<Self>, order: ResampleOrder, channels: Int, cells: Int)

  static func upRows(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Self>, middle: UnsafePointer<Self>,
    near: UnsafePointer<Self>, far: UnsafePointer<Self>, order: ResampleOrder, count: Int)

  /// Writes cells 2j and 2j + 1 for each of `cells` cells j.
  static func upCells(
    _ kernels: Kernels, into row: UnsafeMutablePointer<Self>, _ source: UnsafePointer<Self>,
    order: ResampleOrder, channels: Int, cells: Int)
}

/// Factors for the cells of a row.
struct CellScale {
  let factors: [Float]
  /// The runs of cells whose factor isn't 1.
  let runs: [Range<Int>]

  init(_ scale: [Double]) {
    factors = scale.map { Self.isNeutral($0) ? 1 : Float($0) }
    var runs: [Range<Int>] = []
    for (i, factor) in factors.enumerated() where factor != 1 {
      if let last = runs.last, last.upperBound == i {
        runs[runs.count - 1] = last.lowerBound..<(i + 1)
      } else {
        runs.append(i..<(i + 1))
      }
    }
    self.runs = runs
  }

  func apply(to row: UnsafeMutablePointer<Float>, channels: Int, kernels: Kernels) {
    factors.withUnsafeBufferPointer { factors in
      guard let first = factors.baseAddress else { return }
      for run in runs {
        kernels.pointee.f32_scale_cells(
          row + run.lowerBound * channels, first + run.lowerBound, run.count, Int32(channels))
      }
    }
  }

  /// Far from the edges a factor is 1 but for the rounding of its sum.
  static func isNeutral(_ factor: Double) -> Bool { abs(factor - 1) < 1e-7 }
}
