package import GPUEffects
import GPUEffectsCPU
package import GPUEffectsGL
package import GPUEffectsModel

/// An executor that is judged.
package final class ParitySubject {
  package let executor: any PlanExecutor
  package let backend: Backend
  /// Renders a second time: on the CPU with another number of threads.
  package let second: any PlanExecutor
  private let threads: Int

  package init(
    _ executor: any PlanExecutor, second: (any PlanExecutor)? = nil, backend: Backend, threads: Int
  ) {
    self.executor = executor
    self.second = second ?? executor
    self.backend = backend
    self.threads = threads
  }

  package func sceneRenderer(
    _ executor: any Executor, depth: PixelFormat.Depth
  ) -> SceneRenderer {
    SceneRenderer(
      Renderer(executor: executor, backend: backend), pictures: PatternPictures(),
      threads: threads, depth: depth)
  }
}

/// The executor, said to hold surfaces of only some size.
package final class LimitedExecutor: PlanExecutor {
  private let executor: any PlanExecutor
  private let limit: Int

  package init(_ executor: any PlanExecutor, limit: Int) {
    self.executor = executor
    self.limit = limit
  }

  package var planner: Planner {
    var capabilities = executor.planner.capabilities
    capabilities.maximumSize = min(capabilities.maximumSize, limit)
    return Planner(capabilities)
  }

  package func run(_ plan: Plan, source: Image) throws -> Image {
    try executor.run(plan, source: source)
  }

  package func run(_ plan: VariablePlan, source: Image) throws -> Image {
    try executor.run(plan, source: source)
  }
}

/// The pictures of a scene of the manifest: patterns by their names.
package struct PatternPictures: ScenePictures {
  package struct Missing: Error, CustomStringConvertible {
    package let path: String
    package var description: String { "there is no picture '\(path)'" }
  }

  package init() {}

  package static let names = ["photo.png", "noise.png", "stress.png"]

  package func picture(_ path: String, frame: Int) throws -> ScenePicture {
    guard let picture = ParitySource.Picture(rawValue: String(path.prefix { $0 != "." })) else {
      throw Missing(path: path)
    }
    let source = ParitySource(picture, 80, 60, picture == .stress ? .straight : .opaque)
    return ScenePicture(source.image(photo: Landscape.image))
  }
}

extension ParitySubject {
  /// The CPU, whose second run takes another number of threads.
  package static func cpu(threads: Int) -> ParitySubject {
    ParitySubject(
      CPUExecutor(threads: threads), second: CPUExecutor(threads: threads == 1 ? 3 : 1),
      backend: .cpu, threads: threads)
  }

  /// OpenGL ES on a device.
  package static func gl(_ device: GLDevice, threads: Int) throws(GLError) -> ParitySubject {
    ParitySubject(try GLExecutor(device: device), backend: .gpu, threads: threads)
  }
}
