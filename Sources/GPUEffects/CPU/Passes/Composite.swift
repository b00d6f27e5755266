import CKernels
import GPUEffectsModel

/// The last step on float lanes: renormalises, colours, mixes with the source
/// by the mask and writes the result.
final class CompositeRows {
  private let plan: Plan
  private let composite: Composite
  private let source: SourceBytes
  private let kernels: Kernels
  private let color: ck_color
  private let columnScale: CellScale?
  private let rowScale: [Float]?
  private let transfer: TransferRows?
  private let original: UnsafeMutablePointer<Float>
  private let channels: Int

  init(_ composite: Composite, plan: Plan, source: SourceBytes, kernels: Kernels, arena: Arena) {
    self.plan = plan
    self.composite = composite
    self.source = source
    self.kernels = kernels
    channels = plan.sourceFormat.channels.rawValue
    color = ck_color(composite, gray: plan.sourceFormat.channels.isGray)
    columnScale = composite.columnScale.map(CellScale.init)
    rowScale = composite.rowScale.map { $0.map(Float.init) }
    transfer = composite.encodes ? .encoding(channels: plan.sourceFormat.channels) : nil
    original = arena.take(Float.self, plan.region.x.count * channels + Int(CK_SLACK))
  }

  /// Writes row `y` of the result from the blurred row, which it changes.
  func write(_ row: UnsafeMutablePointer<Float>, y: Int, to output: UnsafeMutableRawPointer) {
    let cells = plan.region.x.count
    columnScale?.apply(to: row, channels: channels, kernels: kernels)
    if let rowScale, rowScale[y - plan.region.y.lowerBound] != 1 {
      kernels.pointee.f32_scale(row, rowScale[y - plan.region.y.lowerBound], cells * channels)
    }
    transfer?.apply(to: row, cells: cells)
    withUnsafePointer(to: color) {
      kernels.pointee.f32_color(row, cells, Int32(channels), $0)
    }
    if let mask = composite.mask {
      source.load(original, x: plan.region.x, y: y, kernels: kernels)
      mask.values.withUnsafeBufferPointer { values in
        guard let base = values.baseAddress else { return }
        kernels.pointee.f32_mix(
          row, original, base + y * mask.width + plan.region.x.lowerBound, cells,
          Int32(channels))
      }
    }
    if composite.dither {
      DitheredStore(channels: channels).write(
        row, x: plan.region.x.lowerBound, y: y, cells: cells,
        to: output.assumingMemoryBound(to: UInt8.self))
      return
    }
    kernels.pointee.f32_store(
      output, row, cells * channels, Int32(plan.outputFormat.depth.rawValue))
  }
}

extension ck_color {
  init(_ composite: Composite, gray: Bool) {
    self.init()
    opacity = Float(composite.opacity)
    has_matrix = composite.matrix != .identity
    let (factor, bias) = composite.matrix.grayRow
    let elements = gray ? [factor, 0, 0, bias] : composite.matrix.elements
    withUnsafeMutableBytes(of: &matrix) { bytes in
      let values = bytes.bindMemory(to: Float.self)
      for (i, element) in elements.enumerated() where i < values.count {
        values[i] = Float(element)
      }
    }
  }
}
