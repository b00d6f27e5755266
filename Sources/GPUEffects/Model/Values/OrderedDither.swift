/// Rounding thresholds that hide the bands of dark, wide gradients at 8 bits:
/// an 8-bit sample is floor(255 v + threshold) instead of floor(255 v + 1/2).
///
/// The thresholds are the additive sequence of the plane's two most irrational
/// steps (1/p and 1/p^2 for the plastic number p, in units of 2^-32): evenly
/// spread over 0..<1 in every neighbourhood, so that their noise is fine-grained,
/// and the same for the same pixel of every frame. Values that are whole levels
/// stay as they are.
package enum OrderedDither {
  package static let columnStep: UInt32 = 3_242_174_889
  package static let rowStep: UInt32 = 2_447_445_414

  /// The threshold of a pixel of the image: an odd multiple of 1/512 between 0
  /// and 1, so that whole levels survive the rounding of what computes them.
  package static func threshold(x: Int, y: Int) -> Float {
    let sum =
      UInt32(truncatingIfNeeded: x) &* columnStep &+ UInt32(truncatingIfNeeded: y) &* rowStep
    return (Float(sum >> 24) + 0.5) / 256
  }
}
