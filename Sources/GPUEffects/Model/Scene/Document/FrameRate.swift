/// Frames a second as a fraction, so that 30000/1001 stays exact.
public struct FrameRate: Hashable, Sendable {
  public let numerator: Int
  public let denominator: Int

  /// - Returns: nil unless both are 1...1,000,000.
  public init?(_ numerator: Int, _ denominator: Int = 1) {
    guard (1...1_000_000).contains(numerator), (1...1_000_000).contains(denominator) else {
      return nil
    }
    var (a, b) = (numerator, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    self.numerator = numerator / a
    self.denominator = denominator / a
  }

  /// A rate with at most three decimals; more are rounded.
  public init?(_ rate: Double) {
    guard rate > 0, rate <= 1000 else { return nil }
    self.init(Int((rate * 1000).rounded()), 1000)
  }

  /// `"60"`, `"29.97"` or `"30000/1001"`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let numerator = Int(parts[0]), let denominator = Int(parts[1]) {
      self.init(numerator, denominator)
    } else if parts.count == 1, let rate = Double(text) {
      self.init(rate)
    } else {
      return nil
    }
  }

  public static let sixty: FrameRate = FrameRate(reduced: 60)

  private init(reduced numerator: Int) {
    self.numerator = numerator
    denominator = 1
  }

  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// When frame `index` shows, in seconds: rounded once, so that a time
  /// written in decimals equals it.
  public func time(ofFrame index: Int) -> Double {
    Double(index * denominator) / Double(numerator)
  }

  /// The frames of a scene of `duration` seconds, rounded to the nearest.
  public func frameCount(duration: Double) -> Int {
    let count = duration * Double(numerator) / Double(denominator) + 0.5
    return count >= 1 ? Int(min(count, 1e9)) : 0
  }

  /// The first frame that shows at `time` seconds or later.
  public func firstFrame(notBefore time: Double) -> Int {
    guard time > 0 else { return 0 }
    var index = Int(min(time * Double(numerator) / Double(denominator), 1e9))
    while index > 0, self.time(ofFrame: index - 1) >= time { index -= 1 }
    while index < 1_000_000_000, self.time(ofFrame: index) < time { index += 1 }
    return index
  }
}
