package import GPUEffectsModel

/// Renders an effect on a source into a result of a sample type, with the
/// source's channels, opaque or premultiplied.
package typealias ParityExecutor = (Effect, Image, PixelFormat.Depth) throws -> Image

/// An effect on a source, to be rendered by an executor and by the reference.
package struct ParityCase: Sendable, CustomStringConvertible {
  package var effect: Effect
  package var source: ParitySource
  package var result: PixelFormat.Depth

  package init(_ effect: Effect, on source: ParitySource, result: PixelFormat.Depth) {
    self.effect = effect
    self.source = source
    self.result = result
  }

  /// Levels of 255 that a result may be off: 1, or 0.2 where either side has
  /// 16 bits. (An 8-bit source asked for as float ends in an 8-bit file.)
  package var tolerance: Double {
    result == .unorm8 || (result == .float32 && source.depth == .unorm8) ? 1 : 0.2
  }

  package var description: String {
    var parts = ["\(source.picture) \(source.width)x\(source.height) \(source.alpha)"]
    parts.append("\(source.isGray ? "grey " : "")\(source.depth) to \(result)")
    if let blur = effect.blur { parts.append("\(blur.kernel) \(blur.radius) \(blur.edge)") }
    if effect.matrix != .identity { parts.append("matrix \(effect.matrix.elements)") }
    if effect.opacity < 1 { parts.append("opacity \(effect.opacity)") }
    if effect.mask != nil { parts.append("masked") }
    return parts.joined(separator: ", ")
  }

  /// `image` as an executor gets it: with an alpha channel where the result can
  /// be translucent.
  package func prepared(_ image: Image) -> Image {
    let canBeTranslucent = effect.opacity < 1 || effect.blur?.edge == .transparent
    guard source.alpha == .opaque, canBeTranslucent else { return image }
    let channels: PixelFormat.Channels = source.isGray ? .grayAlpha : .rgba
    return image.converted(to: PixelFormat(channels, source.depth, .premultiplied))
  }
}
