import GPUEffectsGL
import GPUEffectsModel
import TestSupport
import Testing

/// No shimmer: what an animation of sigma, content or window must not show.
@Suite struct StabilityTests {
  private func suite<R>(_ body: (StabilitySuite) throws -> R) throws -> R {
    try withExecutor { executor in
      try body(
        try StabilitySuite { effect, source, depth in
          let plans = try Planner(executor.capabilities).plan(
            effect, width: source.width, height: source.height, format: source.format, depth: depth
          )
          return try executor.run(#require(plans.first), source: source)
        })
    }
  }

  @Test func sweepingSigmaNeverJumps() throws { #expect(try suite { try $0.sweep() } == []) }

  @Test func stepsLookAsWideAsTheirSigma() throws { #expect(try suite { try $0.steps() } == []) }

  @Test func movedContentKeepsItsPixels() throws { #expect(try suite { try $0.shifts() } == []) }

  @Test func croppedWindowsKeepTheirInside() throws { #expect(try suite { try $0.crops() } == []) }

  @Test func flatColoursStay() throws { #expect(try suite { try $0.constants() } == []) }
}
