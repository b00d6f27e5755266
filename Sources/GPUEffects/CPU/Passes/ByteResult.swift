import CKernels
import GPUEffectsModel

/// The last interpolation, whose rows go to the result as they are made.
struct UpsampledResult {
  private let widened: WidenedRows<UInt16>
  private let order: ResampleOrder
  private let finish: FixedFinish
  private let cells: Int
  private let channels: Int
  private let stream: Bool
  private let kernels: Kernels
  private let spare: UnsafeMutablePointer<UInt8>

  init(
    _ pass: Pass, _ order: ResampleOrder, input: RowSource<UInt16>, finish: FixedFinish,
    channels: Int, stream: Bool, kernels: Kernels, arena: Arena
  ) {
    self.order = order
    self.finish = finish
    self.channels = channels
    self.stream = stream
    self.kernels = kernels
    cells = pass.output.area.x.count
    widened = WidenedRows(pass, order, input: input, kernels: kernels, arena: arena)
    spare = arena.take(UInt8.self, cells * channels)
  }

  func write(_ band: Range<Int>, to output: OutputRows) {
    for j in (band.lowerBound >> 1)..<((band.upperBound + 1) >> 1) {
      // A band can start or end between the two rows over a cell.
      func target(_ y: Int) -> UnsafeMutablePointer<UInt8> {
        band.contains(y) ? output.row(y).assumingMemoryBound(to: UInt8.self) : spare
      }
      let (above, middle, below) = (widened.row(j - 1), widened.row(j), widened.row(j + 1))
      finish.withColor {
        kernels.pointee.u8_up_rows(
          target(2 * j), target(2 * j + 1), above, middle, below, Int32(order.rawValue), cells,
          Int32(channels), $0, stream)
      }
    }
  }
}

/// The filter along the rows of a direct blur, straight to the result.
struct ConvolvedResult {
  private let pass: Pass
  private let taps: [UInt16]
  private let input: RowSource<UInt16>
  private let stream: Bool
  private let kernels: Kernels

  init(
    _ pass: Pass, halfTaps: [Double], input: RowSource<UInt16>, stream: Bool, kernels: Kernels
  ) {
    self.pass = pass
    self.input = input
    self.stream = stream
    self.kernels = kernels
    taps = halfTaps.map(UInt16.tap)
  }

  func write(_ band: Range<Int>, to output: OutputRows) {
    let x = pass.output.area.x
    let offset = (x.lowerBound - input.area.x.lowerBound) * input.channels
    for y in band {
      kernels.pointee.u8_convolve_cells(
        output.row(y).assumingMemoryBound(to: UInt8.self), input.row(y) + offset, taps,
        Int32(taps.count - 1), Int32(input.channels), x.count * input.channels, stream)
    }
  }
}
