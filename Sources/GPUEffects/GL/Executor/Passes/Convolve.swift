import GPUEffectsModel

extension GLExecutor {
  /// Filters along one axis; `scale` holds a factor for each position of the
  /// output along it.
  func convolve(
    _ step: Step, _ axis: Axis, _ halfTaps: [Double], _ scale: [Double]?
  ) throws(GLError) {
    var variant = step.variant(.convolve)
    if axis == .horizontal { variant.options.insert(.horizontal) }
    if scale != nil { variant.options.insert(.scaled) }
    try taps.set(halfTaps)
    let padding = axis == .horizontal ? step.output.padding : 0
    let factors: Texture? =
      if let scale { try pool.upload(scale, after: padding, to: device) } else { nil }
    bind(factors, as: .scale)
    try draw(step, variant) { $0.set(.radius, halfTaps.count - 1) }
  }
}
