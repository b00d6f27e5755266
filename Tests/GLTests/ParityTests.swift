import GPUEffectsGL
import GPUEffectsModel
import TestSupport
import Testing

/// Within a level of the reference at every pixel, on Mesa's software driver.
@Suite struct ParityTests {
  private static func render(_ executor: GLExecutor) -> ParityExecutor {
    { effect, source, depth in
      let plans = try Planner(executor.capabilities).plan(
        effect, width: source.width, height: source.height, format: source.format, depth: depth)
      return try executor.run(try #require(plans.first), source: source)
    }
  }

  @Test(arguments: ParitySuite.blur + ParitySuite.combined + [ParitySuite.colors])
  func agreesWithTheReference(group: ParitySuite.Group) throws {
    let report = try withExecutor { try ParityReport(group.cases, Self.render($0)) }
    #expect(report.failures.isEmpty, "\(report.summary)")
    #expect(report.count == group.cases.count)
  }

  @Test func agreesWithTheSpecification() throws {
    let deviations = try withExecutor { try SpecificationTables.deviations(of: Self.render($0)) }
    #expect(deviations == [])
  }
}
