import GPUEffectsModel

extension GLExecutor {
  /// Makes the result: interpolation, factors, encoding, matrix, opacity, mix
  /// with the source where there is a mask, dither.
  func composite(_ step: Step, _ composite: Composite) throws(GLError) {
    let isScaled = composite.columnScale != nil || composite.rowScale != nil
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
    try draw(step, step.variant(composite)) { program in
      program.set(composite)
      program.set(.sourceOrigin, step.source.origin.x, step.source.origin.y)
    }
  }
}

extension Step {
  /// The variant of the composite shader that does what `composite` says.
  func variant(_ composite: Composite) -> ShaderVariant {
    var variant = variant(.composite, readsSource: composite.mask != nil)
    variant.upsample = composite.upsample
    let options: [(ShaderVariant.Options, Bool)] = [
      (.scaled, composite.columnScale != nil || composite.rowScale != nil),
      (.withoutAlpha, !sourceFormat.channels.hasAlpha),
      (.linear, composite.encodes),
      (.matrix, composite.matrix != .identity),
      (.masked, composite.mask != nil),
      (.dithered, composite.dither),
    ]
    for (option, isNeeded) in options where isNeeded { variant.options.insert(option) }
    return variant
  }
}

extension Program {
  /// The colours and the opacity.
  func set(_ composite: Composite) {
    set(.opacity, Float(composite.opacity))
    set(.matrixRows, vectors: composite.matrix.elements.map { Float($0) })
  }
}
