/// Results that may be needed again: dropped when they were not for a number of
/// frames, and the least recently used first when there are too many.
struct RecentCache<Key: Hashable, Value> {
  private var entries: [Key: (value: Value, cost: Int, used: Int, frame: Int)] = [:]
  private var clock = 0
  private var frame = 0
  private var total = 0
  private let limit: Int
  private let frames: Int

  /// - Parameters:
  ///   - limit: what all entries may cost together, in bytes.
  ///   - frames: for how many an entry is kept that none of them uses.
  init(limit: Int, frames: Int) {
    self.limit = limit
    self.frames = frames
  }

  /// A frame begins.
  mutating func beginFrame() {
    frame += 1
    for (key, entry) in entries where frame - entry.frame > frames {
      entries[key] = nil
      total -= entry.cost
    }
  }

  mutating func value(for key: Key) -> Value? {
    guard var entry = entries[key] else { return nil }
    clock += 1
    entry.used = clock
    entry.frame = frame
    entries[key] = entry
    return entry.value
  }

  mutating func insert(_ value: Value, for key: Key, cost: Int) {
    guard cost <= limit else { return }
    clock += 1
    if let old = entries.updateValue((value, cost, clock, frame), forKey: key) { total -= old.cost }
    total += cost
    while total > limit, let oldest = entries.min(by: { $0.value.used < $1.value.used }) {
      entries[oldest.key] = nil
      total -= oldest.value.cost
    }
  }
}
