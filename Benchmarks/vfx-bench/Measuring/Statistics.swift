/// The times of repeated calls, in milliseconds.
struct Times {
  private var values: [Double] = []

  var count: Int { values.count }
  var total: Double { values.reduce(0, +) }
  var isEmpty: Bool { values.isEmpty }

  mutating func add(_ milliseconds: Double) { values.append(milliseconds) }

  /// Times `body` and keeps the time.
  mutating func measure(_ body: () throws -> Void) rethrows {
    add(try milliseconds(body))
  }

  /// The value below which this fraction of the times lies, interpolated; 0
  /// where there are none.
  func quantile(_ fraction: Double) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.last else { return 0 }
    let position = fraction * Double(sorted.count - 1)
    let i = Int(position)
    guard i + 1 < sorted.count else { return last }
    return sorted[i] + (sorted[i + 1] - sorted[i]) * (position - Double(i))
  }

  var minimum: Double { quantile(0) }
  var median: Double { quantile(0.5) }
}

/// The wall time that `body` takes.
func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  let duration = try ContinuousClock().measure(body).components
  return Double(duration.seconds) * 1e3 + Double(duration.attoseconds) / 1e15
}
