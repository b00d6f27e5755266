/// A rectangle with equal rounded corners, in pixels: fractions of a pixel
/// count.
package struct CornerShape: Hashable, Sendable {
  package let rect: Rect
  package let corners: Corners

  /// - Parameter radius: clamped as `Corners` says.
  package init(_ rect: Rect, radius: Double = 0, curve: CornerCurve = .circular) {
    self.rect = rect
    corners = Corners(radius: radius, curve: curve, in: rect.size)
  }

  /// The shape of a layer at `scale` pixels a point.
  package init(_ frame: Rect, _ corners: Corners, scale: Double) {
    self.init(
      Rect(
        x: frame.x * scale, y: frame.y * scale, width: frame.width * scale,
        height: frame.height * scale),
      radius: corners.radius * scale, curve: corners.curve)
  }

  /// What a border of `width` pixels leaves: its outer corners stay concentric.
  package func inset(by width: Double) -> CornerShape {
    CornerShape(
      rect.inset(by: EdgeInsets(top: width, left: width, bottom: width, right: width)),
      radius: max(0, corners.radius - width), curve: corners.curve)
  }
}
