/// Which colours the numbers of a YUV picture mean.
public struct YUVEncoding: Hashable, Sendable {
  /// The weights of red and blue in luma.
  public enum Matrix: String, Hashable, Sendable, CaseIterable {
    /// ITU-R BT.601: standard definition.
    case bt601 = "601"
    /// ITU-R BT.709: high definition.
    case bt709 = "709"
    /// ITU-R BT.2020, non-constant luminance.
    case bt2020 = "2020"

    var weights: (red: Double, blue: Double) {
      switch self {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
    }

    /// What a stream that doesn't say is taken for: 709 from 720 lines up.
    public static func usual(forHeight height: Int) -> Matrix { height >= 720 ? .bt709 : .bt601 }
  }

  public var matrix: Matrix
  /// Whether black and white are the ends of the numbers, instead of 16 and 235
  /// of 255.
  public var isFullRange: Bool

  public init(_ matrix: Matrix, isFullRange: Bool = false) {
    self.matrix = matrix
    self.isFullRange = isFullRange
  }
}
