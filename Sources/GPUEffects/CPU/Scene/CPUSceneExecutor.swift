package import GPUEffectsModel

/// Blurs and colours an image: the given region of it, as RGBA floats.
package typealias SceneBlur = (_ effect: Effect, _ image: Image, _ region: Area) throws -> Image

/// Draws scene plans with loops on a pool of threads. Blurs are whoever's that
/// gives them.
///
/// It keeps what later frames may need again: pictures in the size they are
/// drawn in, coverages, blurred shadows and own content that is blurred.
package final class CPUSceneExecutor {
  let pool: ThreadPool
  let blur: SceneBlur
  var pictures = RecentCache<PlacedPicture, Surface>(limit: 512 << 20, frames: 1000)
  var gradients = RecentCache<GradientKey, Surface>(
    limit: 64 << 20, frames: CPUSceneExecutor.memory)
  var masks = RecentCache<MaskKey, Mask>(limit: 128 << 20, frames: CPUSceneExecutor.memory)
  var shadows = RecentCache<ShadowStep, Image>(limit: 64 << 20, frames: CPUSceneExecutor.memory)
  var groups = RecentCache<[SceneStep], Surface>(limit: 256 << 20, frames: CPUSceneExecutor.memory)
  /// Frames for which something is kept that may never come again: what is
  /// animated looks different in each of them.
  private static let memory = 30
  private var previous: ScenePlan?
  /// What the steps that didn't change last time drew.
  private var lowest: (steps: [SceneStep], surface: Surface)?

  struct GradientKey: Hashable {
    var gradient: ColorGradient
    var rect: Rect
    var area: Area
  }

  struct MaskKey: Hashable {
    var factors: [Stencil.Factor]
    var area: Area
  }

  /// - Parameters:
  ///   - threads: threads that work on one frame, the caller among them.
  ///   - loop: threads of the caller's instead of own ones.
  package init(threads: Int, loop: SharedLoop? = nil, blur: @escaping SceneBlur) {
    pool = ThreadPool(threads: threads, loop: loop)
    self.blur = blur
  }

  /// The frame that a plan describes.
  ///
  /// - Parameter picture: the pixels of a picture that the plan names.
  /// - Returns: 8 or 16 bits; RGB where the canvas is opaque, else RGBA with
  ///   straight alpha.
  package func run(
    _ plan: ScenePlan, depth: PixelFormat.Depth, picture: @escaping (PictureKey) throws -> Image
  ) throws -> Image {
    pictures.beginFrame()
    gradients.beginFrame()
    masks.beginFrame()
    shadows.beginFrame()
    groups.beginFrame()
    let execution = SceneExecution(self, canvas: Surface(plan.canvas), picture: picture)
    let drawn = try drawLowest(of: plan, execution)
    try execution.run(plan.steps.dropFirst(drawn))
    previous = plan
    return result(execution.canvas, isOpaque: plan.isOpaque, depth)
  }

  /// Draws the lowest steps, or copies them where they are the same as before.
  ///
  /// - Returns: how many steps were drawn.
  private func drawLowest(of plan: ScenePlan, _ execution: SceneExecution) throws -> Int {
    let isSame = previous?.canvas == plan.canvas && previous?.background == plan.background
    let common = isSame ? plan.commonSteps(previous?.steps ?? []) : 0
    var drawn = 0
    if let lowest, isSame, !lowest.steps.isEmpty, plan.steps.starts(with: lowest.steps) {
      execution.canvas.copy(lowest.surface, pool: pool)
      drawn = lowest.steps.count
    } else {
      execution.canvas.fill(plan.background.pixel, pool: pool)
    }
    if drawn >= common { return drawn }
    try execution.run(plan.steps[drawn..<common])
    let copy = Surface(plan.canvas)
    copy.copy(execution.canvas, pool: pool)
    lowest = (Array(plan.steps.prefix(common)), copy)
    return common
  }

  private func result(
    _ canvas: Surface, isOpaque: Bool, _ depth: PixelFormat.Depth
  ) -> Image {
    let format = PixelFormat(isOpaque ? .rgb : .rgba, depth, isOpaque ? .opaque : .straight)
    guard isOpaque, depth == .unorm8 else { return canvas.image().converted(to: format) }
    return Image(width: canvas.area.width, height: canvas.area.height, format: format) { bytes in
      guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      Compositor(pool: pool).store(canvas, to: base)
    }
  }
}

extension ScenePlan {
  /// How many of the lowest steps are the same as others, no group left open.
  fileprivate func commonSteps(_ others: [SceneStep]) -> Int {
    var (common, depth) = (0, 0)
    for (index, (step, other)) in zip(steps, others).enumerated() {
      if step != other { break }
      switch step {
      case .beginGroup: depth += 1
      case .endGroup: depth -= 1
      default: break
      }
      if depth == 0 { common = index + 1 }
    }
    return common
  }
}
