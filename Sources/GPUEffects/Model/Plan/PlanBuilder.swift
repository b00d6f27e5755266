/// Resolves the areas of a blur's passes for a region of the image, from the
/// result back to the source.
///
/// A level above 0 holds the cells that are needed, but with clamped or
/// transparent edges never more than `margin` cells beyond the image: from
/// there on all cells are equal, so reading the outermost one is exact. With
/// mirrored edges there is no such constant, and all needed cells are held.
struct PlanBuilder {
  let effect: Effect
  let blur: BlurDesign?
  let intermediate: IntermediateFormat
  let bound: Double
  let width: Int
  let height: Int
  let format: PixelFormat
  let depth: PixelFormat.Depth
  /// Whether the result of a linear blur stays linear light, to be mixed.
  var staysLinear = false

  /// Cells beyond the image after which a level is constant (both orders).
  private static let margin = 3

  private var edge: EdgeMode { effect.blur?.edge ?? .clamp }
  private var image: Area { Area(width: width, height: height) }
  private var isLinear: Bool { blur != nil && effect.blur?.colorSpace == .linear }
  private var needsLoad: Bool { blur != nil && (format.alpha == .straight || isLinear) }

  /// By how many pixels a tile's largest surface exceeds its region.
  var overlap: Int {
    guard let blur else { return 0 }
    let region = (1 << 20)..<((1 << 20) + 1)
    let (first, last) =
      blur.orders.isEmpty
      ? (blur.radius, blur.radius)
      : {
        let needed = levels(region, blur, stored: { $1 }).source
        return (region.lowerBound - needed.lowerBound, needed.upperBound - region.upperBound)
      }()
    // Regions begin at any phase of a cell.
    return first + last + (blur.orders.isEmpty ? 0 : 2 * blur.pyramid.factor)
  }

  func plan(_ region: Area) -> Plan {
    var passes: [Pass] = []
    if let blur { passes = blurPasses(blur, region) }
    if needsLoad, let first = passes.first {
      let source = first.input
      let loaded = Surface(level: 0, area: source.area, format: intermediate)
      passes[0].input = loaded
      passes.insert(
        Pass(kind: .load, input: source, output: loaded, edge: .clamp, inputBounds: image), at: 0)
    }
    passes.append(compositePass(region, after: passes.last))
    return Plan(
      effect: effect, sourceWidth: width, sourceHeight: height, sourceFormat: format,
      outputFormat: PixelFormat(
        format.channels, depth, format.alpha == .opaque ? .opaque : .premultiplied),
      region: region, passes: passes, bound: bound,
      colorSpace: isLinear ? .linear : .encoded)
  }

  private func blurPasses(_ blur: BlurDesign, _ region: Area) -> [Pass] {
    blur.orders.isEmpty ? directPasses(blur, region) : pyramidPasses(blur, region)
  }

  // MARK: Direct

  private func directPasses(_ blur: BlurDesign, _ region: Area) -> [Pass] {
    let columns = mapped(widened(region.x, blur.radius), in: image.x)
    let rows = mapped(widened(region.y, blur.radius), in: image.y)
    let source = Surface(level: 0, area: Area(x: columns, y: rows), format: nil)
    let middle = Surface(level: 0, area: Area(x: columns, y: region.y), format: intermediate)
    let result = Surface(level: 0, area: region, format: intermediate)
    func convolve(_ axis: Axis, count: Int, _ range: Range<Int>) -> Pass.Kind {
      // Nothing lies beyond the image: taps that can't meet it are left out.
      let reach = edge == .clamp || edge == .mirror ? blur.radius : min(blur.radius, count - 1)
      return .convolve(
        axis, halfTaps: Array(blur.halfTaps.prefix(reach + 1)), scale: factors(blur, count, range))
    }
    return [
      Pass(
        kind: convolve(.vertical, count: height, region.y), input: source, output: middle,
        edge: edge, inputBounds: image),
      Pass(
        kind: convolve(.horizontal, count: width, region.x), input: middle, output: result,
        edge: edge, inputBounds: image),
    ]
  }

  // MARK: Pyramid

  private func pyramidPasses(_ blur: BlurDesign, _ region: Area) -> [Pass] {
    let columns = levels(region.x, blur, stored: { stored($0, $1, image.x) })
    let rows = levels(region.y, blur, stored: { stored($0, $1, image.y) })
    let last = blur.orders.count

    func surface(_ level: Int, _ x: Range<Int>, _ y: Range<Int>) -> Surface {
      Surface(level: level, area: Area(x: x, y: y), format: intermediate)
    }
    var passes: [Pass] = []
    var current = Surface(
      level: 0,
      area: Area(x: mapped(columns.source, in: image.x), y: mapped(rows.source, in: image.y)),
      format: nil)
    func append(_ kind: Pass.Kind, _ output: Surface) {
      let bounds = current.level == 0 ? image : levelBounds(current)
      passes.append(
        Pass(
          kind: kind, input: current, output: output, edge: current.level == 0 ? edge : .clamp,
          inputBounds: bounds))
      current = output
    }
    for level in 1...last {
      append(
        .downsample(blur.orders[level - 1]),
        surface(level, columns.sharp[level - 1], rows.sharp[level - 1]))
    }
    append(
      .convolve(.vertical, halfTaps: blur.halfTaps, scale: nil),
      surface(last, columns.sharp[last - 1], rows.blurred[last - 1]))
    append(
      .convolve(.horizontal, halfTaps: blur.halfTaps, scale: nil),
      surface(last, columns.blurred[last - 1], rows.blurred[last - 1]))
    for level in stride(from: last - 1, through: 1, by: -1) {
      append(
        .upsample(blur.orders[level]),
        surface(level, columns.blurred[level - 1], rows.blurred[level - 1]))
    }
    return passes
  }

