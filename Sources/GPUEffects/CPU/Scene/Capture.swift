import GPUEffectsModel

/// What the open surfaces show together, the lowest first.
struct Capture: Sendable {
  let surfaces: [Surface]
  let pool: ThreadPool

  /// The pixels of an area.
  ///
  /// - Parameters:
  ///   - rect: clear outside of it; a pixel that it covers in part counts in
  ///     part. nil is everything.
  ///   - repeatsBorder: whether pixels beyond the canvas are those of its
  ///     border; else they are clear.
  func pixels(of area: Area, in rect: Rect?, repeatsBorder: Bool) -> Surface {
    let result = Surface(area)
    let canvas = surfaces[0].area
    let columnShares = rect.map { rect in area.x.map { Float(rect.coverage(ofColumn: $0)) } }
    pool.runBands(of: area.y, atLeast: 16) { band in
      for y in band {
        guard let row = result.row(y) else { continue }
        let share = rect.map { Float($0.coverage(ofRow: y)) } ?? 1
        let sourceY = min(max(y, canvas.y.lowerBound), canvas.y.upperBound - 1)
        if share == 0 || sourceY != y && !repeatsBorder {
          (row + area.x.lowerBound).update(repeating: .zero, count: area.width)
          continue
        }
        read(y: sourceY, into: row, columns: area.x, repeatsBorder: repeatsBorder)
        guard let columnShares else { continue }
        for (x, columnShare) in zip(area.x, columnShares) where columnShare * share != 1 {
          row[x] *= columnShare * share
        }
      }
    }
    return result
  }

  private func read(
    y: Int, into row: UnsafeMutablePointer<Surface.Pixel>, columns: Range<Int>,
    repeatsBorder: Bool
  ) {
    let canvas = surfaces[0].area
    let inside = columns.clamped(to: canvas.x)
    guard let pixels = surfaces[0].row(y), !inside.isEmpty else {
      (row + columns.lowerBound).update(repeating: .zero, count: columns.count)
      return
    }
    (row + inside.lowerBound).update(from: pixels + inside.lowerBound, count: inside.count)
    for surface in surfaces.dropFirst() {
      guard let pixels = surface.row(y) else { continue }
      for x in inside.clamped(to: surface.area.x) {
        row[x] = pixels[x] + row[x] * (1 - pixels[x].w)
      }
    }
    let (first, last) = (row[inside.lowerBound], row[inside.upperBound - 1])
    (row + columns.lowerBound).update(
      repeating: repeatsBorder ? first : .zero, count: inside.lowerBound - columns.lowerBound)
    (row + inside.upperBound).update(
      repeating: repeatsBorder ? last : .zero, count: columns.upperBound - inside.upperBound)
  }
}
