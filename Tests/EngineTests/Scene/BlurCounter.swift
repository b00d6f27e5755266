import GPUEffects
import GPUEffectsCPU
import GPUEffectsModel

/// The CPU's executor, counting what it is asked for.
final class BlurCounter: PlanExecutor {
  private let executor = CPUExecutor(threads: 1)
  private(set) var runs = 0

  var planner: Planner { executor.planner }

  func run(_ plan: Plan, source: Image) throws -> Image {
    runs += 1
    return try executor.run(plan, source: source)
  }

  func run(_ plan: VariablePlan, source: Image) throws -> Image {
    runs += 1
    return try executor.run(plan, source: source)
  }
}