  /// The ranges of one axis, from the result back: the blurred cells of levels
  /// 1...k that the interpolation reads, the sharp ones that the filter and
  /// the decimation read, and the source pixels, not yet mapped by the edge.
  private func levels(
    _ region: Range<Int>, _ blur: BlurDesign, stored: (Int, Range<Int>) -> Range<Int>
  ) -> (blurred: [Range<Int>], sharp: [Range<Int>], source: Range<Int>) {
    var blurred: [Range<Int>] = []
    var below = region
    for _ in blur.orders {
      // Both orders interpolate from the cell and its two neighbours.
      below = ((below.lowerBound >> 1) - 1)..<(((below.upperBound - 1) >> 1) + 2)
      blurred.append(below)
    }
    let last = blur.orders.count
    var sharp = [Range<Int>](repeating: 0..<0, count: last)
    var needed = widened(below, blur.radius)
    for level in stride(from: last, through: 1, by: -1) {
      sharp[level - 1] = stored(level, needed)
      let reach = blur.orders[level - 1].reach
      needed =
        (2 * sharp[level - 1].lowerBound - reach)..<(2 * sharp[level - 1].upperBound + reach)
    }
    return (blurred, sharp, needed)
  }

  /// The cells of `needed` that level `level` has to hold.
  private func stored(_ level: Int, _ needed: Range<Int>, _ image: Range<Int>) -> Range<Int> {
    edge == .mirror ? needed : mapped(needed, in: levelRange(level, image.count), edge: .clamp)
  }

  /// All cells of a level that are worth holding.
  private func levelRange(_ level: Int, _ count: Int) -> Range<Int> {
    let cells = (count + (1 << level) - 1) >> level
    return -Self.margin..<(cells + Self.margin)
  }

  private func levelBounds(_ surface: Surface) -> Area {
    guard edge != .mirror else { return surface.area }
    return Area(
      x: levelRange(surface.level, width), y: levelRange(surface.level, height))
  }

  // MARK: Composite

  private func compositePass(_ region: Area, after last: Pass?) -> Pass {
    var composite = Composite(
      encodes: isLinear && !staysLinear, matrix: effect.matrix, opacity: effect.opacity,
      mask: effect.maskMode == .fade ? effect.mask : nil, dither: effect.dither && depth == .unorm8)
    if let blur, let order = blur.orders.first {
      composite.upsample = order
      composite.columnScale = factors(blur, width, region.x)
      composite.rowScale = factors(blur, height, region.y)
    }
    let input = last?.output ?? Surface(level: 0, area: region, format: nil)
    return Pass(
      kind: .composite(composite), input: input,
      output: Surface(level: 0, area: region, format: nil), edge: .clamp, inputBounds: input.area)
  }

  /// 1 / (inside sum of the total kernel) for the positions of `range`.
  private func factors(_ blur: BlurDesign, _ count: Int, _ range: Range<Int>) -> [Double]? {
    guard edge == .normalized else { return nil }
    return blur.pyramid.insideSums(count: count, halfTaps: blur.halfTaps, of: range).map { 1 / $0 }
  }

  // MARK: Ranges

  private func widened(_ range: Range<Int>, _ by: Int) -> Range<Int> {
    (range.lowerBound - by)..<(range.upperBound + by)
  }

  /// The hull of the indices that `range` maps to inside `bounds`.
  private func mapped(
    _ range: Range<Int>, in bounds: Range<Int>, edge: EdgeMode? = nil
  ) -> Range<Int> {
    let edge = edge ?? self.edge
    let inside = range.clamped(to: bounds)
    switch edge {
    case .clamp:
      let lower = min(max(range.lowerBound, bounds.lowerBound), bounds.upperBound - 1)
      let upper = min(max(range.upperBound, bounds.lowerBound + 1), bounds.upperBound)
      return lower..<upper
    case .normalized, .transparent:
      return inside
    case .mirror:
      if range.count >= 2 * bounds.count { return bounds }
      var hull = inside
      for index in range where !bounds.contains(index) {
        guard let i = edge.map(index, in: bounds) else { continue }
        hull = hull.isEmpty ? i..<(i + 1) : min(hull.lowerBound, i)..<max(hull.upperBound, i + 1)
      }
      return hull
    }
  }
}
