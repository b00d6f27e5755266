import GPUEffects

/// The look that the options describe, before it meets an image's size.
struct Look: Sendable {
  enum Extension: Sendable {
    case none
    case auto
    case length(Length)
  }

  /// All but the radius, which may depend on the image.
  var values = VisualEffectValues()
  var blurRadius = Length.points(0)
  /// Pixels per point; nil leaves it to the image's name.
  var scale: Double?
  var edge = EdgeMode.clamp
  var kernel = BlurKernel.gaussian
  var blurOverridesOpacity = false
  var canvasExtension = Extension.none
  var depth: PixelFormat.Depth?
  var maskMode = MaskMode.fade
  var colorSpace = BlurColorSpace.encoded
  var dither = false

  /// Numbers beyond these change nothing that could be seen, and would leave
  /// what floating point can multiply.
  private static let largestFactor = 1e6
  /// The largest sigma in pixels; Apple's renderer stops at the same one.
  static let largestRadius = 1e4

  /// Reads the options that belong to the look. Single values override the preset.
  init(_ arguments: ParsedArguments) throws(CommandError) {
    if let preset = try arguments.value("preset")?.word(Preset.self) {
      values = preset.values
      blurRadius = .points(values.blurRadius)
    }
    if let value = arguments.value("blur-radius") { blurRadius = try value.length() }
    try Self.set(&values.brightness, from: arguments.value("brightness"))
    try Self.set(&values.contrast, from: arguments.value("contrast"))
    try Self.set(&values.saturation, from: arguments.value("saturation"))
    try Self.set(&values.grayscale, from: arguments.value("grayscale"))
    try Self.set(&values.opacity, from: arguments.value("opacity"))
    if let value = arguments.value("hue-rotation") {
      values.hueRotation = try value.degrees().truncatingRemainder(dividingBy: 360)
    }
    if let value = arguments.value("display-scale") {
      let scale = try value.positive("a scale above 0 and up to 100")
      guard scale <= 100 else { throw value.error("a scale above 0 and up to 100") }
      self.scale = scale
    }
    if let value = arguments.value("edge") { edge = try value.word(EdgeMode.self) }
    if let value = arguments.value("kernel") { kernel = try value.word(BlurKernel.self) }
    blurOverridesOpacity = arguments.has("blur-overrides-opacity")
    if let value = arguments.value("extend") {
      canvasExtension = value.text == "auto" ? .auto : .length(try value.length())
    }
    if let value = arguments.value("depth") { depth = try value.word(Depth.self).samples }
    if let value = arguments.value("mask-mode") { maskMode = try value.word(MaskMode.self) }
    if let value = arguments.value("color-space") {
      colorSpace = try value.word(BlurColorSpace.self)
    }
    dither = arguments.has("dither")
  }

  private static func set(
    _ value: inout Double, from option: OptionValue?
  ) throws(CommandError) {
    if let option { value = min(max(try option.number(), -largestFactor), largestFactor) }
  }

  /// The settings for one image, but for the mask.
  func settings(
    _ values: VisualEffectValues? = nil, width: Int, height: Int, name: Path
  ) -> RenderSettings {
    let scale = scale(for: name)
    let pixels: RenderSettings.Extension =
      switch canvasExtension {
      case .none: .none
      case .auto: .auto
      case .length(let length):
        .pixels(
          Int(
            min(max(length.pixels(width: width, height: height, scale: scale), 0), 1e6).rounded(
              .up)))
      }
    return RenderSettings(
      values ?? resolvedValues(width: width, height: height, name: name), scale: scale,
      edge: edge, kernel: kernel, maskMode: maskMode, colorSpace: colorSpace,
      blurOverridesOpacity: blurOverridesOpacity, canvasExtension: pixels, depth: depth,
      dither: dither)
  }

  /// The seven values with the radius in points of an image.
  func resolvedValues(width: Int, height: Int, name: Path) -> VisualEffectValues {
    let scale = scale(for: name)
    let pixels = blurRadius.pixels(width: width, height: height, scale: scale)
    var values = values
    // Not through pixels and back for points: 6 must stay 6.
    if case .points(let points) = blurRadius {
      values.blurRadius = min(points, Self.largestRadius / scale)
    } else {
      values.blurRadius = min(pixels, Self.largestRadius) / scale
    }
    return values
  }

  /// Whether the canvas may grow.
  var extends: Bool {
    if case .none = canvasExtension { false } else { true }
  }

  func scale(for name: Path) -> Double { scale ?? displayScale(ofName: name) ?? 1 }

  /// What may surprise in this look, a sentence each.
  var remarks: [String] {
    var remarks: [String] = []
    if abs(values.brightness) >= 1 {
      remarks.append(
        "note: brightness \(values.brightness) is added to every channel, as in SwiftUI; "
          + "it does not multiply")
    }
    if blurOverridesOpacity, resolvedValues(width: 1, height: 1, name: "").blurRadius <= 0 {
      remarks.append(
        "warning: with --blur-overrides-opacity and no blur the result is invisible")
    }
    return remarks
  }

  enum Preset: String, CaseIterable, Sendable {
    case blurredIn
    case blurredOut

    var values: VisualEffectValues {
      switch self {
      case .blurredIn: .blurredIn
      case .blurredOut: .blurredOut
      }
    }
  }

  private enum Depth: String, CaseIterable {
    case auto
    case eight = "8"
    case sixteen = "16"

    var samples: PixelFormat.Depth? {
      switch self {
      case .auto: nil
      case .eight: .unorm8
      case .sixteen: .unorm16
      }
    }
  }
}
