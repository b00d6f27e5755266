import GPUEffectsCPU
import GPUEffectsModel
import TestSupport
import Testing

/// Within a level of the reference at every pixel.
@Suite struct ParityTests {
  static let executor = CPUExecutor(threads: 2)

  static func render(_ effect: Effect, _ source: Image, _ depth: PixelFormat.Depth) throws -> Image
  {
    let plans = try Planner(CPUExecutor.capabilities).plan(
      effect, width: source.width, height: source.height, format: source.format, depth: depth)
    return try executor.run(try #require(plans.first), source: source)
  }

  @Test(arguments: ParitySuite.blur + ParitySuite.combined + [ParitySuite.colors])
  func agreesWithTheReference(group: ParitySuite.Group) throws {
    let report = try ParityReport(group.cases, Self.render)
    #expect(report.failures.isEmpty, "\(report.summary)")
    #expect(report.count == group.cases.count)
  }

  @Test func agreesWithTheSpecification() throws {
    #expect(try SpecificationTables.deviations(of: Self.render) == [])
  }
}
