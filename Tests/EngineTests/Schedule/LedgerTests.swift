import Testing

@testable import GPUEffects

/// What may be done next, decided without threads.
struct LedgerTests {
  private let two = [Stage("a"), Stage("b")]

  private func all(_ ledger: inout Ledger) -> [Ledger.Step] {
    var steps: [Ledger.Step] = []
    while let step = ledger.nextStep(at: [.workers, .caller]) {
      steps.append(step)
      if case .weigh = step { ledger.weighed(1) }
    }
    return steps.filter { if case .weigh = $0 { false } else { true } }
  }

  @Test func itemsEnterInOrderUpToTheLimit() {
    var ledger = Ledger(two, limits: ScheduleLimits(items: 3), count: 10)
    #expect(all(&ledger) == [.run(0, stage: 0), .run(1, stage: 0), .run(2, stage: 0)])
    ledger.left(1)
    #expect(all(&ledger) == [.run(3, stage: 0)])
  }

  @Test func theLatestStageComesFirst() {
    var ledger = Ledger(two, limits: ScheduleLimits(items: 2), count: 10)
    _ = all(&ledger)
    ledger.passed(1)
    ledger.passed(0)
    #expect(all(&ledger) == [.run(0, stage: 1), .run(1, stage: 1)])
  }

  @Test func bytesBoundWhatEnters() {
    var ledger = Ledger(two, limits: ScheduleLimits(items: 9, bytes: 100), count: 10)
    func enter(_ bytes: Int) -> Ledger.Step? {
      if case .weigh = ledger.nextStep(at: [.workers]) { ledger.weighed(bytes) }
      return ledger.nextStep(at: [.workers])
    }
    #expect(enter(60) == .run(0, stage: 0))
    #expect(enter(40) == .run(1, stage: 0))
    // One that alone is more than the bound waits until it is alone, and nobody overtakes it.
    #expect(enter(1000) == nil)
    ledger.left(0)
    #expect(enter(1) == nil)
    ledger.left(1)
    #expect(ledger.nextStep(at: [.workers]) == .run(2, stage: 0))
    #expect(enter(1) == nil)
    ledger.left(2)
    #expect(ledger.nextStep(at: [.workers]) == .run(3, stage: 0))
  }

  @Test func absurdWeightsOverflowNothing() {
    var ledger = Ledger(two, limits: ScheduleLimits(items: 9), count: 3)
    for weight in [Int.max, Int.max, -5] {
      #expect(ledger.nextStep(at: [.workers]) != nil)
      ledger.weighed(weight)
      #expect(ledger.nextStep(at: [.workers]) != nil)
    }
  }

  @Test func aWidthBoundsItsStageOnly() {
    var ledger = Ledger(
      [Stage("a", width: 2), Stage("b")], limits: ScheduleLimits(items: 9), count: 9)
    #expect(all(&ledger) == [.run(0, stage: 0), .run(1, stage: 0)])
    ledger.passed(0)
    #expect(all(&ledger) == [.run(0, stage: 1), .run(2, stage: 0)])
  }

  @Test func anOrderedStageLeavesNobodyOutButTheFailed() {
    var ledger = Ledger(
      [Stage("a"), Stage("b", isOrdered: true)], limits: ScheduleLimits(items: 4), count: 4)
    _ = all(&ledger)
    ledger.passed(3)
    ledger.passed(1)
    #expect(all(&ledger).isEmpty)
    ledger.left(0)
    #expect(all(&ledger) == [.run(1, stage: 1)])
    ledger.passed(2)
    #expect(all(&ledger).isEmpty, "one at a time")
    ledger.left(1)
    #expect(all(&ledger) == [.run(2, stage: 1)])
  }

  @Test func onlyTheCallerTakesItsStage() {
    var ledger = Ledger(
      [Stage("a", on: .caller)], limits: ScheduleLimits(items: 4), count: 2)
    #expect(ledger.nextStep(at: [.caller]) == nil)
    #expect(ledger.nextStep(at: [.workers]) == .weigh(0))
    ledger.weighed(0)
    #expect(ledger.nextStep(at: [.workers]) == .weigh(1))
    #expect(ledger.nextStep(at: [.caller]) == .run(0, stage: 0))
  }

  @Test func finishingBeginsNothingAndDiscardingDropsWhatWaits() {
    var ledger = Ledger(two, limits: ScheduleLimits(items: 3), count: 10)
    _ = all(&ledger)
    ledger.stop(.finish)
    ledger.passed(0)
    #expect(all(&ledger) == [.run(0, stage: 1)])
    ledger.stop(.discard)
    ledger.stop(.finish)
    ledger.passed(1)
    #expect(all(&ledger) == [.discard(1)])
    #expect(!ledger.isOver)
    ledger.left(0)
    ledger.left(1)
    ledger.left(2)
    #expect(ledger.isOver)
  }

  @Test func aStreamEndsWhereItSays() {
    var ledger = Ledger(
      [Stage("read", isOrdered: true), Stage("b")], limits: ScheduleLimits(items: 3), count: nil)
    #expect(all(&ledger) == [.run(0, stage: 0)])
    ledger.passed(0)
    #expect(all(&ledger) == [.run(0, stage: 1), .run(1, stage: 0)])
    ledger.ended(before: 1)
    #expect(all(&ledger).isEmpty && !ledger.isOver)
    ledger.left(0)
    #expect(ledger.isOver)
  }

  @Test func nothingIsBegunOfNothing() {
    var ledger = Ledger(two, limits: ScheduleLimits(items: 3), count: 0)
    #expect(ledger.isOver && ledger.nextStep(at: [.workers]) == nil)
  }
}
