package import GPUEffectsModel
import GPUEffectsReference

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
  func prepared(_ image: Image) -> Image {
    let canBeTranslucent = effect.opacity < 1 || effect.blur?.edge == .transparent
    guard source.alpha == .opaque, canBeTranslucent else { return image }
    let channels: PixelFormat.Channels = source.isGray ? .grayAlpha : .rgba
    return image.converted(to: PixelFormat(channels, source.depth, .premultiplied))
  }
}

/// What became of some cases.
package struct ParityReport: Sendable {
  package var count = 0
  /// One line a case that is over its tolerance or couldn't be rendered.
  package var failures: [String] = []
  /// The largest deviation by result type, in levels of 255.
  package var worst: [PixelFormat.Depth: Double] = [:]

  /// All cases, rendered by `executor` and compared with the reference. Cases
  /// in a row that differ in nothing but the result's type share a reference.
  package init(_ cases: [ParityCase], _ executor: ParityExecutor) throws {
    var original: (source: ParitySource, image: Image)?
    var last: (case: ParityCase, source: Image, reference: FloatImage)?
    for test in cases {
      if original?.source != test.source {
        original = (test.source, try test.source.image())
        last = nil
      }
      if let original, last?.case.effect != test.effect {
        let source = test.prepared(original.image)
        last = (test, source, Reference.render(test.effect, source))
      }
      guard let last else { continue }
      count += 1
      do {
        let image = try executor(test.effect, last.source, test.result)
        let format = PixelFormat(
          last.source.format.channels, test.result,
          last.source.format.alpha == .opaque ? .opaque : .premultiplied)
        guard image.format == format else {
          failures.append("\(test): the result is \(image.format)")
          continue
        }
        let deviation = Deviation(image, from: last.reference)
        worst[test.result] = max(worst[test.result] ?? 0, deviation.levels)
        if !(deviation.levels <= test.tolerance) { failures.append("\(test): \(deviation)") }
      } catch {
        failures.append("\(test): \(error)")
      }
    }
  }

  /// The first failures and their number, for a test's message.
  package var summary: String {
    "\(failures.count) of \(count) cases failed\n" + failures.prefix(6).joined(separator: "\n")
  }
}
