import CKernels
import GPUEffectsModel

/// The source's samples as premultiplied lanes.
final class LoadStage: RowStage<Float> {
  private let source: SourceBytes
  private let kernels: Kernels
  private let transfer: TransferRows?

  init(
    source: SourceBytes, colorSpace: BlurColorSpace, area: Area, depth: Int, halo: Halo,
    kernels: Kernels, arena: Arena
  ) {
    transfer = colorSpace == .linear ? .linearizing(channels: source.format.channels) : nil
    self.source = source
    self.kernels = kernels
    super.init(
      area: area, channels: source.format.channels.rawValue, depth: depth, halo: halo,
      arena: arena)
  }

  override func make(_ y: Int, into row: UnsafeMutablePointer<Float>) {
    source.load(row, x: area.x, y: y, kernels: kernels)
    transfer?.apply(to: row, cells: area.x.count)
  }
}

/// The source image's samples in memory.
struct SourceBytes: @unchecked Sendable {
  let base: UnsafeRawPointer
  let bytesPerRow: Int
  let format: PixelFormat

  func pointer(x: Int, y: Int) -> UnsafeRawPointer {
    base + y * bytesPerRow + x * format.bytesPerPixel
  }

  /// Pixels of one row as premultiplied lanes.
  func load(_ row: UnsafeMutablePointer<Float>, x: Range<Int>, y: Int, kernels: Kernels) {
    kernels.pointee.f32_load(
      row, pointer(x: x.lowerBound, y: y), x.count, Int32(format.channels.rawValue),
      Int32(format.depth.rawValue), format.alpha == .straight)
  }
}
