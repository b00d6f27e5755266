import CKernels
import GPUEffectsModel

/// Passes whose rows flow from one to the next through small rings. Each band
/// of rows that a thread works on has a chain of its own.
struct Chain {
  let kernels: Kernels
  let arena: Arena

  /// The stage that makes the output of `pass`, to be read by `next`.
  func stage<Sample: Lane>(
    _ pass: Pass, input: RowSource<Sample>, next: Pass
  ) -> RowSource<Sample> {
    let (depth, halo) = (next.rowsHeld, Halo(readBy: next))
    switch pass.kind {
    case .convolve(.vertical, let halfTaps, let scale):
      return VerticalConvolution(
        pass, halfTaps: halfTaps, scale: scale, input: input, depth: depth, halo: halo,
        kernels: kernels, arena: arena)
    case .convolve(.horizontal, let halfTaps, let scale):
      return HorizontalConvolution(
        pass, halfTaps: halfTaps, scale: scale, input: input, depth: depth, halo: halo,
        kernels: kernels, arena: arena)
    case .downsample(let order):
      return Downsampling(
        pass, order, input: input, depth: depth, halo: halo, kernels: kernels, arena: arena)
    case .upsample(let order):
      return Upsampling(
        pass, order, input: input, depth: depth, halo: halo, kernels: kernels, arena: arena)
    case .load, .composite:
      return input
    }
  }
}

extension Plan {
  /// The passes with nothing implied: a load first, and the composite's
  /// interpolation as a pass of its own.
  var expandedPasses: [Pass] {
    var passes = self.passes
    guard let first = passes.first, var last = passes.last else { return [] }
    if case .composite(var composite) = last.kind, let order = composite.upsample {
      var blurred = last.output
      blurred.format = last.input.format
      passes[passes.count - 1].kind = .upsample(order)
      passes[passes.count - 1].output = blurred
      composite.upsample = nil
      last.kind = .composite(composite)
      last.input = blurred
      last.inputBounds = region
      passes.append(last)
    }
    if case .load = first.kind { return passes }
    var load = first
    load.kind = .load
    load.output = first.input
    return [load] + passes
  }
}

extension [Pass] {
  /// Where the passes part: before the filter of the lowest resolution, whose
  /// input is stored as a whole. All that lies before it would otherwise be
  /// made again by each band, for rows as far as the filter reaches.
  var storeIndex: Int? {
    firstIndex {
      if case .convolve(.vertical, _, _) = $0.kind { $0.input.level > 0 } else { false }
    }
  }
}
