import GPUEffectsCPU
import Synchronization
import Testing

struct ThreadPoolTests {
  @Test(arguments: [1, 2, 5])
  func everyIndexRunsOnce(threads: Int) {
    let pool = ThreadPool(threads: threads)
    for count in [0, 1, 2, 7, 100] {
      let calls = Mutex([Int](repeating: 0, count: count))
      pool.run(count) { index in calls.withLock { $0[index] += 1 } }
      #expect(calls.withLock { $0 } == [Int](repeating: 1, count: count))
    }
  }

  @Test func aPoolInUseLeavesTheWorkToTheCaller() {
    let pool = ThreadPool(threads: 3)
    let total = Mutex(0)
    pool.run(4) { _ in
      pool.run(5) { _ in total.withLock { $0 += 1 } }
    }
    #expect(total.withLock { $0 } == 20)
  }
}
