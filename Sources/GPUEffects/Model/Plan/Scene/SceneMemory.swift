extension ScenePlan {
  /// The most pixels that surfaces hold at once while the plan is drawn, so
  /// that one that asks for too much is refused before any is taken.
  package var workingPixels: Int { canvas.pixelCount + steps.workingPixels }
}

extension [SceneStep] {
  /// Of the groups and captures of the steps.
  fileprivate var workingPixels: Int {
    var (open, most): ([Int], Int) = ([], 0)
    for step in self {
      if case .beginGroup(let area) = step { open.append(area.pixelCount) }
      most = Swift.max(most, open.reduce(0, +) + step.workingPixels)
      if case .endGroup = step { _ = open.popLast() }
    }
    return most
  }
}

extension SceneStep {
  /// Of the surfaces that the step itself needs.
  fileprivate var workingPixels: Int {
    switch self {
    case .paint(let step): return step.stencil.workingPixels
    case .beginGroup: return 0
    case .endGroup(let step):
      let reach = step.effect?.blur.map(ScenePlanner.reach)
      return (reach == nil ? 0 : 2 * step.area.pixelCount) + step.stencil.workingPixels
    case .backdrop(let step):
      let reach = step.effect.blur.map(ScenePlanner.reach) ?? 0
      let needed = Area(covering: step.surface).intersection(step.area.expanded(by: reach))
      return needed.union(step.area).pixelCount + step.area.pixelCount
        + step.stencil.workingPixels
    case .material(let step): return 2 * step.area.pixelCount + step.stencil.workingPixels
    case .shadow(let step):
      let blur = Effect.Blur(radius: step.sigma, kernel: .gaussian, edge: .transparent)
      return step.area.expanded(by: ScenePlanner.reach(blur)).pixelCount
        + step.silhouette.workingPixels + step.stencil.workingPixels
    }
  }
}

extension Stencil {
  fileprivate var workingPixels: Int {
    factors.reduce(0) { most, factor in
      guard case .drawing(let steps, let area) = factor else { return most }
      return max(most, area.pixelCount + steps.workingPixels)
    }
  }
}

extension Area {
  /// Saturated.
  fileprivate var pixelCount: Int {
    // Far below where sums of them could overflow, far above any limit.
    let most = 1 << 50
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? most : min(count, most)
  }
}
