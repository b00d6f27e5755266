/// A pipeline under way, without the types of its values.
struct Run: Sendable {
  var ledger: Ledger
  let events: Events
  private var work: [Int: Work] = [:]
  private var counts = (done: 0, failed: 0)

  /// What is called while nothing is locked.
  struct Events: Sendable {
    let begin: @Sendable (Int) -> Work
    let weigh: @Sendable (Int) throws -> Int
    let failed: @Sendable (Int, any Error) -> Continuation
    let discarded: @Sendable (Int) -> Void
  }

  init(_ stages: [Stage], limits: ScheduleLimits, count: Int?, events: Events) {
    ledger = Ledger(stages, limits: limits, count: count)
    self.events = events
  }

  var progress: RunProgress {
    RunProgress(
      done: counts.done, failed: counts.failed,
      stages: zip(ledger.stages, ledger.occupancy).map { stage, occupancy in
        .init(name: stage.name, waiting: occupancy.waiting, running: occupancy.running)
      })
  }

  // MARK: Steps

  /// A step with all that a thread needs for it.
  struct Step: Sendable {
    fileprivate enum Kind: Sendable {
      case weigh
      case work(Work)
      case discard
    }
    fileprivate let kind: Kind
    fileprivate let index: Int
    fileprivate let events: Events
  }

  mutating func nextStep(at places: Set<Stage.Place>) -> Step? {
    switch ledger.nextStep(at: places) {
    case nil: nil
    case .weigh(let index): Step(kind: .weigh, index: index, events: events)
    case .discard(let index): Step(kind: .discard, index: index, events: events)
    case .run(let index, _):
      Step(
        kind: .work(work.removeValue(forKey: index) ?? events.begin(index)), index: index,
        events: events)
    }
  }

  fileprivate enum Change: Sendable {
    case weighed(Int)
    case notBegun
    case passed(Work)
    case done
    case failed
    case discarded
    case ended
  }

  fileprivate mutating func note(_ change: Change, _ index: Int, _ continuation: Continuation) {
    switch change {
    case .weighed(let bytes): ledger.weighed(bytes)
    case .notBegun:
      ledger.weighed(nil)
      counts.failed += 1
    case .passed(let rest):
      work[index] = rest
      ledger.passed(index)
    case .done:
      ledger.left(index)
      counts.done += 1
    case .failed:
      ledger.left(index)
      counts.failed += 1
    case .discarded:
      work[index] = nil
      ledger.left(index)
    case .ended:
      ledger.ended(before: index)
    }
    ledger.stop(continuation)
  }
}

extension Run.Step {
  /// Does it, on the calling thread.
  func perform(_ state: Monitor<Workers.State>) {
    let (change, continuation) = outcome()
    state.change { [index] in $0.run?.note(change, index, continuation) }
  }

  private func outcome() -> (Run.Change, Continuation) {
    do {
      switch kind {
      case .weigh: return (.weighed(try events.weigh(index)), .goOn)
      case .discard:
        events.discarded(index)
        return (.discarded, .goOn)
      case .work(.task(let task)):
        switch try task() {
        case .task(let next): return (.passed(.task(next)), .goOn)
        case .done(let deliver): return (.done, deliver())
        case .end: return (.ended, .goOn)
        }
      case .work(.done(let deliver)): return (.done, deliver())
      case .work(.end): return (.ended, .goOn)
      }
    } catch {
      let continuation = events.failed(index, error)
      if case .weigh = kind { return (.notBegun, continuation) }
      return (.failed, continuation)
    }
  }
}

extension Pipeline {
  /// Runs items through the stages; returns when all have left.
  ///
  /// The results depend on no timing: every item passes every stage once, and
  /// ordered stages in order. One run at a time: don't call this from a stage.
  ///
  /// - Parameters:
  ///   - count: how many items there are; nil where a stream ends by itself.
  ///   - bytes: what an item will hold until it leaves, asked for one item after
  ///     the other; an error ends that item.
  ///   - finished: told once about every item that was begun, on any thread, by
  ///     several at the same time; says whether to go on.
  public func run(
    on workers: Workers, count: Int?, limits: ScheduleLimits, control: RunControl = RunControl(),
    bytes: @escaping @Sendable (Int) throws -> Int = { _ in 0 },
    finished: @escaping @Sendable (Int, ItemOutcome<Output>) -> Continuation
  ) {
    guard !stages.isEmpty else { return }
    let begin = begin
    let events = Run.Events(
      begin: { number in begin(number) { output in .done { finished(number, .done(output)) } } },
      weigh: bytes,
      failed: { finished($0, .failed($1)) },
      discarded: { _ = finished($0, .discarded) })
    workers.run(Run(stages, limits: limits, count: count, events: events), control)
  }
}
