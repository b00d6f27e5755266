import CKernels

/// The rows made last, of which a reader holds `depth` neighbours at once.
final class RowRing<Sample: Lane> {
  private let firstRow: Int
  private let depth: Int
  private let base: UnsafeMutablePointer<Sample>
  private let stride: Int
  private var held: [Int?]

  /// Rows of `samples` samples after `leading` ones, none yet made.
  init(rows: Range<Int>, depth: Int, samples: Int, leading: Int, arena: Arena) {
    let leading = (leading + 31) & ~31
    firstRow = rows.lowerBound
    self.depth = max(1, min(depth, rows.count))
    stride = (leading + samples + Int(CK_SLACK) + 63) & ~63
    base = arena.take(Sample.self, stride * self.depth) + leading
    held = Array(repeating: nil, count: self.depth)
  }

  /// Row `y`, made if it isn't held.
  @inline(__always)
  func row(
    _ y: Int, make: (UnsafeMutablePointer<Sample>) -> Void
  ) -> UnsafeMutablePointer<Sample> {
    let slot = (y - firstRow) % depth
    let row = base + slot * stride
    if held[slot] != y {
      held[slot] = y
      make(row)
    }
    return row
  }
}
