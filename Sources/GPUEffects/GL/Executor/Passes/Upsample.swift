import GPUEffectsModel

extension GLExecutor {
  /// Doubles both axes.
  func upsample(_ step: Step, _ order: ResampleOrder) throws(GLError) {
    var variant = step.variant(.upsample)
    variant.upsample = order
    try draw(step, variant)
  }
}
