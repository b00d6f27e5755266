/// A point in units of a rectangle's size: (0, 0) is its top left, (1, 1) its
/// bottom right. It may lie outside.
public struct UnitPoint: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  public static let topLeading = UnitPoint(x: 0, y: 0)
  public static let top = UnitPoint(x: 0.5, y: 0)
  public static let topTrailing = UnitPoint(x: 1, y: 0)
  public static let leading = UnitPoint(x: 0, y: 0.5)
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  public static let bottomLeading = UnitPoint(x: 0, y: 1)
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)

  /// The point of that name (`top`, `bottomTrailing`, ...), or nil.
  public init?(named name: String) {
    guard let point = Self.named[name] else { return nil }
    self = point
  }

  private static let named: [String: UnitPoint] = [
    "topLeading": topLeading, "top": top, "topTrailing": topTrailing,
    "leading": leading, "center": center, "trailing": trailing,
    "bottomLeading": bottomLeading, "bottom": bottom, "bottomTrailing": bottomTrailing,
  ]
}
