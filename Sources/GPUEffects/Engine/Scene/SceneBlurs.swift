import GPUEffectsGL
import GPUEffectsModel

/// The blurs of scenes: regions of captures, much alike from frame to frame.
final class SceneBlurs {
  private let renderer: Renderer
  private var plans: [Key: [Plan]] = [:]
  private var hasTold = false

  private struct Key: Hashable {
    let effect: Effect
    let width: Int
    let height: Int
    let format: PixelFormat
    let region: Area
  }

  /// Plans kept: designing a blur costs as much as a small one takes.
  private static let limit = 64

  init(_ renderer: Renderer) { self.renderer = renderer }

  /// A region of the effect's result, as premultiplied floats.
  func render(_ effect: Effect, _ image: Image, region: Area) throws(RendererError) -> Image {
    do {
      guard let executor = renderer.executor as? any PlanExecutor else {
        return try renderer.executor.render(effect, image, depth: .float32)
          .cropped(columns: region.x, rows: region.y)
      }
      return try render(effect, image, region, by: executor)
    } catch let error as GLError where renderer.takeOver(error) {
      plans.removeAll()
      return try render(effect, image, region: region)
    } catch let error as PlanError where renderer.backend == .gpu {
      if !hasTold { renderer.request.notice("the CPU renders a blur: \(error.reason)") }
      hasTold = true
      do {
        return try renderer.fallback.render(effect, image, depth: .float32)
          .cropped(columns: region.x, rows: region.y)
      } catch {
        throw RendererError(.cannotRender, "can't render this blur: \(error)")
      }
    } catch let error as PlanError {
      throw RendererError(.cannotRender, "can't render this blur: \(error.reason)")
    } catch {
      throw RendererError(.deviceFailed, "\(renderer.name) failed: \(error)")
    }
  }

  private func render(
    _ effect: Effect, _ image: Image, _ region: Area, by executor: any PlanExecutor
  ) throws -> Image {
    // A varying blur has no plan for a region, and no two masks are alike.
    if effect.mask != nil {
      return try executor.render(effect, image, depth: .float32)
        .cropped(columns: region.x, rows: region.y)
    }
    let key = Key(
      effect: effect, width: image.width, height: image.height, format: image.format,
      region: region)
    let known =
      try plans[key]
      ?? executor.planner.plan(
        effect, width: image.width, height: image.height, format: image.format, depth: .float32,
        region: region)
    if plans.count >= Self.limit, plans[key] == nil { plans.removeAll() }
    plans[key] = known
    var tiles: [(region: Area, image: Image)] = []
    for plan in known {
      let place = plan.region.moved(x: -region.x.lowerBound, y: -region.y.lowerBound)
      tiles.append((place, try executor.run(plan, source: image)))
    }
    return Image.assembled(width: region.width, height: region.height, from: tiles)
  }
}
