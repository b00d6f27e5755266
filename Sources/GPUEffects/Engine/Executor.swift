package import GPUEffectsCPU
package import GPUEffectsGL
package import GPUEffectsModel
import GPUEffectsReference

/// One way to run a plan, whatever runs it.
package protocol Executor: AnyObject {
  /// Plans for what this executor can do.
  var planner: Planner { get }
  func run(_ plan: Plan, source: Image) throws -> Image
}

extension CPUExecutor: Executor {
  package var planner: Planner { Planner(Self.capabilities) }
}

extension GLExecutor: Executor {
  package var planner: Planner { Planner(capabilities) }
}

/// The reference renders from the plan's effect alone and ignores its passes.
package final class ReferenceExecutor: Executor {
  package init() {}

  package let planner = Planner(
    Capabilities(
      formats: [.float32], outputDepths: [.unorm8, .unorm16, .float32], maximumSize: 1 << 24))

  package func run(_ plan: Plan, source: Image) -> Image {
    Reference.render(plan.effect, source).image(plan.outputFormat.depth, plan.outputFormat.alpha)
  }
}
