/// How far a result may be from the exact one before its last rounding, in
/// levels of 255, and what a design spends of it.
///
/// Worst case over any image = 255 x half the 2-D L1 norm of (total kernel -
/// true kernel), which the 1-D norm of a symmetric separable kernel bounds,
/// plus the roundings of the intermediates; all of it stretched by the gain
/// of what follows.
package struct ErrorBudget: Hashable, Sendable {
  /// 0.85 where the result shows 8 bits, 0.2 where it shows 16.
  package static func limit(source: PixelFormat.Depth, result: PixelFormat.Depth) -> Double {
    source == .unorm8 && result != .unorm16 ? 0.85 : 0.2
  }

  /// What a matrix (and renormalisation) makes of an error.
  package var gain: Double

  package func spent(_ design: BlurDesign, format: IntermediateFormat) -> Double {
    let rounding = Self.rounding(
      levels: design.orders.count, radius: design.radius, format: format)
    return gain * (255 * design.error + rounding)
  }

  /// Whether the roundings alone leave something of `limit`, for a filter that
  /// reaches `radius` pixels; told without designing it.
  package func canHold(
    levels: Int, radius: Double, format: IntermediateFormat, _ limit: Double
  ) -> Bool {
    let cells = Int(0.8 * radius / Double(1 << levels))
    return gain * Self.rounding(levels: levels, radius: cells, format: format) <= limit
  }

  /// Roundings of a chain in levels. In `fixed16` a filter's taps are
  /// truncated one by one around a centred bias, so each tap pair can cost
  /// half a unit.
  private static func rounding(
    levels: Int, radius: Int, format: IntermediateFormat
  ) -> Double {
    let resamplings = Double(4 * levels)
    let taps = Double(radius + 1)
    switch format {
    case .fixed16: return (resamplings + taps) / 128
    case .float16: return (resamplings + 2) * 0.125
    case .float32: return (resamplings + 2 * taps) * 255 / Double(1 << 24)
    }
  }
}
