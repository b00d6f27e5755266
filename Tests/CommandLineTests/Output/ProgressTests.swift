import GPUEffects
import Testing

@testable import vfx_gpu

struct ProgressTests {
  private func sample(_ done: Int, _ failed: Int, decode: Int, encode: Int) -> RunProgress {
    RunProgress(
      done: done, failed: failed,
      stages: [
        .init(name: "decode", waiting: 0, running: decode),
        .init(name: "encode", waiting: encode / 2, running: encode - encode / 2),
      ])
  }

  @Test func aLineSaysHowFarAndHowLong() {
    var watch = ProgressWatch(total: 1000)
    watch.add(sample(0, 0, decode: 4, encode: 0), seconds: 1)
    #expect(watch.line == "0/1000, limited by decode")
    watch.add(sample(96, 4, decode: 1, encode: 6), seconds: 10)
    #expect(watch.line == "100/1000, 4 failed, 10.00 a second, 1:30 left, limited by encode")
    watch.add(sample(996, 4, decode: 0, encode: 0), seconds: 100)
    #expect(watch.line.hasPrefix("1000/1000, 4 failed, 10.00 a second, 0:00 left"))
  }

  @Test func longTimesHaveHours() {
    var watch = ProgressWatch(total: 100_001)
    watch.add(sample(1, 0, decode: 0, encode: 0), seconds: 1)
    #expect(watch.line == "1/100001, 1.00 a second, 27:46:40 left")
  }
}
