/// An encoded sRGB colour, not premultiplied; every component 0...1.
public struct Color: Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  public static let black = Color(red: 0, green: 0, blue: 0)
  public static let white = Color(red: 1, green: 1, blue: 1)
  /// Transparent black, as UIKit's `clear` is.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The colour of a name (`clear`, `black`, `white`) or of `#RGB`, `#RGBA`,
  /// `#RRGGBB`, `#RRGGBBAA`; nil for anything else.
  public init?(_ text: String) {
    switch text {
    case "clear": self = .clear
    case "black": self = .black
    case "white": self = .white
    default:
      guard text.utf8.first == UInt8(ascii: "#") else { return nil }
      let digits = text.dropFirst().compactMap { $0.isASCII ? $0.hexDigitValue : nil }
      guard digits.count == text.count - 1 else { return nil }
      let bytes: [Int]
      switch digits.count {
      case 3, 4: bytes = digits.map { $0 * 17 }
      case 6, 8:
        bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
      default: return nil
      }
      let parts = bytes.map { Double($0) / 255 }
      self.init(
        red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 1)
    }
  }
}
