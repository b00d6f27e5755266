import CKernels

/// Memory of the rows made last, of which a reader holds `depth` neighbours at
/// once.
struct RowRing<Sample: Lane> {
  private let firstRow: Int
  private let depth: Int
  private let base: UnsafeMutablePointer<Sample>
  private let stride: Int
  private let held: UnsafeMutablePointer<Int>

  /// Rows of `samples` samples after `leading` ones, none yet made.
  init(rows: Range<Int>, depth: Int, samples: Int, leading: Int, arena: Arena) {
    // One cell more than asked for: pairs of cells start at an even place.
    let leading = (leading + 4 + 31) & ~31
    firstRow = rows.lowerBound
    self.depth = max(1, min(depth, rows.count))
    stride = (leading + samples + Int(CK_SLACK) + 63) & ~63
    base = arena.take(Sample.self, stride * self.depth) + leading
    held = arena.take(Int.self, self.depth)
    held.initialize(repeating: .min, count: self.depth)
  }

  /// The place of row `y`, and whether it has still to be made.
  @inline(__always)
  func claim(_ y: Int) -> (row: UnsafeMutablePointer<Sample>, isNew: Bool) {
    let slot = (y - firstRow) % depth
    let isNew = held[slot] != y
    held[slot] = y
    return (base + slot * stride, isNew)
  }
}
