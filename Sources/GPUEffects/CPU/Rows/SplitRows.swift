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
  private let halo: HaloCopies

  init(readBy pass: Pass, channels: Int, arena: Arena) {
    let row = pass.input.area.x
    let cells = (row.lowerBound & ~1)..<row.upperBound
    let halo = Halo(readBy: pass)
    let leading = ((halo.left.count / 2 + 2) * channels + 31) & ~31
    let samples = (cells.count + halo.right.count) / 2 * channels + 2 * Int(CK_SLACK)
    let stride = leading + samples
    even = arena.takeZeroed(Sample.self, 2 * stride) + leading
    odd = even + stride
    self.cells = cells
    self.channels = channels
    self.halo = HaloCopies(
      halo.cells(beyond: row).map { ($0, $1.map { $0 + row.lowerBound }) }, channels: channels,
      arena: arena
    ) { cell in
      ((cell >> 1) - (cells.lowerBound >> 1)) * channels + (cell & 1) * stride
    }
  }

  /// Writes what lies beyond the row's ends.
  func fillHalo() { Sample.fill(halo, even) }

  /// The offset of cell 2j for the cell j of the halved row.
  func offset(of j: Int) -> Int { (j - (cells.lowerBound >> 1)) * channels }
}
