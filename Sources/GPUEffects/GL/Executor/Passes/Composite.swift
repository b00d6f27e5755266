import GPUEffectsModel

extension GLExecutor {
  /// Makes the result: interpolation, factors, matrix, opacity, mix with the
  /// source where there is a mask.
  func composite(_ step: Step, _ composite: Composite) throws(GLError) {
    let isScaled = composite.columnScale != nil || composite.rowScale != nil
    var variant = step.variant(.composite, readsSource: composite.mask != nil)
    variant.upsample = composite.upsample
    if isScaled { variant.options.insert(.scaled) }
    if composite.matrix != .identity { variant.options.insert(.matrix) }
    if composite.mask != nil { variant.options.insert(.masked) }

    let area = step.output.area
    let columns = composite.columnScale ?? [Double](repeating: 1, count: area.x.count)
    let rows = composite.rowScale ?? [Double](repeating: 1, count: area.y.count)
    let columnFactors = isScaled ? try pool.upload(columns, after: step.output.padding, to: device) : nil
    let rowFactors = isScaled ? try pool.upload(rows, to: device) : nil
    let mask: Texture? = if let mask = composite.mask { try pool.upload(mask, under: step.output, to: device) } else { nil }

    let gl = device.gl.pointee
    let program = try prepare(variant, step)
    gl.Uniform1f(program[.opacity], Float(composite.opacity))
    let elements = composite.matrix.elements.map { Float($0) }
    gl.Uniform4fv(program[.matrixRows], 3, elements)
    if let objects = columnFactors?.objects { bind(objects, as: .columnScale) }
    if let objects = rowFactors?.objects { bind(objects, as: .rowScale) }
    if let objects = mask?.objects {
      bind(objects, as: .mask)
      bind(step.source.objects, as: .source)
      gl.Uniform2i(
        program[.sourceOrigin], Int32(step.source.origin.x), Int32(step.source.origin.y))
    }
    try draw(step)
  }
}
