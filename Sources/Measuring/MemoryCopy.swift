import GPUEffectsCPU
package import GPUEffectsModel

/// What a picture costs at least: its bytes copied by several threads from
/// memory to memory, both warm.
package final class MemoryCopy {
  private let pool: ThreadPool
  private let source: PixelBuffer
  private let target: PixelBuffer

  package init(_ image: Image, threads: Int) {
    pool = ThreadPool(threads: threads)
    source = image.pixels
    target = PixelBuffer(byteCount: source.byteCount)
    run()
  }

  package func run() {
    let (source, target, parts) = (source, target, pool.threads)
    pool.run(parts) { part in
      let page = 4096
      let pages = (source.byteCount + page - 1) / page
      let first = pages * part / parts * page
      let end = min(source.byteCount, pages * (part + 1) / parts * page)
      source.withUnsafeBytes { from in
        target.withUnsafeMutableBytes { to in
          UnsafeMutableRawBufferPointer(rebasing: to[first..<end])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: from[first..<end]))
        }
      }
    }
  }
}
