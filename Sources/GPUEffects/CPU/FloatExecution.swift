import CKernels
import GPUEffectsModel

/// Runs any plan on float lanes, on 1 to 4 channels of any depth.
///
/// Threads share it: the memory behind its pointers outlives the run, and each
/// row of the output is written by one of them.
struct FloatExecution: @unchecked Sendable {
  let plan: Plan
  let composite: Composite
  let passes: [Pass]
  let source: SourceBytes
  let kernels: Kernels
  let pool: ThreadPool
  let arenas: ArenaPool

  func run(into output: OutputRows) {
    guard let storeIndex = passes.storeIndex else {
      writeResult(from: nil, passes[...], into: output)
      return
    }
    arenas.withArena { arena in
      let stored = StoredRows<Float>(
        area: passes[storeIndex].input.area, channels: plan.sourceFormat.channels.rawValue,
        arena: arena)
      fill(stored, by: passes[..<storeIndex], for: passes[storeIndex])
      writeResult(from: stored, passes[storeIndex...], into: output)
    }
  }

  private func fill(_ stored: StoredRows<Float>, by passes: ArraySlice<Pass>, for reader: Pass) {
    let rows = SharedRows(stored)
    pool.runBands(of: reader.input.area.y, atLeast: 16) { band in
      arenas.withArena { arena in
        let last = chain(nil, passes, for: reader, arena)
        for y in band {
          rows.source.row(y).update(from: last.row(y), count: rows.source.samplesPerRow)
        }
      }
    }
  }

  private func writeResult(
    from stored: StoredRows<Float>?, _ passes: ArraySlice<Pass>, into output: OutputRows
  ) {
    guard let compositePass = passes.last else { return }
    let rows = stored.map(SharedRows.init)
    pool.runBands(of: plan.region.y, atLeast: 16) { band in
      arenas.withArena { arena in
        let last = chain(rows?.source, passes.dropLast(), for: compositePass, arena)
        let writer = CompositeRows(
          composite, plan: plan, source: source, kernels: kernels, arena: arena)
        let offset = (plan.region.x.lowerBound - last.area.x.lowerBound) * last.channels
        for y in band { writer.write(last.row(y) + offset, y: y, to: output.row(y)) }
      }
    }
  }

  /// The stages of `passes`, the last of which `reader` reads.
  private func chain(
    _ start: RowSource<Float>?, _ passes: ArraySlice<Pass>, for reader: Pass, _ arena: Arena
  ) -> RowSource<Float> {
    let chain = Chain(kernels: kernels, arena: arena)
    let readers = passes.dropFirst() + [reader]
    var input = start
    for (pass, next) in zip(passes, readers) {
      guard let stage = input else {
        input = LoadStage(
          source: source, colorSpace: plan.colorSpace, area: pass.output.area, depth: next.rowsHeld,
          halo: Halo(readBy: next), kernels: kernels, arena: arena)
        continue
      }
      input = chain.stage(pass, input: stage, next: next)
    }
    return input
      ?? LoadStage(
        source: source, colorSpace: plan.colorSpace, area: reader.input.area,
        depth: reader.rowsHeld,
        halo: Halo(readBy: reader), kernels: kernels, arena: arena)
  }
}

/// Rows that several threads read, or write at disjoint indices.
struct SharedRows<Sample: Lane>: @unchecked Sendable {
  let source: StoredRows<Sample>

  init(_ source: StoredRows<Sample>) { self.source = source }
}

/// Where the result's rows go.
struct OutputRows: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  let bytesPerRow: Int
  let rows: Range<Int>

  func row(_ y: Int) -> UnsafeMutableRawPointer { base + (y - rows.lowerBound) * bytesPerRow }
}

extension ThreadPool {
  /// Calls `body` for bands that together are `rows`, none but the last of
  /// fewer than `least` rows. More bands than threads even out the time that
  /// other programs take.
  func runBands(of rows: Range<Int>, atLeast least: Int, _ body: @Sendable (Range<Int>) -> Void) {
    let count = max(1, min(threads == 1 ? 1 : 2 * threads, rows.count / least))
    run(count) { index in
      let start = rows.lowerBound + rows.count * index / count
      body(start..<(rows.lowerBound + rows.count * (index + 1) / count))
    }
  }
}
