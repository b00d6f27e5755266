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
    if !step.sourceFormat.channels.hasAlpha { variant.options.insert(.withoutAlpha) }

    let area = step.output.area
    let columns = composite.columnScale ?? [Double](repeating: 1, count: area.x.count)
    let rows = composite.rowScale ?? [Double](repeating: 1, count: area.y.count)
    let columnFactors: Texture? =
      if isScaled { try pool.upload(columns, after: step.output.padding, to: device) } else { nil }
    let rowFactors: Texture? = if isScaled { try pool.upload(rows, to: device) } else { nil }
    let mask: Texture? =
      if let mask = composite.mask {
        try pool.upload(mask, under: step.output, to: device)
      } else { nil }

    bind(columnFactors, as: .columnScale)
    bind(rowFactors, as: .rowScale)
    bind(mask, as: .mask)
    if composite.mask != nil { bind(step.source.objects, as: .source) }
    let matrixRows = composite.matrix.elements.map { Float($0) }
    try draw(step, variant) { program in
      program.set(.opacity, Float(composite.opacity))
      program.set(.matrixRows, vectors: matrixRows)
      program.set(.sourceOrigin, step.source.origin.x, step.source.origin.y)
    }
  }
}
