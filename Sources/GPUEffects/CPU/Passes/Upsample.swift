import CKernels
import GPUEffectsModel

/// Doubles both axes: the cells first, while the rows are few, then the rows.
final class Upsampling<Sample: Lane>: RowStage<Sample> {
  private let pass: Pass
  private let order: ResampleOrder
  private let widened: WidenedRows<Sample>
  private let kernels: Kernels

  init(
    _ pass: Pass, _ order: ResampleOrder, input: RowSource<Sample>, depth: Int, halo: Halo,
    kernels: Kernels, arena: Arena
  ) {
    self.pass = pass
    self.order = order
    self.kernels = kernels
    widened = WidenedRows(pass, order, input: input, kernels: kernels, arena: arena)
    super.init(
      area: pass.output.area, channels: input.channels, depth: depth, halo: halo, arena: arena)
  }

  override func make(_ y: Int, into row: UnsafeMutablePointer<Sample>) {
    let (middle, side) = (y >> 1, y & 1 == 0 ? -1 : 1)
    Sample.upRows(
      kernels, into: row, middle: widened.row(middle), near: widened.row(middle + side),
      far: order == .five ? widened.row(middle - side) : widened.row(middle), order: order,
      count: samplesPerRow)
  }
}

/// Rows of the input with their cells doubled, cut to the columns of the
/// output; three neighbours are held at once.
final class WidenedRows<Sample: Lane> {
  private let pass: Pass
  private let order: ResampleOrder
  private let input: RowSource<Sample>
  private let kernels: Kernels
  private let ring: RowRing<Sample>
  private let zeros: UnsafeMutablePointer<Sample>
  /// Cells of the input that lie under the output's columns.
  private let cells: Range<Int>
  private let offset: Int

  init(
    _ pass: Pass, _ order: ResampleOrder, input: RowSource<Sample>, kernels: Kernels,
    arena: Arena
  ) {
    self.pass = pass
    self.order = order
    self.input = input
    self.kernels = kernels
    let x = pass.output.area.x
    cells = (x.lowerBound >> 1)..<(((x.upperBound - 1) >> 1) + 1)
    offset = (x.lowerBound - 2 * cells.lowerBound) * input.channels
    let samples = 2 * cells.count * input.channels
    zeros = arena.takeZeroed(Sample.self, samples + Int(CK_SLACK))
    ring = RowRing(
      rows: pass.input.area.y, depth: 3, samples: samples, leading: 0, arena: arena)
  }

  /// The row for index `y` of the input, at the output's first column.
  func row(_ y: Int) -> UnsafePointer<Sample> {
    guard let y = pass.inputRow(y) else { return UnsafePointer(zeros) }
    let (row, isNew) = ring.claim(y)
    if isNew {
      let source = input.row(y) + (cells.lowerBound - input.area.x.lowerBound) * input.channels
      Sample.upCells(
        kernels, into: row, source, order: order, channels: input.channels, cells: cells.count)
    }
    return UnsafePointer(row) + offset
  }
}
