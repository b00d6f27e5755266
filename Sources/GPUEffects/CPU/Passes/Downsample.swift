import CKernels
import GPUEffectsModel

/// Halves both axes: the rows first, as sums of whole rows, then the cells.
final class Downsampling<Sample: Lane>: RowStage<Sample> {
  private let pass: Pass
  private let order: ResampleOrder
  private let input: RowSource<Sample>
  private let kernels: Kernels
  private let ownHalo: Halo
  private let halved: UnsafeMutablePointer<Sample>
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
    ownHalo = Halo(readBy: pass)
    let (left, right) = (ownHalo.left.count, ownHalo.right.count)
    let samples = (input.area.x.count + left + right) * input.channels + Int(CK_SLACK)
    halved = arena.take(Sample.self, samples) + left * input.channels
    zeros = arena.takeZeroed(Sample.self, samples)
    window = arena.take(UnsafePointer<Sample>.self, order.rawValue + 1)
    super.init(
      area: pass.output.area, channels: input.channels, depth: depth, halo: halo, arena: arena)
  }

  override func make(_ y: Int, into row: UnsafeMutablePointer<Sample>) {
    let first = order.cellsBelow(y..<(y + 1)).lowerBound
    for i in 0...order.rawValue {
      window[i] = UnsafePointer(pass.inputRow(first + i).map(input.row) ?? zeros)
    }
    Sample.downRows(kernels, into: halved, window, order: order, count: input.samplesPerRow)
    ownHalo.fill(halved, cells: input.area.x.count, channels: channels)
    let offset = (2 * area.x.lowerBound - input.area.x.lowerBound) * channels
    Sample.downCells(
      kernels, into: row, halved + offset, order: order, channels: channels,
      cells: area.x.count)
  }
}
