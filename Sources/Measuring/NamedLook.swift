package import GPUEffectsModel

/// What is done to a picture that is timed, at one pixel a point.
package struct NamedLook: Sendable {
  package let name: String
  package let values: VisualEffectValues

  package init(_ name: String, _ values: VisualEffectValues) {
    self.name = name
    self.values = values
  }

  /// A blur alone: `blur-20`.
  package static func blur(_ sigma: Double) -> NamedLook {
    let text = sigma == sigma.rounded() ? "\(Int(sigma))" : "\(sigma)"
    return NamedLook("blur-\(text)", VisualEffectValues(blurRadius: sigma))
  }

  /// All the colours, and nothing that looks at neighbours.
  package static let color = NamedLook("colour", everything(blurRadius: 0))

  /// A blur and all the colours.
  package static let fused = NamedLook("fused-20", everything(blurRadius: 20))

  private static func everything(blurRadius: Double) -> VisualEffectValues {
    VisualEffectValues(
      blurRadius: blurRadius, brightness: 0.1, contrast: 1.2, saturation: 1.5, grayscale: 0.2,
      hueRotation: 30, opacity: 0.75)
  }
}
