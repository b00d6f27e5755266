import CEGL
package import GPUEffectsModel

/// Interprets plans by OpenGL ES 3.0: one draw for each pass.
///
/// It belongs to the thread of its device, where there may be others: each run
/// makes its own context current. Textures, programs and buffers are kept for
/// the next run.
package final class GLExecutor {
  package let device: GLDevice
  package let liveObjects = LiveObjects()
  /// Called when a run comes to a milestone, for who measures. Only then does
  /// the run wait for the driver there.
  package var onMilestone: ((Milestone) -> Void)?
  /// Called before that wait, when all commands up to the milestone were given.
  package var onSubmission: ((Milestone) -> Void)?
  let pool: TexturePool
  let programs: ProgramCache
  let taps: TapBuffer
  /// The table that `mixTextures` hold.
  var mixTable: MixTable?
  var mixTextures: MixTextures?

  package init(device: GLDevice) throws(GLError) {
    try device.makeCurrent()
    self.device = device
    pool = TexturePool(device, liveObjects)
    programs = ProgramCache(device, liveObjects)
    taps = try TapBuffer(device, liveObjects)
    device.gl.pointee.Disable(UInt32(GL_DITHER))
    device.gl.pointee.Enable(UInt32(GL_SCISSOR_TEST))
    try device.check("Preparing the context")
  }

  deinit {
    // The names that are deleted after this are the context's own.
    try? device.makeCurrent()
  }

  /// Intermediates are packed into integer textures, which every device has.
  package var capabilities: Capabilities {
    Capabilities(
      formats: [.fixed16, .float32], outputDepths: [.unorm8, .unorm16, .float32],
      maximumSize: device.limits.maximumSize, maximumTaps: TapBuffer.maximumTaps)
  }

  /// Textures that wait for reuse.
  package var idleTextureCount: Int { pool.idleCount }

  /// The plan's result for an image of the size and format that it was made
  /// for, which covers the plan's region.
  package func run(_ plan: Plan, source image: Image) throws(GLError) -> Image {
    try device.makeCurrent()
    reach(.begun)
    let source = try pool.upload(image, plan.sourceNeeded, to: device)
    reach(.uploaded)
    let result = try pool.takeCells(plan.region, CellStorage(plan.outputFormat.depth))
    try draw(plan, source: source.view, to: result.view)
    reach(.drawn)
    let rendered = try device.readback(result.view, as: plan.outputFormat)
    reach(.readBack)
    return rendered
  }

  /// Draws the passes, the last of them to `result`.
  func draw(_ plan: Plan, source: CellView, to result: CellView) throws(GLError) {
    var input = source
    // Keeps the input of the pass in hand.
    var current: CellTexture?
    for pass in plan.passes {
      var output = result
      var target: CellTexture?
      if let format = pass.output.format {
        let texture = try pool.takeCells(pass.output.area, CellStorage(format))
        output = texture.view
        target = consume texture
      }
      let step = Step(
        kind: pass.kind, edge: pass.edge, inputBounds: pass.inputBounds, input: input,
        output: output, source: source, sourceFormat: plan.sourceFormat)
      switch pass.kind {
      case .load: try load(step, plan.colorSpace)
      case .downsample(let order): try downsample(step, order)
      case .convolve(let axis, let halfTaps, let scale):
        try convolve(step, axis, halfTaps, scale)
      case .upsample(let order): try upsample(step, order)
      case .composite(let settings): try composite(step, settings)
      }
      input = output
      current = consume target
    }
    _ = consume current
  }
}

extension GLExecutor {
  /// What a run has done.
  package enum Milestone: Sendable {
    case begun
    case uploaded
    case drawn
    case readBack
  }

  func reach(_ milestone: Milestone) {
    guard let onMilestone else { return }
    onSubmission?(milestone)
    device.gl.pointee.Finish()
    onMilestone(milestone)
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
  var sourceNeeded: Area {
    var area = passes.first?.input.area ?? region
    if case .composite(let composite) = passes.last?.kind, composite.mask != nil {
      area = area.union(region)
    }
    return area
  }
}

extension Area {
  func union(_ other: Area) -> Area {
    Area(
      x: min(x.lowerBound, other.x.lowerBound)..<max(x.upperBound, other.x.upperBound),
      y: min(y.lowerBound, other.y.lowerBound)..<max(y.upperBound, other.y.upperBound))
  }
}
