import GPUEffects
import GPUEffectsCodecs

/// A loop that spreads its calls over as many threads, the caller's among them.
/// Where the system has no more threads, fewer do.
func spread(over threads: Int) -> ConcurrentLoop {
  { count, body in
    withoutActuallyEscaping(body) { body in
      let next = Monitor(0)
      @Sendable func work() {
        while true {
          let index = next.change { next in
            defer { next += 1 }
            return next
          }
          if index >= count { return }
          body(index)
        }
      }
      let helpers = (0..<max(0, min(threads, count) - 1)).compactMap { _ in
        Thread.start { work() }
      }
      work()
      for helper in helpers { helper.join() }
    }
  }
}
