package import GPUEffectsModel
package import GPUEffectsParity
import GPUEffectsReference

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
