/// What a blur reads beyond the image (SEMANTICS: blur, edges).
public enum EdgeMode: String, CaseIterable, Hashable, Sendable {
  /// The nearest pixel of the image, as libvips and OpenCV do by default.
  case clamp
  /// The image reflected with its border pixel repeated: index i < 0 is
  /// -i - 1, index i >= n is 2n - 1 - i, again and again for wide kernels.
  /// CSS `backdrop-filter` does this.
  case mirror
  /// Only the taps inside the image, renormalised per position and axis, as
  /// UIKit's materials do.
  case normalized
  /// Transparent black, as SwiftUI's `.blur(radius:)` does.
  case transparent

  /// The index inside `bounds` that an index stands for, or nil where the
  /// value is transparent black.
  @inlinable
  package func map(_ index: Int, in bounds: Range<Int>) -> Int? {
    if bounds.contains(index) { return index }
    switch self {
    case .clamp:
      return index < bounds.lowerBound ? bounds.lowerBound : bounds.upperBound - 1
    case .mirror:
      let n = bounds.count
      let period = 2 * n
      let remainder = (index - bounds.lowerBound) % period
      let i = remainder < 0 ? remainder + period : remainder
      return bounds.lowerBound + (i < n ? i : period - 1 - i)
    case .normalized, .transparent:
      return nil
    }
  }
}
