import CKernels
import GPUEffectsModel

/// Halves both axes: the rows first, as sums of whole rows, then the cells.
final class Downsampling<Sample: Lane>: RowStage<Sample> {
  private let pass: Pass
  private let order: ResampleOrder
  private let input: RowSource<Sample>
  private let kernels: Kernels
  private let halved: SplitRow<Sample>
  private let zeros: UnsafeMutablePointer<Sample>
  private let window: UnsafeMutablePointer<UnsafePointer<Sample>>

  init(
    _ pass: Pass, _ order: ResampleOrder, input: RowSource<Sample>, depth: Int, halo: Halo,
    kernels: Kernels, arena: Arena
  ) {
    self.pass = pass
    self.order = order
    self.input = input
    self.kernels = kernels
    halved = SplitRow(readBy: pass, channels: input.channels, arena: arena)
    zeros = arena.takeZeroed(Sample.self, input.samplesPerRow + 2 * Int(CK_SLACK))
    window = arena.take(UnsafePointer<Sample>.self, order.rawValue + 1)
    super.init(
      area: pass.output.area, channels: input.channels, depth: depth, halo: halo, arena: arena)
  }

  override func make(_ y: Int, into row: UnsafeMutablePointer<Sample>) {
    // The row starts at an even place, if need be one cell before the input's
    // first: rows are readable that far, and nothing reads what it gives.
    let shift = (halved.cells.lowerBound - input.area.x.lowerBound) * channels
    let first = order.cellsBelow(y..<(y + 1)).lowerBound
    for i in 0...order.rawValue {
      if let source = pass.inputRow(first + i) {
        window[i] = UnsafePointer(input.row(source)) + shift
      } else {
        window[i] = UnsafePointer(zeros)
      }
    }
    Sample.downRows(
      kernels, even: halved.even, odd: halved.odd, window, order: order, channels: channels,
      cells: halved.cells.count)
    halved.fillHalo()
    let offset = halved.offset(of: area.x.lowerBound)
    Sample.downCells(
      kernels, into: row, even: halved.even + offset, odd: halved.odd + offset, order: order,
      channels: channels, cells: area.x.count)
  }
}
