package import GPUEffectsModel

extension GLExecutor {
  /// The region of a blur whose sigma varies: its rungs first, in the layers of
  /// one texture, then their mix by the mask, with colour, opacity and dither.
  package func run(_ plan: VariablePlan, source image: Image) throws(GLError) -> Image {
    try device.makeCurrent()
    let source = try pool.upload(image, plan.sourceNeeded, to: device)
    let rungs = try pool.takeCells(
      plan.region, CellStorage(plan.rungDepth), layers: plan.rungs.count)
    for (layer, rung) in plan.rungs.enumerated() {
      let target = rungs.view.layer(layer)
      // A blur too small to be one has not been made linear either.
      if let rung, rung.colorSpace == plan.colorSpace {
        try draw(rung, source: source.view, to: target)
      } else {
        try load(plan.step(.load, source.view, target, source: source.view), plan.colorSpace)
      }
    }
    let result = try pool.takeCells(plan.region, CellStorage(plan.outputFormat.depth))
    try mix(
      plan,
      plan.step(.composite(plan.composite), rungs.view, result.view, source: source.view))
    return try device.readback(result.view, as: plan.outputFormat)
  }

  private func mix(_ plan: VariablePlan, _ step: Step) throws(GLError) {
    var variant = step.variant(plan.composite)
    variant.options.insert(.mixed)
    let mask = try pool.upload(plan.mask, under: step.output, to: device)
    try holdTextures(of: plan.mix)
    bind(mask.objects, as: .mask)
    switch mixTextures {
    case .some(let textures):
      bind(textures.starts.objects, as: .mixStarts)
      bind(textures.weights.objects, as: .mixWeights)
    case .none: break
    }
    try draw(step, variant) { program in
      program.set(plan.composite)
      program.set(.firstRung, plan.firstRung)
    }
  }

  /// Makes `mixTextures` those of `table`, which most often they are.
  private func holdTextures(of table: MixTable) throws(GLError) {
    guard mixTable != table else { return }
    mixTable = nil
    mixTextures = try pool.upload(table, to: device)
    mixTable = table
  }
}

/// A ``MixTable`` as textures.
struct MixTextures: ~Copyable {
  let starts: Texture
  let weights: Texture
}

extension VariablePlan {
  /// A pass over all of the region.
  fileprivate func step(
    _ kind: Pass.Kind, _ input: CellView, _ output: CellView, source: CellView
  ) -> Step {
    Step(
      kind: kind, edge: .clamp, inputBounds: region, input: input, output: output, source: source,
      sourceFormat: sourceFormat)
  }

  /// The part of the source that the rungs read.
  fileprivate var sourceNeeded: Area {
    var area = region
    for case let rung? in rungs { area = area.union(rung.sourceNeeded) }
    return area
  }
}
