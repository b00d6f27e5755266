/// What a material does to what lies below it, with every number (SEMANTICS:
/// UIBlurEffect styles). The result is opaque.
///
/// System materials: curve, matrix, clamp, blur. Legacy ones: blur, matrix,
/// clamp, tint.
public struct MaterialRecipe: Hashable, Sendable {
  /// Maps luminance along a cubic Bezier in value only and mixes it in.
  public struct LuminanceCurve: Hashable, Sendable {
    /// 0...1, how much of the mapped luminance replaces the colour.
    public let amount: Double
    /// Values at luminance 0, the two controls, and at luminance 1.
    public let values: [Double]

    /// Apple's material filters' own, not those of `ColorMatrix`.
    public static let weights = (red: 0.2125, green: 0.7154, blue: 0.0721)

    /// The value that luminance 0...1 becomes, clamped.
    public func value(at luminance: Double) -> Double {
      let (l, u) = (min(max(luminance, 0), 1), 1 - min(max(luminance, 0), 1))
      let mapped =
        u * u * u * values[0] + 3 * u * u * l * values[1] + 3 * u * l * l * values[2]
        + l * l * l * values[3]
      return min(max(mapped, 0), 1)
    }
  }

  /// An opaque grey laid over at an alpha.
  public struct Tint: Hashable, Sendable {
    public let level: Double
    public let alpha: Double
  }

  /// The sigma of its blur, in points; its edges are normalised.
  public let blurRadius: Double
  /// Before the matrix; nil for the legacy styles.
  public let curve: LuminanceCurve?
  /// Saturation and brightness; clamp to 0...1 after it.
  public let matrix: ColorMatrix
  /// After the clamp; nil for the system styles.
  public let tint: Tint?
  /// What Reduce Transparency shows where there is nothing below.
  public let fallback: Color

  /// Whether the colour stages follow the blur or come before it.
  public var blursFirst: Bool { tint != nil }

  /// The recipe of a style; one that follows the interface takes `interface`.
  public init(_ style: BlurEffect.Style, interface: InterfaceStyle = .light) {
    let style = style.resolved(for: interface)
    if let legacy = Self.legacy[style] {
      blurRadius = legacy.radius
      curve = nil
      matrix = .saturation(1.8)
      tint = legacy.tint
      fallback = Color(red: legacy.fallback, green: legacy.fallback, blue: legacy.fallback)
      return
    }
    let row = Self.system[style] ?? Self.systemMaterialLight
    let (curve, matrix) = (
      LuminanceCurve(amount: row.amount, values: row.curve),
      ColorMatrix.brightness(row.brightness).concatenated(after: .saturation(row.saturation))
    )
    blurRadius = row.radius
    self.curve = curve
    self.matrix = matrix
    tint = nil
    let grey = 128.0 / 255
    fallback = Self.color(
      of: Color(red: grey, green: grey, blue: grey), curve: curve, matrix: matrix, tint: nil)
  }

  /// What the material makes of one opaque colour spread everywhere.
  public func color(of backdrop: Color) -> Color {
    Self.color(of: backdrop, curve: curve, matrix: matrix, tint: tint)
  }

  private static func color(
    of backdrop: Color, curve: LuminanceCurve?, matrix: ColorMatrix, tint: Tint?
  ) -> Color {
    var rgb = [backdrop.red, backdrop.green, backdrop.blue]
    if let curve {
      let weights = LuminanceCurve.weights
      let luminance = weights.red * rgb[0] + weights.green * rgb[1] + weights.blue * rgb[2]
      let value = curve.value(at: luminance)
      rgb = rgb.map { (1 - curve.amount) * $0 + curve.amount * value }
    }
    let result = (0..<3).map { row -> Double in
      let m = matrix.elements[(4 * row)...]
      let i = m.startIndex
      let value = m[i] * rgb[0] + m[i + 1] * rgb[1] + m[i + 2] * rgb[2] + m[i + 3]
      let clamped = min(max(value, 0), 1)
      return tint.map { clamped * (1 - $0.alpha) + $0.level * $0.alpha } ?? clamped
    }
    return Color(red: result[0], green: result[1], blue: result[2])
  }
}

// The numbers of SEMANTICS' tables.
extension MaterialRecipe {
  private struct Row {
    let radius, saturation, brightness, amount: Double
    let curve: [Double]

    init(
      _ radius: Double, _ saturation: Double, _ brightness: Double, _ amount: Double,
      _ curve: [Double]
    ) {
      self.radius = radius
      self.saturation = saturation
      self.brightness = brightness
      self.amount = amount
      self.curve = curve
    }
  }

  private static let systemMaterialLight = Row(30, 1.5, 0.1, 0.75, [0.9, 0.83, 0.925, 0.815])

  private static let system: [BlurEffect.Style: Row] = [
    .systemUltraThinMaterialLight: Row(22.5, 1.1, 0.12, 0.5, [0.45, 0.55, 0.65, 0.68]),
    .systemThinMaterialLight: Row(30, 1.35, 0.12, 0.6, [0.725, 0.825, 0.76, 0.73]),
    .systemMaterialLight: systemMaterialLight,
    .systemThickMaterialLight: Row(45, 1.5, 0.045, 0.88, [0.99, 0.95, 0.98, 0.905]),
    .systemChromeMaterialLight: Row(22.5, 1.1, 0.1, 0.75, [0.8, 0.9, 1.1, 0.825]),
    .systemUltraThinMaterialDark: Row(22.5, 1.1, 0, 0.5, [0.24, 0.24, 0.3, 0.39]),
    .systemThinMaterialDark: Row(30, 1.35, 0, 0.6, [0.2, 0.21, 0.1, 0.15]),
    .systemMaterialDark: Row(30, 1.5, 0, 0.75, [0.16, 0.26, 0.1, 0.1]),
    .systemThickMaterialDark: Row(45, 1.5, 0, 0.88, [0.14, 0.16, 0.1, 0.03]),
    .systemChromeMaterialDark: Row(22.5, 2, -0.1, 0.75, [0.23, 0.52, 0.27, 0.255]),
  ]

  private static let legacy: [BlurEffect.Style: (radius: Double, tint: Tint, fallback: Double)] = [
    .light: (30, Tint(level: 1, alpha: 0.3), 166.0 / 255),
    .extraLight: (20, Tint(level: 0.970588, alpha: 0.8), 0.97),
    .dark: (20, Tint(level: 0.107527, alpha: 0.729412), 0.107527),
  ]
}
