import CKernels
import Synchronization

/// Scratch memory of one thread for one piece of work: taken bit by bit, given
/// back as a whole.
final class Arena {
  private var blocks: [UnsafeMutableRawBufferPointer] = []
  private var used = 0
  private var total = 0

  deinit { for block in blocks { block.deallocate() } }

  /// Uninitialised memory for `count` values, aligned to 64 bytes, that lives
  /// until the arena is reset.
  func take<T: BitwiseCopyable>(_ type: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
    let bytes = (max(1, count) * MemoryLayout<T>.stride + 63) & ~63
    if let block = blocks.last, used + bytes <= block.count, let base = block.baseAddress {
      defer { used += bytes }
      return (base + used).bindMemory(to: T.self, capacity: count)
    }
    let block = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(bytes, 1 << 16, total), alignment: 64)
    blocks.append(block)
    total += block.count
    used = 0
    return take(type, count)
  }

  func takeZeroed<T: BitwiseCopyable & ExpressibleByIntegerLiteral>(
    _ type: T.Type, _ count: Int
  ) -> UnsafeMutablePointer<T> {
    let memory = take(type, count)
    memory.initialize(repeating: 0, count: count)
    return memory
  }

  /// Forgets what was taken; the memory is kept, in one block.
  func reset() {
    used = 0
    guard blocks.count > 1 else { return }
    for block in blocks { block.deallocate() }
    blocks = [.allocate(byteCount: total, alignment: 64)]
  }
}

/// Arenas that wait for reuse, so that a second frame allocates nothing.
final class ArenaPool: Sendable {
  private struct Idle: @unchecked Sendable { var arenas: [Arena] = [] }
  private let idle = Mutex(Idle())
  private let limit: Int

  /// Keeps at most `limit` idle arenas.
  init(limit: Int) { self.limit = limit }

  func withArena<R>(_ body: (Arena) -> R) -> R {
    let arena = idle.withLock { $0.arenas.popLast() } ?? Arena()
    defer {
      arena.reset()
      let kept = Idle(arenas: [arena])
      idle.withLock { idle in
        if idle.arenas.count < limit { idle.arenas += kept.arenas }
      }
    }
    return body(arena)
  }
}
