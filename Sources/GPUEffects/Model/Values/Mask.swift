/// How much of an effect each pixel takes: one 16-bit value a pixel, 65535
/// being all of it. Rows are packed, top first.
public struct Mask: Hashable, Sendable {
  public let width: Int
  public let height: Int
  public let values: [UInt16]

  /// - Precondition: `values` has `width * height` elements.
  public init(width: Int, height: Int, values: [UInt16]) {
    precondition(values.count == width * height, "a mask needs one value a pixel")
    self.width = width
    self.height = height
    self.values = values
  }
}
