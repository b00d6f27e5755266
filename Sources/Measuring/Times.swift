/// The times of repeated calls, in milliseconds.
package struct Times: Sendable {
  private var values: [Double] = []

  package init() {}

  package var count: Int { values.count }
  package var total: Double { values.reduce(0, +) }
  package var isEmpty: Bool { values.isEmpty }

  package mutating func add(_ milliseconds: Double) { values.append(milliseconds) }

  /// Times `body` and keeps the time.
  package mutating func measure(_ body: () throws -> Void) rethrows {
    add(try milliseconds(body))
  }

  /// The value below which this fraction of the times lies, interpolated; 0
  /// where there are none.
  package func quantile(_ fraction: Double) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.last else { return 0 }
    let position = fraction * Double(sorted.count - 1)
    let i = Int(position)
    guard i + 1 < sorted.count else { return last }
    return sorted[i] + (sorted[i + 1] - sorted[i]) * (position - Double(i))
  }

  package var minimum: Double { quantile(0) }
  package var median: Double { quantile(0.5) }
}

/// The wall time that `body` takes.
package func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  milliseconds(try ContinuousClock().measure(body))
}

package func milliseconds(_ duration: Duration) -> Double { duration / .milliseconds(1) }
