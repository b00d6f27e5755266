import Glibc
import Synchronization
import Testing

@testable import GPUEffects

/// Stages that block, fail and finish out of order, on real threads. What waits
/// here waits for another thread, never for time.
struct PipelineTests {
  private struct Broken: Error {
    let number: Int
  }

  /// What became of each item, in the order in which it came.
  private final class Record: Sendable {
    private let state = Monitor<[(number: Int, result: String)]>([])

    func add<Output>(_ number: Int, _ outcome: ItemOutcome<Output>) {
      let result =
        switch outcome {
        case .done(let output): "\(output)"
        case .failed: "failed"
        case .discarded: "discarded"
        }
      state.change { $0.append((number, result)) }
    }

    var all: [(number: Int, result: String)] { state.quietly { $0 } }
    var byNumber: [String] { all.sorted { $0.number < $1.number }.map(\.result) }
    func wait(for number: Int) { state.wait { $0.contains { $0.number == number } ? () : nil } }
  }

  private func limits(_ items: Int = 6) -> ScheduleLimits { ScheduleLimits(items: items) }

  @Test(arguments: 1...5, [true, false])
  func resultsDependOnNoNumberOfThreads(threads: Int, callerIsOne: Bool) {
    let workers = Workers(threads, callerIsOne: callerIsOne)
    let record = Record()
    let ordered = Mutex<[Int]>([])
    Pipeline.numbers
      .then(Stage("square")) { value, _ in value * value }
      .onCaller("add") { value, number in value + number }
      .then(Stage("in order", isOrdered: true)) { value, number in
        ordered.withLock { $0.append(number) }
        if number % 7 == 3 { throw Broken(number: number) }
        return "\(value)"
      }
      .then(Stage("text")) { text, _ in text + "!" }
      .run(on: workers, count: 100, limits: limits()) {
        record.add($0, $1)
        return .goOn
      }
    #expect(ordered.withLock { $0 } == Array(0..<100))
    let expected: [String] = (0..<100).map { n in n % 7 == 3 ? "failed" : "\(n * n + n)!" }
    #expect(record.byNumber == expected)
  }

  @Test func theCallerStageStaysOnTheCallingThread() {
    let workers = Workers(3)
    let caller = pthread_self()
    let elsewhere = Mutex(0)
    Pipeline.numbers
      .then(Stage("a")) { value, _ in value }
      .onCaller("b") { _, _ in
        if pthread_equal(pthread_self(), caller) == 0 { elsewhere.withLock { $0 += 1 } }
      }
      .run(on: workers, count: 50, limits: limits()) { _, _ in .goOn }
    #expect(elsewhere.withLock { $0 } == 0)
  }

  @Test func whatFinishesOutOfOrderIsPutInOrder() {
    let workers = Workers(2)
    let ready = Monitor<Set<Int>>([])
    let record = Record()
    Pipeline.numbers
      .then(Stage("slow start")) { number, _ in
        // The first waits for the third.
        if number == 0 { ready.wait { $0.contains(2) ? () : nil } }
        ready.change { _ = $0.insert(number) }
        return number
      }
      .then(Stage("in order", isOrdered: true)) { number, _ in number }
      .run(on: workers, count: 6, limits: limits(3)) {
        record.add($0, $1)
        return .goOn
      }
    #expect(record.all.map(\.number) == Array(0..<6))
  }

  @Test func noMoreIsUnderWayThanTheLimits() {
    let workers = Workers(4)
    let under = Mutex((now: 0, most: 0, bytes: 0, mostBytes: 0))
    Pipeline.numbers
      .then(Stage("a")) { number, _ in
        under.withLock {
          $0.now += 1
          $0.bytes += number
          $0.most = max($0.most, $0.now)
          $0.mostBytes = max($0.mostBytes, $0.bytes)
        }
      }
      .then(Stage("b", width: 1)) { _, number in
        under.withLock {
          $0.now -= 1
          $0.bytes -= number
        }
      }
      .run(
        on: workers, count: 60, limits: ScheduleLimits(items: 3, bytes: 90), bytes: { $0 },
        finished: { _, _ in .goOn })
    let seen = under.withLock { $0 }
    #expect(seen.now == 0 && seen.most <= 3 && seen.mostBytes <= 90)
  }

