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
    let program = try prepare(variant, step)
    device.gl.pointee.Uniform1i(program[.radius], Int32(halfTaps.count - 1))
    guard let scale else { return try draw(step) }
    let padding = axis == .horizontal ? step.output.padding : 0
    let factors = try pool.upload(scale, after: padding, to: device)
    bind(factors.objects, as: .scale)
    try draw(step)
  }
}
