/// A blur whose sigma is mask x radius, pixel by pixel, for one part of the
/// image: uniform blurs of neighbouring rungs, mixed by the mask's value, then
/// colour and opacity in full.
package struct VariablePlan: Hashable, Sendable {
  package var mask: Mask
  package var region: Area
  /// The uniform blurs of rungs `firstRung`..., unrounded, of this region; nil
  /// is rung 0, the source itself. Only what the mask asks for here.
  package var rungs: [Plan?]
  package var firstRung: Int
  package var mix: MixTable
  /// The sample type of the rungs.
  package var rungDepth: PixelFormat.Depth
  /// Matrix and opacity; no interpolation, no mask.
  package var composite: Composite
  /// The light of the rungs, rung 0 included.
  package var colorSpace: BlurColorSpace
  package var sourceFormat: PixelFormat
  package var outputFormat: PixelFormat
}

/// The mix of rungs for every value of a 16-bit mask.
package struct MixTable: Hashable, Sendable {
  /// The first rung of the mix, by mask value.
  package let first: [UInt8]
  /// Weights of that rung and the three after it, by mask value; unused ones
  /// are 0.
  package let weights: [SIMD4<Float>]

  /// Weights are fitted at 33 sigmas between two rungs and interpolated.
  package init(_ ladder: SigmaLadder) {
    let nodes = 32
    let fitted = (0..<max(1, ladder.sigmas.count - 1)).map { interval in
      (0...nodes).map { node in
        let (low, high) = (ladder.sigmas[interval], ladder.sigmas[interval + 1])
        let sigma = low + (high - low) * Double(node) / Double(nodes)
        return ladder.mix(sigma)
      }
    }
    let maximum = ladder.sigmas[ladder.sigmas.count - 1]
    var first = [UInt8](repeating: 0, count: 65536)
    var weights = [SIMD4<Float>](repeating: .zero, count: 65536)
    var interval = 0
    for value in 0..<65536 {
      let sigma = maximum * Double(value) / 65535
      while interval < ladder.sigmas.count - 2, sigma >= ladder.sigmas[interval + 1] {
        interval += 1
      }
      let (low, high) = (ladder.sigmas[interval], ladder.sigmas[interval + 1])
      let position = min(max((sigma - low) / (high - low), 0), 1) * Double(nodes)
      let node = min(Int(position), nodes - 1)
      let fraction = position - Double(node)
      let pair = (fitted[interval][node], fitted[interval][node + 1])
      // On a rung the mix is that rung alone; count both from the lower one.
      let start = fraction == 0 ? pair.0.first : min(pair.0.first, pair.1.first)
      var sum = SIMD4<Double>.zero
      func add(_ mix: (first: Int, weights: [Double]), _ factor: Double) {
        guard factor > 0 else { return }
        for (i, weight) in mix.weights.enumerated() where mix.first - start + i < 4 {
          sum[mix.first - start + i] += factor * weight
        }
      }
      add(pair.0, 1 - fraction)
      add(pair.1, fraction)
      first[value] = UInt8(start)
      weights[value] = SIMD4<Float>(sum / sum.sum())
    }
    self.first = first
    self.weights = weights
  }

  /// The rungs that mask values of a range use.
  package func rungs(_ values: ClosedRange<UInt16>) -> ClosedRange<Int> {
    var low = Int.max
    var high = 0
    for value in Int(values.lowerBound)...Int(values.upperBound) {
      low = min(low, Int(first[value]))
      let last = (0..<4).last { weights[value][$0] != 0 } ?? 0
      high = max(high, Int(first[value]) + last)
    }
    return min(low, high)...high
  }
}
