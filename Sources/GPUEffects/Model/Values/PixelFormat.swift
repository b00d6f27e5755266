/// How the samples of an image lie in memory: channels interleaved, rows
/// packed without padding, 16-bit samples in the machine's byte order.
public struct PixelFormat: Hashable, Sendable {
  /// The channels of a pixel, in the order of their samples; the raw value is
  /// their number.
  public enum Channels: Int, Hashable, Sendable {
    case gray = 1
    case grayAlpha = 2
    case rgb = 3
    case rgba = 4

    public var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
    public var isGray: Bool { self == .gray || self == .grayAlpha }
  }

  /// The type of a sample. Integers stand for 0...1; the raw value is the
  /// number of bytes.
  public enum Depth: Int, Hashable, Sendable {
    case unorm8 = 1
    case unorm16 = 2
    case float32 = 4

    /// The integer that stands for 1, or 1 for floating point.
    public var maximum: Double {
      switch self {
      case .unorm8: 255
      case .unorm16: 65535
      case .float32: 1
      }
    }
  }

  /// Whether colour samples were multiplied by alpha. `opaque`: there is no
  /// alpha channel, or all of it is 1.
  public enum Alpha: Hashable, Sendable {
    case opaque
    case straight
    case premultiplied
  }

  public var channels: Channels
  public var depth: Depth
  public var alpha: Alpha

  public init(_ channels: Channels, _ depth: Depth, _ alpha: Alpha) {
    self.channels = channels
    self.depth = depth
    self.alpha = alpha
  }

  public var bytesPerPixel: Int { channels.rawValue * depth.rawValue }
}
