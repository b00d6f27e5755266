/// Combinations of factor values such that every pair of values of two
/// different factors occurs in at least one of them.
///
/// - Parameter counts: how many values each factor has.
/// - Returns: rows of one value index a factor, the same for the same seed.
package func coveringArray(_ counts: [Int], seed: UInt64) -> [[Int]] {
  var random = SplitMix64(seed: seed)
  var open = Set<ValuePair>()
  for a in counts.indices {
    for b in counts.indices where b > a {
      for i in 0..<counts[a] {
        for j in 0..<counts[b] { open.insert(ValuePair(a, i, b, j)) }
      }
    }
  }
  func pairs(_ row: [Int]) -> [ValuePair] {
    row.indices.flatMap { a in
      row.indices.filter { $0 > a }.map { b in ValuePair(a, row[a], b, row[b]) }
    }
  }
  var rows: [[Int]] = []
  while let seedPair = open.min() {
    // Of some random rows that hold an open pair, improved value by value, the
    // one that closes most.
    var best: (row: [Int], closed: Int) = ([], -1)
    for _ in 0..<12 {
      var row = counts.map { Int.random(in: 0..<$0, using: &random) }
      row[seedPair.a] = seedPair.i
      row[seedPair.b] = seedPair.j
      for factor in counts.indices.shuffled(using: &random)
      where factor != seedPair.a && factor != seedPair.b {
        let choices = (0..<counts[factor]).map { value -> Int in
          row.indices.filter { $0 != factor }.count { other in
            open.contains(
              other < factor
                ? ValuePair(other, row[other], factor, value)
                : ValuePair(factor, value, other, row[other]))
          }
        }
        let most = choices.max() ?? 0
        if choices[row[factor]] < most, let value = choices.firstIndex(of: most) {
          row[factor] = value
        }
      }
      let closed = pairs(row).count { open.contains($0) }
      if closed > best.closed { best = (row, closed) }
    }
    rows.append(best.row)
    open.subtract(pairs(best.row))
  }
  return rows
}

/// Value i of factor a beside value j of factor b, a < b.
private struct ValuePair: Hashable, Comparable {
  let a, i, b, j: Int

  init(_ a: Int, _ i: Int, _ b: Int, _ j: Int) {
    self.a = a
    self.i = i
    self.b = b
    self.j = j
  }

  static func < (x: ValuePair, y: ValuePair) -> Bool {
    (x.a, x.i, x.b, x.j) < (y.a, y.i, y.b, y.j)
  }
}
