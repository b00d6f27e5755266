import CEGL
import GPUEffectsModel

/// A pass with the textures that it reads and writes.
struct Step {
  let kind: Pass.Kind
  let edge: EdgeMode
  let inputBounds: Area
  let input: CellView
  let output: CellView
  /// The uploaded image and its format, for passes that read it.
  let source: CellView
  let sourceFormat: PixelFormat

  /// The variant of a shader for this step's surfaces.
  func variant(_ body: ShaderVariant.Body, readsSource: Bool = false) -> ShaderVariant {
    ShaderVariant(
      body: body, input: input.storage, output: output.storage,
      edge: edge == .normalized ? .transparent : edge,
      source: readsSource || input.storage == .source ? sourceFormat : nil,
      options: isReflectedRepeatedly ? .repeated : [])
  }

  /// The cells that exist.
  ///
  /// Those that a tile does not hold are left out: only the padding of the
  /// output reads them. A reflection needs the true bounds.
  fileprivate var bounds: Area {
    if edge == .mirror { return inputBounds }
    return Area(
      x: inputBounds.x.clamped(to: input.area.x),
      y: inputBounds.y.clamped(to: input.area.y))
  }

  /// Whether the edge's reflection has to be repeated for the furthest cell that
  /// is read.
  private var isReflectedRepeatedly: Bool {
    guard edge == .mirror else { return false }
    let read = kind.reads(output.held)
    func isFar(_ read: Range<Int>, _ bounds: Range<Int>) -> Bool {
      bounds.lowerBound - read.lowerBound > bounds.count
        || read.upperBound - bounds.upperBound > bounds.count
    }
    return isFar(read.x, inputBounds.x) || isFar(read.y, inputBounds.y)
  }

  /// The texel columns of the output, in ranges that one variant can draw.
  ///
  /// Where no column that is read lies beyond an edge, cells are read by whole
  /// texels, which halves the fetches.
  fileprivate var pieces: [(columns: Range<Int>, options: ShaderVariant.Options)] {
    let all = 0..<output.objects.key.width
    let cellsPerTexel = output.storage.cellsPerTexel
    guard input.storage == .unorm16, input.objects.key.layers == nil, cellsPerTexel > 1 else {
      return [(all, [])]
    }
    func isInside(_ column: Int) -> Bool {
      let first = output.origin.x + column * cellsPerTexel
      let read = kind.reads(Area(x: first..<(first + cellsPerTexel), y: output.area.y)).x
      let held = inputBounds.x.clamped(to: input.area.x)
      return held.lowerBound <= read.lowerBound && read.upperBound <= held.upperBound
    }
    guard let first = all.first(where: isInside), let last = all.last(where: isInside) else {
      return [(all, [])]
    }
    return [(0..<first, []), (first..<(last + 1), .pairs), ((last + 1)..<all.upperBound, [])]
      .filter { !$0.0.isEmpty }
  }
}

extension GLExecutor {
  func bind(_ objects: TextureObjects, as sampler: Uniform) {
    guard let unit = sampler.textureUnit else { return }
    device.gl.pointee.ActiveTexture(UInt32(GL_TEXTURE0 + unit))
    device.gl.pointee.BindTexture(objects.key.target, objects.texture)
  }

  /// Binds a texture that not every variant has.
  func bind(_ texture: borrowing Texture?, as sampler: Uniform) {
    switch texture {
    case .some(let texture): bind(texture.objects, as: sampler)
    case .none: break
    }
  }

  /// Draws the step by `variant`, whose textures are bound; `configure` sets the
  /// uniforms that are the pass kind's own.
  func draw(
    _ step: Step, _ variant: ShaderVariant, _ configure: (Program) -> Void = { _ in }
  ) throws(GLError) {
    let gl = device.gl
    let key = step.output.objects.key
    let (output, input, bounds) = (step.output.origin, step.input.origin, step.bounds)
    bind(step.input.objects, as: step.input.sampler)
    gl.pointee.BindFramebuffer(UInt32(GL_FRAMEBUFFER), step.output.framebuffer)
    gl.pointee.Viewport(0, 0, Int32(key.width), Int32(key.height))
    for (columns, options) in step.pieces {
      var variant = variant
      variant.options.formUnion(options)
      let program = try programs.program(variant)
      program.use()
      program.set(.outputOrigin, output.x, output.y)
      program.set(.inputOrigin, input.x, input.y)
      program.set(
        .bounds, bounds.x.lowerBound - input.x, bounds.y.lowerBound - input.y,
        bounds.x.upperBound - 1 - input.x, bounds.y.upperBound - 1 - input.y)
      configure(program)
      gl.pointee.Scissor(
        Int32(columns.lowerBound), 0, Int32(columns.count), Int32(key.height))
      gl.pointee.DrawArrays(UInt32(GL_TRIANGLES), 0, 3)
    }
    try device.check("Drawing the \(step.kind.name) pass")
  }
}

extension Pass.Kind {
  /// The cells of the input's level that a step reads for `output`, before the
  /// edge rule.
  fileprivate func reads(_ output: Area) -> Area {
    switch self {
    case .load: output
    case .downsample(let order):
      output.map {
        (2 * $0.lowerBound - order.rawValue / 2)..<(2 * $0.upperBound + order.rawValue / 2)
      }
    case .convolve(.horizontal, let halfTaps, _):
      Area(x: output.x.widened(by: halfTaps.count - 1), y: output.y)
    case .convolve(.vertical, let halfTaps, _):
      Area(x: output.x, y: output.y.widened(by: halfTaps.count - 1))
    case .upsample: output.map { $0.interpolated }
    case .composite(let composite):
      composite.upsample == nil ? output : output.map { $0.interpolated }
    }
  }

  fileprivate var name: String {
    switch self {
    case .load: "load"
    case .downsample: "downsample"
    case .convolve: "convolve"
    case .upsample: "upsample"
    case .composite: "composite"
    }
  }
}

extension Area {
  fileprivate func map(_ range: (Range<Int>) -> Range<Int>) -> Area {
    Area(x: range(x), y: range(y))
  }
}

extension Range<Int> {
  fileprivate func widened(by n: Int) -> Range<Int> { (lowerBound - n)..<(upperBound + n) }

  /// The cells of the level above that these are interpolated from.
  fileprivate var interpolated: Range<Int> {
    ((lowerBound >> 1) - 1)..<(((upperBound - 1) >> 1) + 2)
  }
}
