import Glibc

/// An affine map of encoded RGB: three rows of (R, G, B, bias), for
/// unpremultiplied samples in 0...1. Alpha passes unchanged.
///
/// Constants and order are SwiftUI's (SEMANTICS: colour modifiers).
public struct ColorMatrix: Hashable, Sendable {
  /// Row-major, 3 x 4; element `4 * row + column`, column 3 the bias.
  public var elements: [Double]

  package init(_ elements: [Double]) { self.elements = elements }

  public static let identity = ColorMatrix([
    1, 0, 0, 0,
    0, 1, 0, 0,
    0, 0, 1, 0,
  ])

  public static func brightness(_ amount: Double) -> ColorMatrix {
    ColorMatrix([
      1, 0, 0, amount,
      0, 1, 0, amount,
      0, 0, 1, amount,
    ])
  }

  public static func contrast(_ amount: Double) -> ColorMatrix {
    let bias = (1 - amount) / 2
    return ColorMatrix([
      amount, 0, 0, bias,
      0, amount, 0, bias,
      0, 0, amount, bias,
    ])
  }

  /// SwiftUI's digits: the first row's 0.7873 makes it sum to 0.9999 at 1.
  public static func saturation(_ amount: Double) -> ColorMatrix {
    let s = max(0, amount)
    return ColorMatrix([
      0.2126 + 0.7873 * s, 0.7152 - 0.7152 * s, 0.0722 - 0.0722 * s, 0,
      0.2126 - 0.2126 * s, 0.7152 + 0.2848 * s, 0.0722 - 0.0722 * s, 0,
      0.2126 - 0.2126 * s, 0.7152 - 0.7152 * s, 0.0722 + 0.9278 * s, 0,
    ])
  }

  public static func grayscale(_ amount: Double) -> ColorMatrix {
    let keep = 1 - amount
    let (r, g, b) = (0.2126 * amount, 0.7152 * amount, 0.0722 * amount)
    return ColorMatrix([
      keep + r, g, b, 0,
      r, keep + g, b, 0,
      r, g, keep + b, 0,
    ])
  }

  /// The W3C `feColorMatrix type="hueRotate"` matrix with SwiftUI's digits.
  public static func hueRotation(degrees: Double) -> ColorMatrix {
    let c = cos(degrees * .pi / 180)
    let s = sin(degrees * .pi / 180)
    return ColorMatrix([
      0.2126 + 0.7873 * c - 0.2126 * s, 0.7152 - 0.7152 * c - 0.7152 * s,
      0.0722 - 0.0722 * c + 0.9278 * s, 0,
      0.2126 - 0.2126 * c + 0.1430 * s, 0.7152 + 0.2848 * c + 0.1400 * s,
      0.0722 - 0.0722 * c - 0.2830 * s, 0,
      0.2126 - 0.2126 * c - 0.7873 * s, 0.7152 - 0.7152 * c + 0.7152 * s,
      0.0722 + 0.9278 * c + 0.0722 * s, 0,
    ])
  }

  /// The map that applies `inner` first, then this one, without a clamp
  /// between.
  public func concatenated(after inner: ColorMatrix) -> ColorMatrix {
    var result = [Double](repeating: 0, count: 12)
    for row in 0..<3 {
      for column in 0..<4 {
        var sum = column == 3 ? elements[4 * row + 3] : 0
        for i in 0..<3 { sum += elements[4 * row + i] * inner.elements[4 * i + column] }
        result[4 * row + column] = sum
      }
    }
    return ColorMatrix(result)
  }

  /// Brightness, contrast, saturation, grayscale and hue rotation fused, the
  /// first innermost. Neutral values are left out, so that rounded constants
  /// never touch untouched pixels.
  public init(_ values: VisualEffectValues) {
    var fused = ColorMatrix.identity
    func append(_ matrix: ColorMatrix, unless neutral: Bool) {
      if !neutral { fused = matrix.concatenated(after: fused) }
    }
    append(.brightness(values.brightness), unless: values.brightness == 0)
    append(.contrast(values.contrast), unless: values.contrast == 1)
    append(.saturation(values.saturation), unless: values.saturation == 1)
    append(.grayscale(values.grayscale), unless: values.grayscale == 0)
    append(.hueRotation(degrees: values.hueRotation), unless: values.hueRotation == 0)
    self = fused
  }

  /// The factor and bias that a grey image takes: the G row on (v, v, v).
  package var grayRow: (factor: Double, bias: Double) {
    (elements[4] + elements[5] + elements[6], elements[7])
  }

  /// How much the map can stretch a difference: the width of the range of
  /// M c + bias a over 0 <= c <= a <= 1 (a = 1 for opaque images), the
  /// largest over the rows.
  package func gain(opaque: Bool) -> Double {
    (0..<3).map { row in
      let coefficients = elements[(4 * row)..<(4 * row + 3)]
      let positive = coefficients.filter { $0 > 0 }.reduce(0, +)
      let negative = coefficients.filter { $0 < 0 }.reduce(0, +)
      if opaque { return positive - negative }
      let bias = elements[4 * row + 3]
      return max(0, bias + positive) - min(0, bias + negative)
    }.max() ?? 1
  }
}
