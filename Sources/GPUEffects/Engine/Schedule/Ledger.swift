/// Who may do what next: the state of a run as plain data, without threads.
///
/// Items enter in the order of their numbers, as far as the limits allow, and
/// pass the stages. Of what could be done the latest stage comes first, so that
/// items leave before others enter, and of its items the lowest number. The
/// lowest number under way can therefore always go on, whatever is ordered or
/// bounded, and nothing waits for what has not entered.
struct Ledger: Sendable {
  enum Step: Hashable, Sendable {
    /// To find out how much the next item will hold.
    case weigh(Int)
    case run(Int, stage: Int)
    case discard(Int)
  }

  private struct Item: Sendable {
    var stage = 0
    var isRunning = false
    var bytes: Int
  }

  let stages: [Stage]
  let limits: ScheduleLimits
  private var items: [Int: Item] = [:]
  /// The number of the next item to enter.
  private var next = 0
  /// The number of items, where it is known.
  private var count: Int?
  /// What the next item will hold, once it said so.
  private var weight: Int?
  private var isWeighing = false
  private var heldBytes = 0
  private(set) var continuation = Continuation.goOn

  init(_ stages: [Stage], limits: ScheduleLimits, count: Int?) {
    self.stages = stages
    self.limits = limits
    self.count = count
  }

  var isOver: Bool { items.isEmpty && !isWeighing && !mayEnter }

  private var mayEnter: Bool { continuation == .goOn && next < count ?? .max }

  // MARK: What comes next

  /// Begins something that may be done at one of the places.
  mutating func nextStep(at places: Set<Stage.Place>) -> Step? {
    if continuation == .discard, let dropped = lowest(where: { !$0.isRunning }) {
      items[dropped]?.isRunning = true
      return .discard(dropped)
    }
    admit()
    for stage in stages.indices.reversed() where places.contains(stages[stage].place) {
      guard let item = candidate(stage) else { continue }
      items[item]?.isRunning = true
      return .run(item, stage: stage)
    }
    if places.contains(.workers), mayEnter, weight == nil, !isWeighing, items.count < limits.items {
      isWeighing = true
      return .weigh(next)
    }
    return nil
  }

  private func lowest(where condition: (Item) -> Bool) -> Int? {
    items.filter { condition($0.value) }.keys.min()
  }

  private func candidate(_ stage: Int) -> Int? {
    if let width = stages[stage].width,
      items.values.count(where: { $0.stage == stage && $0.isRunning }) >= width
    {
      return nil
    }
    guard let first = lowest(where: { $0.stage == stage && !$0.isRunning }) else { return nil }
    // What has not entered yet has higher numbers.
    if stages[stage].isOrdered, lowest(where: { $0.stage <= stage }) != first { return nil }
    return first
  }

  private mutating func admit() {
    guard mayEnter, let bytes = weight, items.count < limits.items,
      items.isEmpty || bytes <= limits.bytes - heldBytes
    else { return }
    items[next] = Item(bytes: bytes)
    heldBytes += bytes
    weight = nil
    next += 1
  }

  // MARK: What happened

  /// The next item will hold `bytes`; nil if it can't be begun.
  mutating func weighed(_ bytes: Int?) {
    isWeighing = false
    weight = bytes.map { min(max(0, $0), Int.max / 2) }
    if bytes == nil { next += 1 }
  }

  /// An item went through its stage, which was not the last.
  mutating func passed(_ index: Int) {
    items[index]?.stage += 1
    items[index]?.isRunning = false
  }

  /// An item is done, failed or discarded.
  mutating func left(_ index: Int) {
    if let item = items.removeValue(forKey: index) { heldBytes -= item.bytes }
  }

  /// There is no item with this number, nor one above: a stream is at its end.
  mutating func ended(before index: Int) {
    count = min(count ?? index, index)
    for item in items.keys where item >= index { left(item) }
    weight = nil
  }

  /// Ends the run early; what was asked before stays asked.
  mutating func stop(_ how: Continuation) { continuation = max(continuation, how) }

  /// Items in front of each stage and in it.
  var occupancy: [(waiting: Int, running: Int)] {
    stages.indices.map { stage in
      let here = items.values.filter { $0.stage == stage }
      let running = here.count(where: \.isRunning)
      return (here.count - running, running)
    }
  }
}
