import CEGL
package import GPUEffectsModel

/// Interprets plans by OpenGL ES 3.0: one draw for each pass.
///
/// It belongs to the thread of its device, whose context must be current.
/// Textures, programs and buffers are kept for the next run.
package final class GLExecutor {
  package let device: GLDevice
  package let liveObjects = LiveObjects()
  let pool: TexturePool
  let programs: ProgramCache
  let taps: TapBuffer

  package init(device: GLDevice) throws(GLError) {
    self.device = device
    pool = TexturePool(device, liveObjects)
    programs = ProgramCache(device, liveObjects)
    taps = try TapBuffer(device, liveObjects)
    device.gl.pointee.Disable(UInt32(GL_DITHER))
    device.gl.pointee.Enable(UInt32(GL_SCISSOR_TEST))
    try device.check("Preparing the context")
  }

  /// Intermediates are packed into integer textures, which every device has.
  package var capabilities: Capabilities {
    Capabilities(
      formats: [.fixed16, .float32], outputDepths: [.unorm8, .unorm16, .float32],
      maximumSize: device.limits.maximumSize)
  }

  /// Textures that wait for reuse.
  package var idleTextureCount: Int { pool.idleCount }

  /// The plan's result for an image of the size and format that it was made
  /// for, which covers the plan's region.
  package func run(_ plan: Plan, source image: Image) throws(GLError) -> Image {
    let source = try pool.upload(image, plan.sourceNeeded, to: device)
    var input = source.view
    // Keeps the input of the pass in hand.
    var current: CellTexture?
    for pass in plan.passes {
      let storage = pass.output.format.map(CellStorage.init) ?? CellStorage(plan.outputFormat.depth)
      let target = try pool.takeCells(pass.output.area, storage)
      let step = Step(
        pass: pass, input: input, output: target.view, source: source.view,
        sourceFormat: plan.sourceFormat)
      switch pass.kind {
      case .load: try load(step)
      case .downsample(let order): try downsample(step, order)
      case .convolve(let axis, let halfTaps, let scale):
        try convolve(step, axis, halfTaps, scale)
      case .upsample(let order): try upsample(step, order)
      case .composite(let settings): try composite(step, settings)
      }
      input = target.view
      current = consume target
    }
    let result = try device.readback(input, as: plan.outputFormat)
    _ = consume current
    return result
  }
}

extension CellStorage {
  init(_ format: IntermediateFormat) {
    switch format {
    case .fixed16: self = .unorm16
    // Not offered in `capabilities`; float32 holds all that it holds.
    case .float16, .float32: self = .float32
    }
  }
}

extension Plan {
  /// The part of the source that the passes read.
  fileprivate var sourceNeeded: Area {
    var area = passes.first?.input.area ?? region
    if case .composite(let composite) = passes.last?.kind, composite.mask != nil {
      area = area.union(region)
    }
    return area
  }
}

extension Area {
  fileprivate func union(_ other: Area) -> Area {
    Area(
      x: min(x.lowerBound, other.x.lowerBound)..<max(x.upperBound, other.x.upperBound),
      y: min(y.lowerBound, other.y.lowerBound)..<max(y.upperBound, other.y.upperBound))
  }
}
