/// A value that changes at instants and is constant between them. Changes at
/// one instant count in the order they were made: the last one stays.
struct History<Value: Sendable>: Sendable {
  private let initial: Value
  private var changes: [(time: Double, value: Value)] = []

  init(_ initial: Value) { self.initial = initial }

  /// The value after every change.
  var last: Value { changes.last?.value ?? initial }

  /// Changes the value from `time` on. Changes are made in ascending time.
  mutating func change(to value: Value, at time: Double) {
    changes.append((time: time, value: value))
  }

  /// The value of the last change that isn't later than `time`.
  func value(at time: Double) -> Value {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? initial : changes[low - 1].value
  }
}
