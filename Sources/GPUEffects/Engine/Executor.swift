package import GPUEffectsCPU
package import GPUEffectsGL
package import GPUEffectsModel
import GPUEffectsReference

/// One way to render an effect.
package protocol Executor: AnyObject {
  /// The effect's result, or the given region of it, as premultiplied samples
  /// (opaque ones of an opaque source) of type `depth`.
  ///
  /// - Parameter known: plans made before, for who renders much alike.
  func render(
    _ effect: Effect, _ source: Image, depth: PixelFormat.Depth, region: Area?,
    known: KnownPlans?
  ) throws -> Image
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
  /// Tile by tile where it takes several plans.
  package func render(
    _ effect: Effect, _ source: Image, depth: PixelFormat.Depth, region: Area?,
    known: KnownPlans?
  ) throws -> Image {
    let (width, height, format) = (source.width, source.height, source.format)
    var tiles: [(region: Area, image: Image)] = []
    if effect.blur != nil, effect.mask != nil, effect.maskMode == .radius {
      for plan in try planner.variablePlans(
        effect, width: width, height: height, format: format, depth: depth)
      {
        tiles.append((plan.region, try run(plan, source: source)))
      }
      let whole = Image.assembled(width: width, height: height, from: tiles)
      return region.map { whole.cropped(columns: $0.x, rows: $0.y) } ?? whole
    }
    let region = region ?? Area(width: width, height: height)
    let key = KnownPlans.Key(
      effect: effect, width: width, height: height, format: format, depth: depth, region: region)
    let plans =
      try known?[key]
      ?? planner.plan(
        effect, width: width, height: height, format: format, depth: depth, region: region)
    known?[key] = plans
    for plan in plans {
      let place = plan.region.moved(x: -region.x.lowerBound, y: -region.y.lowerBound)
      tiles.append((place, try run(plan, source: source)))
    }
    return Image.assembled(width: region.width, height: region.height, from: tiles)
  }
}

/// The plans of the last effects: designing a blur costs as much as a small one.
package final class KnownPlans {
  struct Key: Hashable {
    let effect: Effect
    let width: Int
    let height: Int
    let format: PixelFormat
    let depth: PixelFormat.Depth
    let region: Area
  }

  private var plans: [Key: [Plan]] = [:]
  private static let limit = 64

  subscript(key: Key) -> [Plan]? {
    get { plans[key] }
    set {
      // Masks are large, and seldom the same.
      if key.effect.mask != nil { return }
      if plans.count >= Self.limit, plans[key] == nil { plans.removeAll() }
      plans[key] = newValue
    }
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

  package func render(
    _ effect: Effect, _ source: Image, depth: PixelFormat.Depth, region: Area?,
    known: KnownPlans?
  ) -> Image {
    let whole = Reference.render(effect, source).image(
      depth, source.format.alpha == .opaque ? .opaque : .premultiplied,
      dither: effect.dither && depth == .unorm8)
    return region.map { whole.cropped(columns: $0.x, rows: $0.y) } ?? whole
  }
}
