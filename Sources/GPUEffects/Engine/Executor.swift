package import GPUEffectsCPU
package import GPUEffectsGL
package import GPUEffectsModel
import GPUEffectsReference

/// One way to render an effect.
package protocol Executor: AnyObject {
  /// The whole effect, as premultiplied samples (opaque ones of an opaque
  /// source) of type `depth`.
  func render(_ effect: Effect, _ source: Image, depth: PixelFormat.Depth) throws -> Image
}

/// An executor that interprets plans.
package protocol PlanExecutor: Executor {
  /// Plans for what this executor can do.
  var planner: Planner { get }
  func run(_ plan: Plan, source: Image) throws -> Image
  /// One region of a blur whose sigma varies.
  func run(_ plan: VariablePlan, source: Image) throws -> Image
}

extension PlanExecutor {
  package func render(_ effect: Effect, _ source: Image, depth: PixelFormat.Depth) throws -> Image {
    try renderPlans(effect, source, depth: depth)
  }

  /// The whole effect, tile by tile where it takes several plans.
  package func renderPlans(
    _ effect: Effect, _ source: Image, depth: PixelFormat.Depth
  ) throws -> Image {
    let (width, height, format) = (source.width, source.height, source.format)
    var tiles: [(region: Area, image: Image)] = []
    if effect.blur != nil, effect.mask != nil, effect.maskMode == .radius {
      for plan in try planner.variablePlans(
        effect, width: width, height: height, format: format, depth: depth)
      {
        tiles.append((plan.region, try run(plan, source: source)))
      }
    } else {
      for plan in try planner.plan(
        effect, width: width, height: height, format: format, depth: depth)
      {
        tiles.append((plan.region, try run(plan, source: source)))
      }
    }
    return Image.assembled(width: width, height: height, from: tiles)
  }
}

extension CPUExecutor: PlanExecutor {
  package var planner: Planner { Planner(Self.capabilities) }
}

extension GLExecutor: PlanExecutor {
  package var planner: Planner { Planner(capabilities) }
}

/// The reference renders from the effect alone, without a plan.
package final class ReferenceExecutor: Executor {
  package init() {}

  package func render(_ effect: Effect, _ source: Image, depth: PixelFormat.Depth) -> Image {
    Reference.render(effect, source).image(
      depth, source.format.alpha == .opaque ? .opaque : .premultiplied,
      dither: effect.dither && depth == .unorm8)
  }
}
