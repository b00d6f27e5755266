import CKernels
import GPUEffectsModel

/// Runs plans of 8-bit images with `fixed16` intermediates on 16-bit lanes,
/// twice as many to a vector as floats. The first step reads the image's
/// bytes, the last writes the result's, so that whole images are read and
/// written once.
struct FixedExecution: @unchecked Sendable {
  let plan: Plan
  let composite: Composite
  let passes: [Pass]
  let source: SourceBytes
  let kernels: Kernels
  let pool: ThreadPool
  let arenas: ArenaPool

  /// Results at least this large are written past the caches: the next reader
  /// won't find them there anyway.
  private static let streamingBytes = 4 << 20

  static func canRun(_ plan: Plan) -> Bool {
    let inner = plan.passes.dropLast().map(\.output.format)
    return plan.sourceFormat.depth == .unorm8 && plan.colorSpace == .encoded
      && inner.allSatisfy { $0 == .fixed16 }
      && (!inner.isEmpty || plan.outputFormat.depth == .unorm8)
  }

  func run(into output: OutputRows) {
    guard let storeIndex = passes.storeIndex else {
      writeResult(from: nil, passes[...], into: output)
      return
    }
    arenas.withArena { arena in
      let stored = StoredRows<UInt16>(
        area: passes[storeIndex].input.area, channels: source.format.channels.fixedLanes,
        arena: arena)
      fill(stored, by: passes[..<storeIndex], for: passes[storeIndex])
      writeResult(from: stored, passes[storeIndex...], into: output)
    }
  }

  private func fill(_ stored: StoredRows<UInt16>, by passes: ArraySlice<Pass>, for reader: Pass) {
    let rows = SharedRows(stored)
    pool.runBands(of: reader.input.area.y, atLeast: 16) { band in
      arenas.withArena { arena in
        guard let last = chain(nil, passes, for: reader, arena) else { return }
        for y in band {
          rows.source.row(y).update(from: last.row(y), count: rows.source.samplesPerRow)
        }
      }
    }
  }

  private func writeResult(
    from stored: StoredRows<UInt16>?, _ passes: ArraySlice<Pass>, into output: OutputRows
  ) {
    let rows = stored.map(SharedRows.init)
    let finish = FixedFinish(composite, plan: plan)
    // The two rows over a cell are made at once.
    let y = plan.region.y
    let pairs = (y.lowerBound >> 1)..<((y.upperBound + 1) >> 1)
    pool.runBands(of: pairs, atLeast: 16) { band in
      arenas.withArena { arena in
        let band = (2 * band.lowerBound..<2 * band.upperBound).clamped(to: y)
        writeBand(band, from: rows?.source, passes, finish, into: output, arena)
      }
    }
  }

  private func writeBand(
    _ band: Range<Int>, from stored: StoredRows<UInt16>?, _ passes: ArraySlice<Pass>,
    _ finish: FixedFinish, into output: OutputRows, _ arena: Arena
  ) {
    guard let compositePass = passes.last else { return }
    let before = passes.dropLast()
    let stream = plan.region.y.count * output.bytesPerRow >= Self.streamingBytes
    if finish.isLocal, let last = before.last {
      switch last.kind {
      case .upsample(let order):
        if let input = chain(stored, before.dropLast(), for: last, arena) {
          UpsampledResult(
            last, order, input: input, finish: finish, channels: source.format.channels.rawValue,
            stream: stream, kernels: kernels, arena: arena
          ).write(band, to: output)
          return
        }
      case .convolve(.horizontal, let halfTaps, nil)
      where finish.color == nil && last.input.level == 0:
        if let input = chain(stored, before.dropLast(), for: last, arena),
          input.channels == source.format.channels.rawValue
        {
          ConvolvedResult(
            last, halfTaps: halfTaps, input: input, stream: stream, kernels: kernels
          ).write(band, to: output)
          return
        }
      default: break
      }
    }
    guard let last = chain(stored, before, for: compositePass, arena) else { return }
    let writer = FixedCompositeRows(
      composite, finish: finish, plan: plan, source: source, kernels: kernels, arena: arena)
    let offset = (plan.region.x.lowerBound - last.area.x.lowerBound) * last.channels
    for y in band {
      writer.write(last.row(y) + offset, lanesPerCell: last.channels, y: y, to: output.row(y))
    }
  }

  /// The stages of `passes`, the last of which `reader` reads; nil where there
  /// is none, not even a load.
  private func chain(
    _ start: RowSource<UInt16>?, _ passes: ArraySlice<Pass>, for reader: Pass, _ arena: Arena
  ) -> RowSource<UInt16>? {
    let chain = Chain(kernels: kernels, arena: arena)
    var input = start
    var index = passes.startIndex
    while index < passes.endIndex {
      let pass = passes[index]
      let next = index + 1 < passes.endIndex ? passes[index + 1] : reader
      if let stage = input {
        input = chain.stage(pass, input: stage, next: next)
      } else if source.format.alpha != .straight, index + 1 < passes.endIndex,
        let stage = byteStage(
          next, for: index + 2 < passes.endIndex ? passes[index + 2] : reader, arena)
      {
        input = stage
        index += 1
      } else {
        input = ByteLoad(
          source: source, area: pass.output.area, depth: next.rowsHeld,
          halo: Halo(readBy: next), kernels: kernels, arena: arena)
      }
      index += 1
    }
    return input
  }

  /// A first step that reads bytes, without a load before it.
  private func byteStage(_ pass: Pass, for reader: Pass, _ arena: Arena) -> RowSource<UInt16>? {
    switch pass.kind {
    case .downsample(let order):
      ByteDownsampling(
        pass, order, source: source, depth: reader.rowsHeld, halo: Halo(readBy: reader),
        kernels: kernels, arena: arena)
    case .convolve(.vertical, let halfTaps, let scale):
      ByteConvolution(
        pass, halfTaps: halfTaps, scale: scale, source: source, depth: reader.rowsHeld,
        halo: Halo(readBy: reader), kernels: kernels, arena: arena)
    default: nil
    }
  }
}
