/// A gradient of colours along a line, as Core Animation draws it: encoded
/// values are interpolated unpremultiplied, so white to `clear` passes through
/// grey (SEMANTICS: gradients and masks).
public struct ColorGradient: Hashable, Sendable {
  public struct Stop: Hashable, Sendable {
    public var color: Color
    /// 0 at the start point, 1 at the end point; may lie beyond.
    public var location: Double

    public init(color: Color, location: Double) {
      self.color = color
      self.location = location
    }
  }

  /// In the order of their locations; two at one location are a hard step.
  public let stops: [Stop]
  public let startPoint: UnitPoint
  public let endPoint: UnitPoint

  /// - Parameter stops: by ascending location; one that lies before its
  ///   predecessor is moved to it. Without any stop the gradient is clear.
  public init(stops: [Stop], startPoint: UnitPoint = .top, endPoint: UnitPoint = .bottom) {
    var last = -Double.infinity
    self.stops = stops.map { stop in
      last = max(last, stop.location)
      return Stop(color: stop.color, location: last)
    }
    self.startPoint = startPoint
    self.endPoint = endPoint
  }

  /// Colours spread evenly.
  public init(
    colors: [Color], startPoint: UnitPoint = .top, endPoint: UnitPoint = .bottom
  ) {
    let last = Double(max(colors.count - 1, 1))
    self.init(
      stops: colors.enumerated().map { Stop(color: $1, location: Double($0) / last) },
      startPoint: startPoint, endPoint: endPoint)
  }

  /// What counts when the gradient is a mask.
  public var alpha: LinearGradient {
    LinearGradient(
      stops: stops.map { LinearGradient.Stop(alpha: $0.color.alpha, at: $0.location) },
      startPoint: startPoint, endPoint: endPoint)
  }

  /// The colour at a position along the line, not premultiplied. Beyond the
  /// stops it is the outermost one's; on a hard step the later stop's.
  public func color(at position: Double) -> Color {
    guard let first = stops.first else { return .clear }
    guard let next = stops.firstIndex(where: { $0.location > position }) else {
      return stops[stops.count - 1].color
    }
    if next == 0 { return first.color }
    let (a, b) = (stops[next - 1], stops[next])
    let fraction = (position - a.location) / (b.location - a.location)
    func mix(_ part: (Color) -> Double) -> Double {
      part(a.color) + (part(b.color) - part(a.color)) * fraction
    }
    return Color(
      red: mix { $0.red }, green: mix { $0.green }, blue: mix { $0.blue }, alpha: mix { $0.alpha })
  }
}
