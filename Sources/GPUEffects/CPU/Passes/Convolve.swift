import CKernels
import GPUEffectsModel

/// A symmetric filter down the columns: a sum of whole rows.
final class VerticalConvolution<Sample: Lane>: RowStage<Sample> {
  private let pass: Pass
  private let input: RowSource<Sample>
  private let kernels: Kernels
  private let taps: [Sample]
  private let scale: [Double]?
  private let zeros: UnsafeMutablePointer<Sample>
  private let window: UnsafeMutablePointer<UnsafePointer<Sample>>

  init(
    _ pass: Pass, halfTaps: [Double], scale: [Double]?, input: RowSource<Sample>, depth: Int,
    halo: Halo, kernels: Kernels, arena: Arena
  ) {
    self.pass = pass
    self.input = input
    self.kernels = kernels
    self.scale = scale
    taps = halfTaps.map(Sample.tap)
    zeros = arena.takeZeroed(Sample.self, input.samplesPerRow + Int(CK_SLACK))
    window = arena.take(UnsafePointer<Sample>.self, 2 * taps.count - 1)
    super.init(
      area: pass.output.area, channels: input.channels, depth: depth, halo: halo, arena: arena)
  }

  override func make(_ y: Int, into row: UnsafeMutablePointer<Sample>) {
    let offset = (area.x.lowerBound - input.area.x.lowerBound) * channels
    let radius = taps.count - 1
    for i in 0...(2 * radius) {
      if let source = pass.inputRow(y - radius + i) {
        window[i] = UnsafePointer(input.row(source)) + offset
      } else {
        window[i] = UnsafePointer(zeros)
      }
    }
    Sample.convolveRows(
      kernels, into: row, window, taps: taps, scale: scale?[y - area.y.lowerBound] ?? 1,
      count: samplesPerRow)
  }
}

/// A symmetric filter along the rows.
final class HorizontalConvolution<Sample: Lane>: RowStage<Sample> {
  private let input: RowSource<Sample>
  private let kernels: Kernels
  private let taps: [Sample]
  private let scale: CellScale?

  init(
    _ pass: Pass, halfTaps: [Double], scale: [Double]?, input: RowSource<Sample>, depth: Int,
    halo: Halo, kernels: Kernels, arena: Arena
  ) {
    self.input = input
    self.kernels = kernels
    self.scale = scale.map(CellScale.init)
    taps = halfTaps.map(Sample.tap)
    super.init(
      area: pass.output.area, channels: input.channels, depth: depth, halo: halo, arena: arena)
  }

  override func make(_ y: Int, into row: UnsafeMutablePointer<Sample>) {
    let offset = (area.x.lowerBound - input.area.x.lowerBound) * channels
    Sample.convolveCells(
      kernels, into: row, input.row(y) + offset, taps: taps, scale: scale, channels: channels,
      cells: area.x.count)
  }
}