  @Test func anItemThatIsTooHeavyToBeginFailsAlone() {
    let record = Record()
    Pipeline.numbers.then(Stage("a")) { number, _ in number }
      .run(
        on: Workers(2), count: 4, limits: limits(),
        bytes: { if $0 == 1 { throw Broken(number: 1) } else { 1 } },
        finished: {
          record.add($0, $1)
          return .goOn
        })
    #expect(record.byNumber == ["0", "failed", "2", "3"])
  }

  @Test func afterAFailureTheRestMayBeLeft() {
    let record = Record()
    Pipeline.numbers
      .then(Stage("a")) { number, _ in
        if number == 2 { throw Broken(number: 2) }
        return number
      }
      .run(on: Workers(1), count: 100, limits: limits(1)) { number, outcome in
        record.add(number, outcome)
        if case .failed = outcome { return .finish }
        return .goOn
      }
    #expect(record.byNumber == ["0", "1", "failed"])
  }

  @Test(arguments: [Continuation.finish, .discard])
  func aRunCanBeStoppedFromOutside(how: Continuation) {
    let workers = Workers(2, callerIsOne: false)
    let control = RunControl()
    let record = Record()
    let entered = Monitor(0)
    let stopped = Monitor(false)
    let other = Thread.start {
      entered.wait { $0 == 2 ? () : nil }
      control.stop(how)
      stopped.change { $0 = true }
    }
    Pipeline.numbers
      .then(Stage("a")) { number, _ in
        entered.change { $0 += 1 }
        stopped.wait { $0 ? () : nil }
        return number
      }
      .then(Stage("b")) { number, _ in number }
      .run(on: workers, count: 1000, limits: limits(2), control: control) {
        record.add($0, $1)
        return .goOn
      }
    other?.join()
    let expected: [String] = how == .finish ? ["0", "1"] : ["discarded", "discarded"]
    #expect(record.byNumber == expected)
  }

  @Test func aRunStoppedBeforeItBeginsDoesNothing() {
    let control = RunControl()
    control.stop(.finish)
    let record = Record()
    Pipeline.numbers.then(Stage("a")) { number, _ in number }
      .run(on: Workers(2), count: 5, limits: limits(), control: control) {
        record.add($0, $1)
        return .goOn
      }
    #expect(record.all.isEmpty)
  }

  @Test(arguments: 1...3)
  func aStreamEndsByItself(threads: Int) {
    let record = Record()
    Pipeline.stream("read") { number in number < 17 ? "line \(number)" : nil }
      .then(Stage("a")) { line, _ in line }
      .run(on: Workers(threads), count: nil, limits: limits()) {
        record.add($0, $1)
        return .goOn
      }
    let expected: [String] = (0..<17).map { "line \($0)" }
    #expect(record.byNumber == expected)
  }

  @Test func aRunSaysWhereItsItemsAre() {
    let workers = Workers(2, callerIsOne: false)
    let control = RunControl()
    let seen = Mutex<RunProgress?>(nil)
    let entered = Monitor(0)
    Pipeline.numbers
      .then(Stage("a")) { number, _ in number }
      .then(Stage("b")) { number, _ in
        if number == 0 { throw Broken(number: 0) }
        entered.change { $0 += 1 }
        entered.wait { $0 >= 2 ? () : nil }
      }
      .onCaller("c") { _, number in
        if number == 1 { seen.withLock { $0 = control.progress } }
      }
      .run(on: workers, count: 3, limits: limits(), control: control) { _, _ in .goOn }
    let progress = seen.withLock { $0 }
    #expect(progress?.failed == 1)
    #expect(progress?.stages.map(\.name) == ["a", "b", "c"])
    #expect(progress?.stages[2].running == 1)
    #expect(control.progress == nil)
  }
}
