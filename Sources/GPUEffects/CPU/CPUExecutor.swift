import CKernels
package import GPUEffectsModel

package enum CPUError: Error, Hashable, CustomStringConvertible {
  /// The plan was made for an image of another size or format.
  case otherSource(expected: String, found: String)
  /// The passes don't end with a composite.
  case incompletePlan

  package var description: String {
    switch self {
    case .otherSource(let expected, let found):
      "The plan is for an image of \(expected), but got \(found); make a plan for this image."
    case .incompletePlan:
      "The plan doesn't end with a composite; make it with the planner."
    }
  }
}

/// Interprets plans on the CPU's vector units. The result is the same, byte for
/// byte, for every number of threads and every instruction set.
///
/// An executor keeps its threads and its scratch memory; it can be used from
/// several threads at once.
package final class CPUExecutor: Sendable {
  package static let capabilities = Capabilities(
    formats: [.fixed16, .float32], outputDepths: [.unorm8, .unorm16, .float32],
    maximumSize: 1 << 24)

  let pool: ThreadPool
  private let arenas: ArenaPool
  let level: SIMDLevel?

  /// - Parameters:
  ///   - threads: threads that work on one image, the caller among them.
  ///   - loop: threads of the caller's instead of own ones.
  ///   - level: the instruction set; nil, or one that this machine lacks, is
  ///     the best that there is.
  package init(threads: Int, loop: SharedLoop? = nil, level: SIMDLevel? = nil) {
    pool = ThreadPool(threads: threads, loop: loop)
    arenas = ArenaPool(limit: max(1, threads) + 1)
    self.level = level
  }

  package func run(_ plan: Plan, source: Image) throws(CPUError) -> Image {
    guard
      source.width == plan.sourceWidth, source.height == plan.sourceHeight,
      source.format == plan.sourceFormat
    else {
      throw .otherSource(
        expected: "\(plan.sourceWidth)x\(plan.sourceHeight) \(plan.sourceFormat)",
        found: "\(source.width)x\(source.height) \(source.format)")
    }
    let passes = plan.expandedPasses
    guard case .composite(let composite) = passes.last?.kind else { throw .incompletePlan }
    let (width, height) = (plan.region.x.count, plan.region.y.count)
    let format = plan.outputFormat
    return Image(width: width, height: height, format: format) { bytes in
      guard let target = bytes.baseAddress else { return }
      source.pixels.withUnsafeBytes { samples in
        guard let base = samples.baseAddress else { return }
        let output = OutputRows(
          base: target, bytesPerRow: width * format.bytesPerPixel, rows: plan.region.y)
        let sourceBytes = SourceBytes(
          base: base, bytesPerRow: source.bytesPerRow, format: source.format)
        let kernels = level?.kernels ?? ck_kernels_best()
        if FixedExecution.canRun(plan) {
          FixedExecution(
            plan: plan, composite: composite, passes: passes, source: sourceBytes,
            kernels: kernels, pool: pool, arenas: arenas
          ).run(into: output)
        } else {
          FloatExecution(
            plan: plan, composite: composite, passes: passes, source: sourceBytes,
            kernels: kernels, pool: pool, arenas: arenas
          ).run(into: output)
        }
      }
    }
  }
}
