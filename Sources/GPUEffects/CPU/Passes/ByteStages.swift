import CKernels
import GPUEffectsModel

/// Rows of the source's bytes as the first step of a fixed-point chain reads
/// them, with what the edge rule says beyond the image.
struct ByteRows {
  private let pass: Pass
  private let source: SourceBytes
  private let zeros: UnsafeMutablePointer<UInt8>
  /// The column that a row's pointer points to.
  private let firstColumn: Int

  init(_ pass: Pass, source: SourceBytes, firstColumn: Int, arena: Arena) {
    self.pass = pass
    self.source = source
    self.firstColumn = firstColumn
    let bytes = (pass.input.area.x.count + 2) * source.format.bytesPerPixel
    zeros = arena.takeZeroed(UInt8.self, bytes + 2 * Int(CK_SLACK))
  }

  func row(_ y: Int) -> UnsafePointer<UInt8> {
    guard let y = pass.inputRow(y) else { return UnsafePointer(zeros) }
    return UnsafePointer(source.pointer(x: firstColumn, y: y).assumingMemoryBound(to: UInt8.self))
  }
}

/// The source's bytes as lanes.
final class ByteLoad: RowStage<UInt16> {
  private let source: SourceBytes
  private let kernels: Kernels

  init(source: SourceBytes, area: Area, depth: Int, halo: Halo, kernels: Kernels, arena: Arena) {
    self.source = source
    self.kernels = kernels
    super.init(
      area: area, channels: source.format.channels.fixedLanes, depth: depth, halo: halo,
      arena: arena)
  }

  override func make(_ y: Int, into row: UnsafeMutablePointer<UInt16>) {
    kernels.pointee.u16_load(
      row, source.pointer(x: area.x.lowerBound, y: y).assumingMemoryBound(to: UInt8.self),
      area.x.count, Int32(source.format.channels.rawValue), source.format.alpha == .straight)
  }
}

/// A filter down the columns of bytes. RGB keeps its three lanes: the filter
/// along the rows takes any number.
final class ByteConvolution: RowStage<UInt16> {
  private let rows: ByteRows
  private let kernels: Kernels
  private let taps: [UInt16]
  private let scale: [Double]?
  private let window: UnsafeMutablePointer<UnsafePointer<UInt8>>

  init(
    _ pass: Pass, halfTaps: [Double], scale: [Double]?, source: SourceBytes, depth: Int,
    halo: Halo, kernels: Kernels, arena: Arena
  ) {
    self.kernels = kernels
    self.scale = scale
    rows = ByteRows(
      pass, source: source, firstColumn: pass.output.area.x.lowerBound, arena: arena)
    taps = halfTaps.map(UInt16.tap)
    window = arena.take(UnsafePointer<UInt8>.self, 2 * taps.count - 1)
    super.init(
      area: pass.output.area, channels: source.format.channels.rawValue, depth: depth,
      halo: halo,
      arena: arena)
  }

  override func make(_ y: Int, into row: UnsafeMutablePointer<UInt16>) {
    let radius = taps.count - 1
    for i in 0...(2 * radius) { window[i] = rows.row(y - radius + i) }
    let factor = scale?[y - area.y.lowerBound] ?? 1
    if CellScale.isNeutral(factor) {
      kernels.pointee.u8_convolve_rows(row, window, taps, Int32(radius), samplesPerRow)
    } else {
      kernels.pointee.u8_convolve_rows_scaled(
        row, window, taps, Int32(radius), Float(factor), samplesPerRow)
    }
  }
}

/// The first decimation, from bytes.
final class ByteDownsampling: RowStage<UInt16> {
  /// Rows beyond the window, the last two of which are fetched ahead.
  private static let ahead = 4

  private let order: ResampleOrder
  private let rows: ByteRows
  private let kernels: Kernels
  private let halved: SplitRow<UInt16>
  private let window: UnsafeMutablePointer<UnsafePointer<UInt8>>
  private let sourceChannels: Int32

  init(
    _ pass: Pass, _ order: ResampleOrder, source: SourceBytes, depth: Int, halo: Halo,
    kernels: Kernels, arena: Arena
  ) {
    self.order = order
    self.kernels = kernels
    let lanes = source.format.channels.fixedLanes
    sourceChannels = Int32(source.format.channels.rawValue)
    halved = SplitRow(readBy: pass, channels: lanes, arena: arena)
    rows = ByteRows(pass, source: source, firstColumn: halved.cells.lowerBound, arena: arena)
    window = arena.take(UnsafePointer<UInt8>.self, order.rawValue + 1 + Self.ahead)
    super.init(
      area: pass.output.area, channels: lanes, depth: depth, halo: halo, arena: arena)
  }

  override func make(_ y: Int, into row: UnsafeMutablePointer<UInt16>) {
    let first = order.cellsBelow(y..<(y + 1)).lowerBound
    for i in 0..<(order.rawValue + 1 + Self.ahead) { window[i] = rows.row(first + i) }
    kernels.pointee.u8_down_rows(
      halved.even, halved.odd, window, Int32(order.rawValue),
      window + order.rawValue + Self.ahead - 1,
      halved.cells.count, sourceChannels)
    halved.fillHalo()
    let offset = halved.offset(of: area.x.lowerBound)
    kernels.pointee.u8_down_cells(
      row, halved.even + offset, halved.odd + offset, Int32(order.rawValue), area.x.count,
      Int32(channels))
  }
}

extension PixelFormat.Channels {
  /// Lanes of a pixel in fixed-point rows.
  var fixedLanes: Int { self == .rgb ? 4 : rawValue }
}
