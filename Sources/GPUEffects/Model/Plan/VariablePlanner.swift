extension Planner {
  /// Levels that a uniform blur of a variable one may be off: the mix adds its
  /// own error.
  private static let rungLimit = 0.4
  /// Bytes a pixel of the image that all rungs of one region may take.
  private static let bytesPerPixel = 32

  /// The plans of a blur whose sigma is mask x radius, one a region, so that
  /// the rungs of one region at a time stay small.
  ///
  /// - Precondition: the effect has a blur and a mask of the image's size.
  package func variablePlans(
    _ effect: Effect, width: Int, height: Int, format: PixelFormat, depth: PixelFormat.Depth
  ) throws(PlanError) -> [VariablePlan] {
    guard let blur = effect.blur, let mask = effect.mask else { return [] }
    let ladder = SigmaLadder(maximum: blur.radius)
    let mix = MixTable(ladder)
    // 16 bits keep premultiplied 8-bit samples exactly, not 16-bit ones.
    let isLinear = blur.colorSpace == .linear
    let exact = format.depth == .unorm8 || format.depth == .unorm16 && format.alpha != .straight
    let rungDepth: PixelFormat.Depth =
      exact && !isLinear && capabilities.outputDepths.contains(.unorm16) ? .unorm16 : .float32
    var plans: [VariablePlan] = []
    for region in regions(
      width: width, height: height, rungs: ladder.sigmas.count,
      rungBytes: format.channels.rawValue * rungDepth.rawValue)
    {
      let used = mix.rungs(mask.bounds(region))
      var rungs: [Plan?] = []
      for rung in used {
        guard rung > 0 else {
          rungs.append(nil)
          continue
        }
        var uniform = Effect(blur: blur)
        uniform.blur?.radius = ladder.sigmas[rung]
        let parts = try plan(
          uniform, width: width, height: height, format: format, depth: rungDepth, region: region,
          limit: Self.rungLimit, staysLinear: true)
        guard let part = parts.first, parts.count == 1 else {
          throw .kernelTooWide(maximumSize: capabilities.maximumSize)
        }
        rungs.append(part)
      }
      plans.append(
        VariablePlan(
          mask: mask, region: region, rungs: rungs, firstRung: used.lowerBound, mix: mix,
          rungDepth: rungDepth,
          composite: Composite(
            encodes: isLinear, matrix: effect.matrix, opacity: effect.opacity,
            dither: effect.dither && depth == .unorm8),
          colorSpace: blur.colorSpace,
          sourceFormat: format,
          outputFormat: PixelFormat(
            format.channels, depth, format.alpha == .opaque ? .opaque : .premultiplied)))
    }
    return plans
  }

  /// Strips of full width, or tiles where a surface can't be that wide.
  private func regions(width: Int, height: Int, rungs: Int, rungBytes: Int) -> [Area] {
    // A small image needn't be cut: overlaps cost more than the memory saves.
    let pixels = max(1 << 20, width * height * Self.bytesPerPixel / (rungs * rungBytes))
    let columns = min(width, max(1, capabilities.maximumSize / 2))
    let rows = min(max(1, capabilities.maximumSize / 2), max(16, pixels / columns))
    return (0..<height).split(rows).flatMap { y in
      (0..<width).split(columns).map { x in Area(x: x, y: y) }
    }
  }
}

extension Mask {
  /// The smallest and largest value of an area.
  fileprivate func bounds(_ area: Area) -> ClosedRange<UInt16> {
    var low = UInt16.max
    var high = UInt16.min
    values.withUnsafeBufferPointer { values in
      for y in area.y {
        for x in area.x {
          low = min(low, values[y * width + x])
          high = max(high, values[y * width + x])
        }
      }
    }
    return low...max(low, high)
  }
}
