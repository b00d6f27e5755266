import GPUEffectsModel

/// The cells beyond the ends of a row that its reader reads, each as the cell
/// of the row that it repeats; nil is transparent black.
struct Halo {
  var left: [Int?] = []
  var right: [Int?] = []

  static let none = Halo()

  private init() {}

  /// What a pass that reads `columns` of a row sees beyond `area`. Cells that
  /// the plan doesn't store lie under weights that the pass never uses.
  init(columns: Range<Int>, area: Range<Int>, edge: EdgeMode, bounds: Range<Int>) {
    func cell(_ x: Int) -> Int? {
      edge.map(x, in: bounds).map { min(max($0, area.lowerBound), area.upperBound - 1) }
        .map { $0 - area.lowerBound }
    }
    if columns.lowerBound < area.lowerBound {
      left = (columns.lowerBound..<area.lowerBound).map(cell)
    }
    if columns.upperBound > area.upperBound {
      right = (area.upperBound..<columns.upperBound).map(cell)
    }
  }

  /// What `pass` reads beyond the rows of its input.
  init(readBy pass: Pass) {
    self.init(
      columns: pass.columnsRead, area: pass.input.area.x, edge: pass.edge,
      bounds: pass.inputBounds.x)
  }

  /// The halo of rows of `area`'s cells as copies of samples inside the row.
  func copies(cells: Int, channels: Int, arena: Arena) -> HaloCopies {
    HaloCopies(self.cells(beyond: 0..<cells), channels: channels, arena: arena) { $0 * channels }
  }

  /// The cells beyond the ends of `row`, each with the cell (from the row's
  /// first) that it repeats.
  func cells(beyond row: Range<Int>) -> [(target: Int, source: Int?)] {
    let first = row.lowerBound - left.count
    return left.enumerated().map { (first + $0.offset, $0.element) }
      + right.enumerated().map { (row.upperBound + $0.offset, $0.element) }
  }
}

/// Samples of a row that repeat others, or are 0.
struct HaloCopies {
  private let copies: UnsafeMutablePointer<SIMD2<Int32>>
  private let count: Int

  /// - Parameter place: the sample that a cell starts at.
  init(
    _ cells: [(target: Int, source: Int?)], channels: Int, arena: Arena, place: (Int) -> Int
  ) {
    count = cells.count * channels
    copies = arena.take(SIMD2<Int32>.self, count)
    for (i, cell) in cells.enumerated() {
      for c in 0..<channels {
        copies[i * channels + c] = [
          Int32(place(cell.target) + c), cell.source.map { Int32(place($0) + c) } ?? .min,
        ]
      }
    }
  }

  @inline(__always)
  func fill<Sample: BitwiseCopyable & ExpressibleByIntegerLiteral>(
    _ row: UnsafeMutablePointer<Sample>
  ) {
    for i in 0..<count {
      let copy = copies[i]
      row[Int(copy.x)] = copy.y == .min ? 0 : row[Int(copy.y)]
    }
  }
}

extension Pass {
  /// Columns of the input that the pass reads for the output's columns.
  var columnsRead: Range<Int> {
    let x = output.area.x
    switch kind {
    case .convolve(.horizontal, let halfTaps, _):
      let radius = halfTaps.count - 1
      return (x.lowerBound - radius)..<(x.upperBound + radius)
    case .downsample(let order): return order.cellsBelow(x)
    case .upsample: return ResampleOrder.cellsAbove(x)
    case .composite(let composite):
      return composite.upsample == nil ? x : ResampleOrder.cellsAbove(x)
    case .load, .convolve(.vertical, _, _): return x
    }
  }

  /// Rows of the input held at once for one row of the output.
  var rowsHeld: Int {
    switch kind {
    case .convolve(.vertical, let halfTaps, _): 2 * halfTaps.count - 1
    case .downsample(let order): order.rawValue + 1
    default: 1
    }
  }

  /// The row of the input that is read for index `y`; nil is transparent black.
  func inputRow(_ y: Int) -> Int? {
    edge.map(y, in: inputBounds.y).map {
      min(max($0, input.area.y.lowerBound), input.area.y.upperBound - 1)
    }
  }
}

extension ResampleOrder {
  /// Cells of the level below that a decimation to `cells` reads.
  func cellsBelow(_ cells: Range<Int>) -> Range<Int> {
    let reach = (rawValue - 1) / 2
    return (2 * cells.lowerBound - reach)..<(2 * cells.upperBound + reach)
  }

  /// Cells of the level above around those that lie over `cells`.
  static func cellsAbove(_ cells: Range<Int>) -> Range<Int> {
    ((cells.lowerBound >> 1) - 1)..<(((cells.upperBound - 1) >> 1) + 2)
  }
}
