/// UIKit's vibrancy: content as a stencil that lets a stronger version of the
/// material below through (SEMANTICS: UIVibrancyEffect).
public enum VibrancyEffect {
  /// Names of `UIVibrancyEffectStyle`.
  public enum Style: String, CaseIterable, Hashable, Sendable {
    case label
    case secondaryLabel
    case tertiaryLabel
    case quaternaryLabel
    case fill
    case secondaryFill
    case tertiaryFill
    case separator

    /// The factor on the content's alpha. Apple's numbers aren't public; these
    /// are our choice, after the alphas of its semantic colours.
    public var level: Double {
      switch self {
      case .label: 1
      case .secondaryLabel: 0.6
      case .tertiaryLabel, .separator: 0.3
      case .quaternaryLabel: 0.18
      case .fill: 0.2
      case .secondaryFill: 0.16
      case .tertiaryFill: 0.12
      }
    }
  }

  /// What the content's coverage shows of the material below it, clamped after
  /// it, by the material's own tone.
  public static func matrix(for tone: InterfaceStyle) -> ColorMatrix {
    switch tone {
    case .light:
      ColorMatrix([
        1.51412, -0.95475, -0.18437, 0.0625,
        -0.48560, 1.04619, -0.18558, 0.0625,
        -0.48681, -0.95294, 1.81475, 0.0625,
      ])
    case .dark:
      ColorMatrix([
        1.37625, -0.73452, -0.14173, 0.5,
        -0.37351, 1.01630, -0.14279, 0.5,
        -0.37457, -0.73293, 1.60750, 0.5,
      ])
    }
  }
}
