import CKernels
import GPUEffectsModel

/// What the last step does to 16-bit lanes.
struct FixedFinish {
  /// nil where nothing is left to do but to round.
  let color: ck_fixed_color?
  let mask: Mask?
  /// Whether renormalisation, grey's matrix or one outside the fixed-point
  /// range ask for floats.
  let needsFloat: Bool

  /// Whether each byte of the result depends on its own cell alone.
  var isLocal: Bool { mask == nil && !needsFloat }

  init(_ composite: Composite, plan: Plan) {
    let channels = plan.sourceFormat.channels
    let plain = composite.matrix == .identity && composite.opacity == 1
    color =
      plain || channels.isGray
      ? nil : ck_fixed_color(composite, opaque: plan.sourceFormat.alpha == .opaque)
    mask = composite.mask
    needsFloat =
      composite.columnScale != nil || composite.rowScale != nil
      || composite.dither || plan.outputFormat.depth != .unorm8 || (!plain && color == nil)
  }
}

extension ck_fixed_color {
  /// nil where a coefficient or a sum would leave its integer.
  init?(_ composite: Composite, opaque: Bool) {
    // opacity * clamp(M c + b a, 0, a) is clamp(o M c + o b a, 0, o a).
    let rows = composite.matrix.elements + [0, 0, 0, 1]
    let scaled = rows.map { $0 * composite.opacity }
    let largest = scaled.reduce(0) { max($0, abs($1)) }
    let widest = (0..<4).map { scaled[(4 * $0)..<(4 * $0 + 4)].reduce(0) { $0 + abs($1) } }
      .reduce(0, max)
    // 15 bits for a coefficient, 31 for a sum of products with 15-bit lanes.
    var bits = 15
    while bits > 11, largest * Double(1 << bits) > 32767 || widest * Double(1 << bits) > 65000 {
      bits -= 1
    }
    guard bits > 11, scaled.allSatisfy(\.isFinite) else { return nil }
    self.init()
    withUnsafeMutableBytes(of: &matrix) { bytes in
      let values = bytes.bindMemory(to: Int16.self)
      for (i, value) in scaled.enumerated() where i < values.count {
        values[i] = Int16((value * Double(1 << bits)).rounded())
      }
    }
    shift = Int32(bits + 7)
    self.opaque = opaque
  }
}

/// Writes rows of the result from 16-bit lanes.
final class FixedCompositeRows {
  private let finish: FixedFinish
  private let channels: Int
  private let cells: Int
  private let kernels: Kernels
  private let plan: Plan
  private let source: SourceBytes
  private let lanes: UnsafeMutablePointer<UInt16>
  private let original: UnsafeMutablePointer<UInt16>
  private let maskRow: UnsafeMutablePointer<UInt16>
  private let floats: UnsafeMutablePointer<Float>
  private let floatRows: CompositeRows

  init(
    _ composite: Composite, finish: FixedFinish, plan: Plan, source: SourceBytes,
    kernels: Kernels, arena: Arena
  ) {
    self.finish = finish
    self.kernels = kernels
    channels = plan.sourceFormat.channels.rawValue
    cells = plan.region.x.count
    self.plan = plan
    self.source = source
    lanes = arena.take(UInt16.self, cells * 4 + Int(CK_SLACK))
    original = arena.take(UInt16.self, cells * 4 + Int(CK_SLACK))
    maskRow = arena.take(UInt16.self, cells + Int(CK_SLACK))
    floats = arena.take(Float.self, cells * channels + Int(CK_SLACK))
    floatRows = CompositeRows(
      composite, plan: plan, source: source, kernels: kernels, arena: arena)
  }

  /// - Parameter lanesPerCell: lanes of a cell of `row`.
  func write(
    _ row: UnsafePointer<UInt16>, lanesPerCell: Int, y: Int, to output: UnsafeMutableRawPointer
  ) {
    if finish.needsFloat {
      kernels.pointee.u16_to_f32(floats, row, cells, Int32(lanesPerCell), Int32(channels))
      floatRows.write(floats, y: y, to: output)
      return
    }
    var row = row
    if channels == 3, lanesPerCell == 3 {
      kernels.pointee.u16_widen_rgb(lanes, row, cells)
      row = UnsafePointer(lanes)
    }
    let bytes = output.assumingMemoryBound(to: UInt8.self)
    if let mask = finish.mask {
      mix(row, mask, y: y)
      kernels.pointee.u8_store(bytes, lanes, cells, Int32(channels), nil)
    } else {
      finish.withColor { kernels.pointee.u8_store(bytes, row, cells, Int32(channels), $0) }
    }
  }

  /// Leaves the coloured row, mixed with the source, in `lanes`.
  private func mix(_ row: UnsafePointer<UInt16>, _ mask: Mask, y: Int) {
    let lanesPerCell = plan.sourceFormat.channels.fixedLanes
    if row != UnsafePointer(lanes) { lanes.update(from: row, count: cells * lanesPerCell) }
    finish.withColor { if let color = $0 { kernels.pointee.u16_color(lanes, cells, color) } }
    let first = plan.region.x.lowerBound
    kernels.pointee.u16_load(
      original, source.pointer(x: first, y: y).assumingMemoryBound(to: UInt8.self), cells,
      Int32(channels), source.format.alpha == .straight)
    mask.values.withUnsafeBufferPointer { values in
      guard let base = values.baseAddress else { return }
      maskRow.update(from: base + y * mask.width + first, count: cells)
    }
    kernels.pointee.u16_mix(lanes, original, maskRow, cells, Int32(lanesPerCell))
  }
}

extension FixedFinish {
  func withColor(_ body: (UnsafePointer<ck_fixed_color>?) -> Void) {
    if let color { withUnsafePointer(to: color) { body($0) } } else { body(nil) }
  }
}
