import CKernels
import GPUEffectsModel

/// A surface that is read row by row.
class RowSource<Sample: Lane> {
  /// The cells of a row and the rows there are.
  let area: Area
  /// Samples of a cell.
  let channels: Int

  init(area: Area, channels: Int) {
    self.area = area
    self.channels = channels
  }

  var samplesPerRow: Int { area.x.count * channels }

  /// The first sample of row `y`; valid until as many other rows are asked for
  /// as the reader said it would hold at once.
  func row(_ y: Int) -> UnsafeMutablePointer<Sample> { preconditionFailure("abstract") }
}

/// A surface whose rows are made when they are read, and forgotten soon after.
class RowStage<Sample: Lane>: RowSource<Sample> {
  private let ring: RowRing<Sample>
  private let halo: HaloCopies

  /// - Parameters:
  ///   - depth: rows that the reader holds at once.
  ///   - halo: cells that the reader reads beyond the row's ends.
  init(area: Area, channels: Int, depth: Int, halo: Halo, arena: Arena) {
    self.halo = halo.copies(cells: area.x.count, channels: channels, arena: arena)
    ring = RowRing(
      rows: area.y, depth: depth, samples: (area.x.count + halo.right.count) * channels,
      leading: halo.left.count * channels, arena: arena)
    super.init(area: area, channels: channels)
  }

  /// Writes the cells of row `y`.
  func make(_ y: Int, into row: UnsafeMutablePointer<Sample>) { preconditionFailure("abstract") }

  final override func row(_ y: Int) -> UnsafeMutablePointer<Sample> {
    let (row, isNew) = ring.claim(y)
    if isNew {
      make(y, into: row)
      Sample.fill(halo, row)
    }
    return row
  }
}

/// A surface held as a whole.
final class StoredRows<Sample: Lane>: RowSource<Sample> {
  private let base: UnsafeMutablePointer<Sample>
  private let stride: Int

  init(area: Area, channels: Int, arena: Arena) {
    let samples = area.x.count * channels
    stride = (samples + Int(CK_SLACK) + 63) & ~63
    base = arena.take(Sample.self, 64 + stride * area.y.count) + 64
    super.init(area: area, channels: channels)
  }

  override func row(_ y: Int) -> UnsafeMutablePointer<Sample> {
    base + (y - area.y.lowerBound) * stride
  }
}
