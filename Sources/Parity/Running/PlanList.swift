package import GPUEffectsModel

/// The plans that an effect takes, tile by tile, without running them.
package struct PlanList {
  package private(set) var passCount = 0
  /// One pass a line.
  package private(set) var explanation: [String] = []

  package init(
    _ planner: Planner, _ effect: Effect, _ image: Image, _ depth: PixelFormat.Depth
  ) throws {
    let (width, height, format) = (image.width, image.height, image.format)
    guard effect.blur != nil, effect.mask != nil, effect.maskMode == .radius else {
      for plan in try planner.plan(
        effect, width: width, height: height, format: format, depth: depth)
      {
        add(plan, "plan")
      }
      return
    }
    for plan in try planner.variablePlans(
      effect, width: width, height: height, format: format, depth: depth)
    {
      explanation.append("variable blur of \(plan.region.text), from rung \(plan.firstRung)")
      for (number, rung) in plan.rungs.enumerated() {
        if let rung {
          add(rung, "  rung \(plan.firstRung + number)")
        } else {
          explanation.append("  rung \(plan.firstRung + number): the source")
        }
      }
      explanation.append("  mix \(plan.region.text)")
      passCount += 1
    }
  }

  private mutating func add(_ plan: Plan, _ title: String) {
    explanation.append(
      "\(title) of \(plan.region.text), bound \((plan.bound * 1000).rounded() / 1000) levels")
    explanation += plan.passes.map { "    \($0.text)" }
    passCount += plan.passes.count
  }
}

extension Pass {
  fileprivate var text: String {
    let format = output.format.map { " \($0)" } ?? ""
    return "\(kind.text): level \(input.level) \(input.area.text) to level \(output.level) "
      + "\(output.area.text)\(format), edge \(edge.rawValue)"
  }
}

extension Pass.Kind {
  fileprivate var text: String {
    switch self {
    case .load: return "load"
    case .downsample(let order): return "downsample by \(order)"
    case .upsample(let order): return "upsample by \(order)"
    case .convolve(let axis, let halfTaps, let scale):
      return "convolve \(axis), half taps \(halfTaps.map { Float($0) })"
        + (scale == nil ? "" : ", scaled")
    case .composite(let composite):
      var words = ["composite"]
      if let order = composite.upsample { words.append("upsampling by \(order)") }
      if composite.columnScale != nil || composite.rowScale != nil { words.append("scaled") }
      if composite.encodes { words.append("encoding") }
      if composite.matrix != .identity { words.append("matrix \(composite.matrix.elements)") }
      if composite.opacity != 1 { words.append("opacity \(composite.opacity)") }
      if composite.mask != nil { words.append("masked") }
      if composite.dither { words.append("dithered") }
      return words.joined(separator: ", ")
    }
  }
}

extension Area {
  var text: String { "\(x.count)x\(y.count) at \(x.lowerBound),\(y.lowerBound)" }
}
