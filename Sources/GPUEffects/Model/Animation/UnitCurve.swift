/// A timing curve: a cubic Bezier from (0, 0) to (1, 1).
public struct UnitCurve: Hashable, Sendable {
  public let x1: Double
  public let y1: Double
  public let x2: Double
  public let y2: Double

  /// - Parameters x1, x2: clamped to 0...1, so that time never runs backwards.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = min(max(x1, 0), 1)
    self.y1 = y1
    self.x2 = min(max(x2, 0), 1)
    self.y2 = y2
  }

  public static let linear = UnitCurve(0, 0, 1, 1)
  public static let easeIn = UnitCurve(0.42, 0, 1, 1)
  public static let easeOut = UnitCurve(0, 0, 0.58, 1)
  public static let easeInOut = UnitCurve(0.42, 0, 0.58, 1)
  /// Core Animation's `default`.
  public static let coreAnimationDefault = UnitCurve(0.25, 0.1, 0.25, 1)
  /// 3 x^2 - 2 x^3, which is this Bezier exactly.
  public static let smoothstep = UnitCurve(1.0 / 3, 0, 2.0 / 3, 1)

  /// The progress at a fraction of the time, which is clamped to 0...1.
  public func value(at fraction: Double) -> Double {
    if fraction <= 0 { return 0 }
    if fraction >= 1 { return 1 }
    if isLinear { return fraction }
    return Self.bezier(y1, y2, parameter(at: fraction))
  }

  /// How fast the progress grows at a fraction of the time; 0 outside 0..<1.
  public func slope(at fraction: Double) -> Double {
    if fraction < 0 || fraction >= 1 { return 0 }
    if isLinear { return 1 }
    let t = parameter(at: fraction)
    let dx = Self.derivative(x1, x2, t)
    if dx > 1e-6 { return Self.derivative(y1, y2, t) / dx }
    // Where the curve starts or ends with a control point on its end, both
    // derivatives vanish; the secant has the limit.
    let (a, b) = (max(fraction - 1e-6, 0), min(fraction + 1e-6, 1))
    return (value(at: b) - value(at: a)) / (b - a)
  }

  private var isLinear: Bool { x1 == y1 && x2 == y2 }

  private func parameter(at fraction: Double) -> Double {
    // x rises with the parameter, so halving the interval always converges.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if Self.bezier(x1, x2, middle) < fraction { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  private static func bezier(_ p1: Double, _ p2: Double, _ t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t
  }

  private static func derivative(_ p1: Double, _ p2: Double, _ t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * p1 + 6 * u * t * (p2 - p1) + 3 * t * t * (1 - p2)
  }
}
