import TestSupport
import Testing

@testable import GPUEffects

/// Runs of chance, played without threads: whatever the stages, the bounds, and
/// the order in which items get ready, fail and end, nothing is lost or stuck.
struct LedgerSimulation {
  @Test(arguments: 0..<300)
  func everyItemPassesEveryStageOnce(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    func draw(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let stages = (0..<draw(1...5)).map { _ in
      Stage(
        "", on: draw(0...3) == 0 ? .caller : .workers, width: draw(0...1) == 0 ? nil : draw(1...3),
        isOrdered: draw(0...2) == 0)
    }
    let count = draw(0...40)
    let limits = ScheduleLimits(items: draw(1...6), bytes: draw(1...100))
    let weights = (0..<count).map { _ in draw(0...150) }
    let threads = draw(1...4)
    var ledger = Ledger(stages, limits: limits, count: count)

    var passed = [[Int]](repeating: [], count: stages.count)
    var failed: Set<Int> = []
    var running: [Ledger.Step] = []
    var under: Set<Int> = []
    while true {
      // Threads take what there is, one of them being the caller.
      while running.count < threads {
        let isCaller = !running.contains { step in
          if case .run(_, let stage) = step { stages[stage].place == .caller } else { false }
        }
        guard let step = ledger.nextStep(at: isCaller ? [.workers, .caller] : [.workers]) else {
          break
        }
        running.append(step)
        if case .run(let item, 0) = step { under.insert(item) }
      }
      #expect(under.count <= limits.items)
      let held = under.reduce(0) { $0 + weights[$1] }
      #expect(held <= limits.bytes || under.count == 1)
      for (stage, what) in stages.enumerated() {
        let inside = running.count { if case .run(_, stage) = $0 { true } else { false } }
        #expect(inside <= what.width ?? .max)
      }
      if running.isEmpty { break }
      // One of them comes to its end.
      switch running.remove(at: draw(0...(running.count - 1))) {
      case .weigh(let item):
        if draw(0...19) == 0 {
          failed.insert(item)
          ledger.weighed(nil)
        } else {
          ledger.weighed(weights[item])
        }
      case .run(let item, let stage):
        passed[stage].append(item)
        if draw(0...19) == 0, stage < stages.count - 1 {
          failed.insert(item)
          under.remove(item)
          ledger.left(item)
        } else if stage == stages.count - 1 {
          under.remove(item)
          ledger.left(item)
        } else {
          ledger.passed(item)
        }
      case .discard: Issue.record("nothing was to be discarded")
      }
    }
    #expect(ledger.isOver && under.isEmpty, "stuck")
    #expect(Set(passed[stages.count - 1]) == Set(0..<count).subtracting(failed))
    for (stage, items) in passed.enumerated() {
      #expect(Set(items).count == items.count)
      if stages[stage].isOrdered { #expect(items == items.sorted()) }
    }
  }
}
