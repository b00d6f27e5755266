/// The light in which a blur averages. Colours, masks and composites stay
/// encoded.
public enum BlurColorSpace: String, CaseIterable, Hashable, Sendable {
  /// sRGB's encoded values, as Apple's renderer and CSS do.
  case encoded
  /// Linear light, by sRGB's exact transfer function: bright spots keep their
  /// weight.
  case linear
}

/// What a mask's value m does.
public enum MaskMode: String, CaseIterable, Hashable, Sendable {
  /// result = (1 - m) S + m E.
  case fade
  /// sigma = m x radius at each pixel; colour and opacity apply in full.
  case radius
}
