import GPUEffects
import GPUEffectsGL
import GPUEffectsModel
import GPUEffectsParity
import Testing

/// The manifest as a judge: right executors pass every row, and each planted
/// fault is found by the row that is named for it.
@Suite(.serialized) struct SelfTests {
  private static func rows(_ names: Set<String>) throws -> [Row] {
    let rows = try Manifest.rows().filter { names.contains($0.name) }
    #expect(rows.count == names.count)
    return rows
  }

  private static func row(_ name: String) throws -> Row { try #require(try rows([name]).first) }

  @Test func theCPUPassesEveryRow() throws {
    let runner = RowRunner(.cpu(threads: 2))
    for row in try Manifest.rows() {
      let outcome = runner.run(row)
      #expect(outcome.passed, "\(row.name): \(outcome.failure ?? "")")
    }
  }

  @Test func theDriverPassesTheRowsOfItsFaults() throws {
    let runner = RowRunner(try .gl(try GLDevice.open(.surfaceless), threads: 2))
    for row in try Self.rows(Set(DriverFault.allCases.map(\.row))) {
      let outcome = runner.run(row)
      #expect(outcome.passed, "\(row.name): \(outcome.failure ?? "")")
    }
  }

  @Test(arguments: DriverFault.allCases)
  func aFaultOfTheDriverIsFound(_ fault: DriverFault) throws {
    let device = try GLDevice.open(.surfaceless)
    let row = try Self.row(fault.row)
    let before = try fault.before.map { try Self.row($0) }
    let outcome = try fault.plant(in: device) {
      let runner = RowRunner(try .gl(device, threads: 2))
      if let before { #expect(runner.run(before).passed) }
      return runner.run(row)
    }
    #expect(!outcome.passed, "\(fault) passes \(row)")
  }

  @Test(arguments: ExecutorFault.allCases)
  func aFaultOfAnExecutorIsFound(_ fault: ExecutorFault) throws {
    let row = try Self.row(fault.row)
    let subject = ParitySubject(FaultyExecutor(fault), backend: .cpu, threads: 2)
    #expect(!RowRunner(subject).run(row).passed, "\(fault) passes \(row)")
  }

  /// A second run that differs by one bit.
  @Test func aChangingResultIsFound() throws {
    let subject = ParitySubject(
      RowRunnerTests.right, second: FaultyExecutor(.oneLevelOff), backend: .cpu, threads: 2)
    let outcome = RowRunner(subject).run(try Self.row("blur/clamp-6"))
    #expect(outcome.failure == "a second run gives another result")
  }
}
