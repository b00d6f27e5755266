import GPUEffectsModel

extension GLExecutor {
  /// Converts the source's samples to premultiplied cells, in the light of
  /// `colorSpace`.
  func load(_ step: Step, _ colorSpace: BlurColorSpace) throws(GLError) {
    var variant = step.variant(.load)
    if colorSpace == .linear { variant.options.insert(.linear) }
    try draw(step, variant)
  }
}
