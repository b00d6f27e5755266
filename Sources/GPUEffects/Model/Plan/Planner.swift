/// Why there is no plan.
package enum PlanError: Error, Hashable, Sendable {
  /// The kernel reaches further than a surface of `maximumSize` cells can hold.
  case kernelTooWide(maximumSize: Int)
  /// A filter has more taps than the executor can hold.
  case tooManyTaps(maximum: Int)
  /// The executor can't write such a result.
  case unsupportedDepth(PixelFormat.Depth)
}

/// Turns an effect into plans for an executor of given capabilities.
package struct Planner: Sendable {
  package let capabilities: Capabilities

  package init(_ capabilities: Capabilities) { self.capabilities = capabilities }

  /// The plan of the whole image, or several plans whose regions tile it where
  /// the executor's surfaces are too small for it. Tiles give the same pixels:
  /// they are the same passes over other areas.
  ///
  /// `depth` is the result's sample type. Its channels are the source's; its
  /// alpha kind is `opaque` for opaque sources (the caller adds an alpha
  /// channel where the result can be translucent), else `premultiplied`.
  ///
  /// - Parameters:
  ///   - region: the part of the image to render; nil is all of it.
  ///   - limit: the error to keep, in levels, where it isn't the one of `depth`.
  ///   - staysLinear: leaves the result of a linear blur in linear light.
  package func plan(
    _ effect: Effect, width: Int, height: Int, format: PixelFormat, depth: PixelFormat.Depth,
    region: Area? = nil, limit: Double? = nil, staysLinear: Bool = false
  ) throws(PlanError) -> [Plan] {
    guard capabilities.outputDepths.contains(depth) else { throw .unsupportedDepth(depth) }
    let (blur, intermediate, bound) = choose(
      effect, width: width, height: height, format: format,
      limit: limit ?? ErrorBudget.limit(source: format.depth, result: depth))
    let builder = PlanBuilder(
      effect: effect, blur: blur, intermediate: intermediate, bound: bound, width: width,
      height: height, format: format, depth: depth, staysLinear: staysLinear)
    let region = region ?? Area(width: width, height: height)
    let whole = builder.plan(region)
    guard whole.mostTaps <= capabilities.maximumTaps else {
      throw .tooManyTaps(maximum: capabilities.maximumTaps)
    }
    let maximum = capabilities.maximumSize
    if whole.longestSide <= maximum { return [whole] }
    let side = maximum - builder.overlap
    guard side >= 1 else { throw .kernelTooWide(maximumSize: maximum) }
    return region.y.split(side).flatMap { y in
      region.x.split(side).map { x in builder.plan(Area(x: x, y: y)) }
    }
  }

  /// The cheapest design whose bound keeps the budget, with the format of its
  /// intermediates; a direct float32 filter where nothing else does.
  private func choose(
    _ effect: Effect, width: Int, height: Int, format: PixelFormat, limit: Double
  ) -> (BlurDesign?, IntermediateFormat, Double) {
    let fallback = capabilities.formats.first ?? .float32
    guard let blur = effect.blur else { return (nil, fallback, 0) }
    let target = BlurTarget(
      blur.kernel, radius: Self.effectiveRadius(blur, width: width, height: height))
    // Encoding stretches the darkest linear light most.
    let encoding = blur.colorSpace == .linear ? 12.92 : 1
    let gain = encoding * max(1, effect.matrix.gain(opaque: format.alpha == .opaque))

    // A kernel that keeps only its centre is no blur.
    if target.radius < 1, target.direct(reach: 3.5, quantized: true).radius == 0 {
      return (nil, fallback, 0)
    }

    func fits(_ design: BlurDesign, _ format: IntermediateFormat) -> Double? {
      var budget = ErrorBudget(gain: gain)
      var design = design
      if blur.edge == .normalized, budget.spent(design, format: format) <= limit {
        let edge = EdgeError(design, target: target, width: width, height: height)
        design.error = max(design.error, edge.error)
        budget.gain *= edge.gain
      }
      let spent = budget.spent(design, format: format)
      return spent <= limit ? spent : nil
    }

    // A dither shows what a narrow intermediate adds to a flat colour.
    let formats =
      effect.dither && capabilities.formats.contains(.float32)
      ? [IntermediateFormat.float32] : capabilities.formats
    var direct: (BlurDesign, IntermediateFormat, Double)?
    for intermediate in formats {
      let quantized = intermediate == .fixed16
      if target.radius >= 2.4 {
        for orders in Self.candidates(radius: target.radius) {
          for reach in [3.6, 4.6]
          where ErrorBudget(gain: gain).canHold(
            levels: orders.count, radius: target.radius * reach, format: intermediate, limit)
          {
            if let design = target.decimated(orders, reach: reach, quantized: quantized),
              let bound = fits(design, intermediate)
            {
              return (design, intermediate, bound)
            }
          }
        }
      }
      for reach in [3.5, 4, 4.5, 5.5, 6.5] where direct == nil {
        let design = target.direct(reach: reach, quantized: quantized)
        if let bound = fits(design, intermediate) { direct = (design, intermediate, bound) }
      }
      // A short direct filter in a narrow format beats a pyramid in a wide one.
      if let direct, blur.radius < 6 { return direct }
    }
    if let direct { return direct }
    let exact = capabilities.formats.contains(.float32) ? IntermediateFormat.float32 : fallback
    let design = target.direct(reach: 6.5, quantized: exact == .fixed16)
    return (design, exact, ErrorBudget(gain: gain).spent(design, format: exact))
  }

  /// A mirrored image is periodic: at 1.5 times its longer side a Gaussian
  /// leaves nothing but the mean (2e-5 of the slowest wave), so wider kernels
  /// only cost time.
  private static func effectiveRadius(_ blur: Effect.Blur, width: Int, height: Int) -> Double {
    guard blur.edge == .mirror, blur.kernel == .gaussian else { return blur.radius }
    return min(blur.radius, max(8, 1.5 * Double(max(width, height))))
  }

  /// Level orders worth trying, cheapest first: as many levels as leave sigma
  /// at least 1.2 cells, and up to four fewer. The last level's order decides
  /// the error, so the order 5 comes there first.
  private static func candidates(radius: Double) -> [[ResampleOrder]] {
    let most = (1...8).last { radius / Double(1 << $0) >= 1.2 } ?? 1
    return (max(1, most - 4)...most).reversed().flatMap { levels in
      (0...levels).lazy.filter { $0 <= 1 || $0 == levels }.map { fives in
        [ResampleOrder](repeating: .three, count: levels - fives)
          + [ResampleOrder](repeating: .five, count: fives)
      }
    }
  }
}

extension Range<Int> {
  /// The range in pieces of `size`, the last one shorter.
  package func split(_ size: Int) -> [Range<Int>] {
    stride(from: lowerBound, to: upperBound, by: Swift.max(1, size)).map {
      $0..<Swift.min(upperBound, $0 + Swift.max(1, size))
    }
  }
}

extension Plan {
  /// The longest side of any surface of the plan, in cells.
  fileprivate var longestSide: Int {
    passes.flatMap { [$0.input.area, $0.output.area] }
      .reduce(0) { max($0, $1.x.count, $1.y.count) }
  }

  /// The most half taps of any filter of the plan.
  fileprivate var mostTaps: Int {
    passes.reduce(0) { most, pass in
      if case .convolve(_, let halfTaps, _) = pass.kind { max(most, halfTaps.count) } else { most }
    }
  }
}
