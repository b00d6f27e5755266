import Synchronization
import Testing

@testable import GPUEffects

/// Loops that idle threads help with.
struct LoopTests {
  @Test(arguments: [1, 2, 5])
  func everyNumberIsCalledOnce(threads: Int) {
    let workers = Workers(threads)
    for count in [0, 1, 2, 17, 1000] {
      let calls = Mutex([Int](repeating: 0, count: count))
      workers.loop(count) { index in calls.withLock { $0[index] += 1 } }
      #expect(calls.withLock { $0 } == [Int](repeating: 1, count: count))
    }
  }

  /// Each call waits for all the others, so it takes as many threads.
  @Test func idleThreadsHelp() {
    let workers = Workers(4)
    let entered = Monitor(0)
    workers.loop(4) { _ in
      entered.change { $0 += 1 }
      entered.wait { $0 == 4 ? () : nil }
    }
  }

  @Test func stagesMayLoopAndLoopsMayNest() {
    let workers = Workers(3)
    let sum = Mutex(0)
    Pipeline.numbers
      .then(Stage("a")) { number, _ in
        workers.loop(5) { _ in workers.loop(4) { _ in sum.withLock { $0 += number } } }
      }
      .onCaller("b") { _, _ in workers.loop(3) { _ in sum.withLock { $0 += 1 } } }
      .run(on: workers, count: 30, limits: ScheduleLimits(items: 4)) { _, _ in .goOn }
    let expected = 20 * 29 * 15 + 3 * 30
    #expect(sum.withLock { $0 } == expected)
  }

  @Test func stoppedWorkersLeaveTheWorkToTheCaller() {
    let workers = Workers(3)
    workers.stop()
    let calls = Mutex(0)
    workers.loop(10) { _ in calls.withLock { $0 += 1 } }
    #expect(calls.withLock { $0 } == 10)
  }
}
