package import GPUEffectsModel
import GPUEffectsParity
package import Testing

/// Records an issue that names the worst pixel if `image` is more than `level`
/// levels of 255 from the reference anywhere.
package func expectWithin(
  _ level: Double, _ image: Image, of reference: FloatImage, _ comment: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let deviation = Deviation(image, from: reference)
  if deviation.levels > level {
    Issue.record("\(comment): \(deviation)", sourceLocation: sourceLocation)
  }
}
