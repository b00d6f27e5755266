/// A gradient of alpha along a line, for masks (SEMANTICS: gradients and
/// masks).
///
/// The position of a pixel is its centre projected onto the line from
/// `startPoint` to `endPoint`, in the rectangle's own proportions: lines of
/// equal alpha stand at right angles to the line whatever the rectangle's
/// shape.
public struct LinearGradient: Hashable, Sendable {
  public struct Stop: Hashable, Sendable {
    /// 0...1; clamped.
    public var alpha: Double
    /// 0 at the start point, 1 at the end point; may lie beyond.
    public var location: Double

    public init(alpha: Double, at location: Double) {
      self.alpha = alpha
      self.location = location
    }
  }

  /// In the order of their locations. Two stops at one location are a hard
  /// step.
  public let stops: [Stop]
  public let startPoint: UnitPoint
  public let endPoint: UnitPoint

  /// - Parameter stops: by ascending location; one that lies before its
  ///   predecessor is moved to it. Without any stop alpha is 0.
  public init(
    stops: [Stop] = [Stop(alpha: 1, at: 0), Stop(alpha: 0, at: 1)],
    startPoint: UnitPoint = .top, endPoint: UnitPoint = .bottom
  ) {
    var last = -Double.infinity
    self.stops = stops.map { stop in
      last = max(last, stop.location)
      return Stop(alpha: min(max(stop.alpha, 0), 1), at: last)
    }
    self.startPoint = startPoint
    self.endPoint = endPoint
  }

  /// The alpha at a position along the line. Before the first stop and after
  /// the last one it is theirs; on a hard step it is the later stop's.
  public func alpha(at position: Double) -> Double {
    guard let first = stops.first else { return 0 }
    guard let next = stops.firstIndex(where: { $0.location > position }) else {
      return stops[stops.count - 1].alpha
    }
    if next == 0 { return first.alpha }
    let (a, b) = (stops[next - 1], stops[next])
    return a.alpha + (b.alpha - a.alpha) * (position - a.location) / (b.location - a.location)
  }

  /// The gradient over an image of that many pixels, rounded to 16 bits. Start
  /// and end in one place give the last stop's alpha everywhere.
  public func mask(width: Int, height: Int) -> Mask {
    let (startX, startY) = (startPoint.x * Double(width), startPoint.y * Double(height))
    let dx = endPoint.x * Double(width) - startX
    let dy = endPoint.y * Double(height) - startY
    let square = dx * dx + dy * dy
    let values = [UInt16](unsafeUninitializedCapacity: width * height) { values, count in
      for y in 0..<height {
        let row = values[(y * width)...].prefix(width).indices
        let along = (Double(y) + 0.5 - startY) * dy
        func value(_ x: Double) -> UInt16 {
          let position = square > 0 ? ((x + 0.5 - startX) * dx + along) / square : .infinity
          return UInt16((alpha(at: position) * 65535 + 0.5).rounded(.down))
        }
        // Most masks run straight down: then a row has one value.
        if dx == 0 {
          let constant = value(0)
          for i in row { values[i] = constant }
        } else {
          for i in row { values[i] = value(Double(i - row.lowerBound)) }
        }
      }
      count = width * height
    }
    return Mask(width: width, height: height, values: values)
  }
}
