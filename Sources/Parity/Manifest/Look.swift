package import GPUEffectsModel

/// An effect as the manifest writes it: `blur 6 mirror apple, saturation 1.4`.
package struct Look: Hashable, Sendable, CustomStringConvertible {
  package enum MaskPattern: String, CaseIterable, Sendable {
    case fade, step, noise

    package func mask(width: Int, height: Int) -> Mask {
      typealias Stop = LinearGradient.Stop
      switch self {
      case .fade: return LinearGradient().mask(width: width, height: height)
      case .step:
        let stops = [Stop(alpha: 0.1, at: 0.2), Stop(alpha: 0.7, at: 0.5), Stop(alpha: 1, at: 0.5)]
        return LinearGradient(stops: stops, startPoint: .topLeading, endPoint: .bottomTrailing)
          .mask(width: width, height: height)
      case .noise:
        var random = SplitMix64(seed: 6)
        return Mask(
          width: width, height: height,
          values: (0..<(width * height)).map { _ in UInt16(truncatingIfNeeded: random.next()) })
      }
    }
  }

  package var values = VisualEffectValues()
  package var edge = EdgeMode.clamp
  package var kernel = BlurKernel.gaussian
  package var colorSpace = BlurColorSpace.encoded
  package var mask: MaskPattern?
  package var maskMode = MaskMode.fade
  package var dither = false

  package init() {}

  /// The effect on an image of that size, one pixel a point.
  package func effect(width: Int, height: Int) -> Effect {
    var effect = Effect(
      values, kernel: kernel, edge: edge, mask: mask?.mask(width: width, height: height),
      maskMode: maskMode)
    effect.blur?.colorSpace = colorSpace
    effect.dither = dither
    return effect
  }

  private static let numbers:
    [(String, any WritableKeyPath<VisualEffectValues, Double> & Sendable)] = [
      ("brightness", \.brightness), ("contrast", \.contrast), ("saturation", \.saturation),
      ("grayscale", \.grayscale), ("hue", \.hueRotation), ("opacity", \.opacity),
    ]

  /// Reads what `description` writes; items are separated by commas.
  package init(_ text: String) throws(ManifestError) {
    for item in text.split(separator: ",") {
      let words = item.split(separator: " ").map(String.init)
      guard let key = words.first else { continue }
      switch key {
      case "nothing": break
      case "dither": dither = true
      case "blur": try readBlur(words.dropFirst(), String(item))
      case "mask":
        for word in words.dropFirst() {
          if let pattern = MaskPattern(rawValue: word), mask == nil {
            mask = pattern
          } else if word == "radius" {
            maskMode = .radius
          } else {
            throw ManifestError("'\(item)' is no mask")
          }
        }
      default:
        guard words.count == 2, let number = Double(words[1]),
          let path = Self.numbers.first(where: { $0.0 == key })?.1
        else { throw ManifestError("'\(item)' is no effect") }
        values[keyPath: path] = number
      }
    }
  }

  private mutating func readBlur(
    _ words: ArraySlice<String>, _ item: String
  ) throws(ManifestError) {
    guard let radius = words.first.flatMap({ Double($0) }) else {
      throw ManifestError("'\(item)' has no radius")
    }
    values.blurRadius = radius
    for word in words.dropFirst() {
      if let edge = EdgeMode(rawValue: word) {
        self.edge = edge
      } else if let kernel = BlurKernel(rawValue: word) {
        self.kernel = kernel
      } else if let space = BlurColorSpace(rawValue: word) {
        colorSpace = space
      } else {
        throw ManifestError("'\(word)' says nothing of a blur")
      }
    }
  }

  package var description: String {
    var items: [String] = []
    if values.blurRadius > 0 {
      var words = ["blur", shortest(values.blurRadius)]
      if edge != .clamp { words.append(edge.rawValue) }
      if kernel != .gaussian { words.append(kernel.rawValue) }
      if colorSpace != .encoded { words.append(colorSpace.rawValue) }
      items.append(words.joined(separator: " "))
    }
    let neutral = VisualEffectValues()
    for (name, path) in Self.numbers where values[keyPath: path] != neutral[keyPath: path] {
      items.append("\(name) \(shortest(values[keyPath: path]))")
    }
    if let mask { items.append("mask \(mask.rawValue)\(maskMode == .radius ? " radius" : "")") }
    if dither { items.append("dither") }
    return items.isEmpty ? "nothing" : items.joined(separator: ", ")
  }
}

/// A number without a needless `.0`.
func shortest(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
}

/// What is wrong with a line of a manifest, in one sentence.
package struct ManifestError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
