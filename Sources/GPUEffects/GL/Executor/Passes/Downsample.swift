import GPUEffectsModel

extension GLExecutor {
  /// Halves both axes.
  func downsample(_ step: Step, _ order: ResampleOrder) throws(GLError) {
    var variant = step.variant(.downsample)
    variant.downsample = order
    try draw(step, variant)
  }
}
