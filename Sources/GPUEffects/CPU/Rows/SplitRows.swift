import CKernels
import GPUEffectsModel

/// A row whose cells at even and at odd places lie in rows of their own, so
/// that halving it reads plain streams; with what a decimation reads beyond
/// its ends.
final class SplitRow<Sample: Lane> {
  /// The cell at the first even place at or before the row's first.
  let even: UnsafeMutablePointer<Sample>
  let odd: UnsafeMutablePointer<Sample>
  /// Places of the cells, the first even.
  let cells: Range<Int>
  private let channels: Int
  private let halo: Halo
  private let row: Range<Int>

  init(readBy pass: Pass, channels: Int, arena: Arena) {
    row = pass.input.area.x
    cells = (row.lowerBound & ~1)..<row.upperBound
    halo = Halo(readBy: pass)
    self.channels = channels
    let leading = ((halo.left.count / 2 + 2) * channels + 31) & ~31
    let samples = (cells.count + halo.right.count) / 2 * channels + 2 * Int(CK_SLACK)
    even = arena.takeZeroed(Sample.self, leading + samples) + leading
    odd = arena.takeZeroed(Sample.self, leading + samples) + leading
  }

  /// Writes what lies beyond the row's ends.
  func fillHalo() {
    for (i, cell) in halo.left.enumerated() {
      copy(cell, to: row.lowerBound - halo.left.count + i)
    }
    for (i, cell) in halo.right.enumerated() { copy(cell, to: row.upperBound + i) }
  }

  private func copy(_ cell: Int?, to place: Int) {
    let target = pointer(place)
    let source = cell.map { pointer(row.lowerBound + $0) }
    for c in 0..<channels { target[c] = source?[c] ?? 0 }
  }

  private func pointer(_ place: Int) -> UnsafeMutablePointer<Sample> {
    (place & 1 == 0 ? even : odd) + ((place >> 1) - (cells.lowerBound >> 1)) * channels
  }

  /// The offset of cell 2j for the cell j of the halved row.
  func offset(of j: Int) -> Int { (j - (cells.lowerBound >> 1)) * channels }
}
