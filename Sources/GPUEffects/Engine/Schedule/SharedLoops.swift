/// Loops whose calls may be spread over threads.
struct SharedLoops: Sendable {
  struct Chunk: Sendable {
    let id: Int
    let index: Int
    let body: LoopBody
  }

  private struct Loop: Sendable {
    let count: Int
    let body: LoopBody
    var next = 0
    var helpers = 0
  }

  private var loops: [Int: Loop] = [:]
  private var nextID = 0

  mutating func open(_ count: Int, _ body: LoopBody) -> Int {
    defer { nextID += 1 }
    loops[nextID] = Loop(count: count, body: body)
    return nextID
  }

  /// The next call of a loop for the thread that opened it.
  mutating func claim(_ id: Int) -> Int? {
    guard let loop = loops[id], loop.next < loop.count else { return nil }
    loops[id]?.next += 1
    return loop.next
  }

  /// A call for another thread.
  mutating func help() -> Chunk? {
    guard let (id, loop) = loops.first(where: { $0.value.next < $0.value.count }) else {
      return nil
    }
    loops[id]?.next += 1
    loops[id]?.helpers += 1
    return Chunk(id: id, index: loop.next, body: loop.body)
  }

  mutating func finished(_ chunk: Chunk) { loops[chunk.id]?.helpers -= 1 }

  /// Forgets a loop, if nobody is helping with it any more.
  mutating func close(_ id: Int) -> Bool {
    guard let loop = loops[id], loop.helpers > 0 else {
      loops[id] = nil
      return true
    }
    return false
  }
}

/// What a loop calls, where it lies on the stack of the thread that opened it
/// and waits for all calls.
struct LoopBody: @unchecked Sendable {
  private let body: UnsafePointer<@Sendable (Int) -> Void>

  init(_ body: UnsafePointer<@Sendable (Int) -> Void>) { self.body = body }

  func call(_ index: Int) { body.pointee(index) }
}
