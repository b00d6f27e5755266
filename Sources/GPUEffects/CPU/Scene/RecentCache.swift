/// Results that may be needed again, the least recently used dropped first.
struct RecentCache<Key: Hashable, Value> {
  private var entries: [Key: (value: Value, cost: Int, used: Int)] = [:]
  private var clock = 0
  private var total = 0
  private let limit: Int

  /// - Parameter limit: what all entries may cost together, in bytes.
  init(limit: Int) { self.limit = limit }

  mutating func value(for key: Key) -> Value? {
    guard var entry = entries[key] else { return nil }
    clock += 1
    entry.used = clock
    entries[key] = entry
    return entry.value
  }

  mutating func insert(_ value: Value, for key: Key, cost: Int) {
    guard cost <= limit else { return }
    clock += 1
    if let old = entries.updateValue((value, cost, clock), forKey: key) { total -= old.cost }
    total += cost
    while total > limit, let oldest = entries.min(by: { $0.value.used < $1.value.used }) {
      entries[oldest.key] = nil
      total -= oldest.value.cost
    }
  }
}
