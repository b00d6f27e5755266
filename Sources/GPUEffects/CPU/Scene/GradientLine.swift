import GPUEffectsModel

/// A gradient's colours at pixels.
struct GradientLine: Sendable {
  private let gradient: ColorGradient
  private let start: Point
  private let direction: Point
  private let square: Double

  init(_ gradient: ColorGradient, over rect: Rect) {
    self.gradient = gradient
    start = Point(
      x: rect.x + gradient.startPoint.x * rect.width,
      y: rect.y + gradient.startPoint.y * rect.height)
    direction = Point(
      x: (gradient.endPoint.x - gradient.startPoint.x) * rect.width,
      y: (gradient.endPoint.y - gradient.startPoint.y) * rect.height)
    square = direction.x * direction.x + direction.y * direction.y
  }

  /// Whether a row has one colour.
  var runsDown: Bool { direction.x == 0 }

  func color(x: Int, y: Int) -> Color {
    let along =
      (Double(x) + 0.5 - start.x) * direction.x + (Double(y) + 0.5 - start.y) * direction.y
    return gradient.color(at: square > 0 ? along / square : .infinity)
  }
}
