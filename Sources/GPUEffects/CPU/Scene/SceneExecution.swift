import GPUEffectsModel

/// One run over the steps of a plan, with the surfaces that are open.
struct SceneExecution {
  let executor: CPUSceneExecutor
  let picture: (PictureKey) throws -> Image
  private var surfaces: [Surface]
  let compositor: Compositor

  init(
    _ executor: CPUSceneExecutor, canvas: Surface,
    picture: @escaping (PictureKey) throws -> Image
  ) {
    self.executor = executor
    self.picture = picture
    surfaces = [canvas]
    compositor = Compositor(pool: executor.pool)
  }

  var pool: ThreadPool { executor.pool }
  private var top: Surface { surfaces[surfaces.count - 1] }
  private var capture: Capture { Capture(surfaces: surfaces, pool: pool) }

  var canvas: Surface { surfaces[0] }

  func run(_ steps: some Sequence<SceneStep>) throws {
    var run = self
    try run.draw(Array(steps))
  }

  private mutating func draw(_ steps: [SceneStep]) throws {
    var index = 0
    while index < steps.count {
      switch steps[index] {
      case .paint(let step): try paint(step)
      case .backdrop(let step): try draw(step)
      case .material(let step): try draw(step)
      case .shadow(let step): try draw(step)
      case .beginGroup(let area):
        if let end = steps.endOfGroup(from: index) {
          try drawBlurred(steps[index...end])
          index = end
        } else {
          surfaces.append(clearSurface(area))
        }
      case .endGroup(let step):
        guard surfaces.count > 1, let group = surfaces.popLast() else { break }
        let result = try apply(step, to: group)
        try lay(result, step)
      }
      index += 1
    }
  }

  func clearSurface(_ area: Area) -> Surface {
    let surface = Surface(area)
    surface.fill(.zero, pool: pool)
    return surface
  }

  // MARK: Paint

  private func paint(_ step: PaintStep) throws {
    let coverage = try coverage(step.stencil, step.area)
    switch step.paint {
    case .color(let color):
      compositor.lay(color.pixel, over: top, step.area, coverage)
    case .gradient(let gradient, let rect):
      compositor.lay(
        surface(of: gradient, rect, step.area), over: top, step.area, coverage)
    case .picture(let placed):
      compositor.lay(
        try surface(of: placed, step.area), over: top, step.area, coverage)
    }
  }

  private func surface(of gradient: ColorGradient, _ rect: Rect, _ area: Area) -> Surface {
    let key = CPUSceneExecutor.GradientKey(gradient: gradient, rect: rect, area: area)
    if let known = executor.gradients.value(for: key) { return known }
    let surface = Surface(area)
    let line = GradientLine(gradient, over: rect)
    pool.runBands(of: area.y, atLeast: 16) { band in
      for y in band {
        guard let row = surface.row(y) else { continue }
        if line.runsDown {
          (row + area.x.lowerBound).update(
            repeating: line.color(x: area.x.lowerBound, y: y).pixel, count: area.width)
        } else {
          for x in area.x { row[x] = line.color(x: x, y: y).pixel }
        }
      }
    }
    executor.gradients.insert(surface, for: key, cost: surface.byteCount)
    return surface
  }

  private func surface(of placed: PlacedPicture, _ area: Area) throws -> Surface {
    let whole = Area(covering: placed.rect)
    // A picture that hardly shows isn't worth keeping whole.
    let isSmall =
      whole.width < 1 << 15 && whole.height < 1 << 15
      && whole.width * whole.height <= max(1 << 22, 4 * area.width * area.height)
    guard isSmall else {
      return PictureResampler.resample(
        try picture(placed.key), to: placed.rect, in: area, pool: pool)
    }
    // Copies a whole number of pixels apart are the same.
    var home = placed
    home.rect.x -= Double(whole.x.lowerBound)
    home.rect.y -= Double(whole.y.lowerBound)
    if let known = executor.pictures.value(for: home) { return known.moved(to: whole) }
    let surface = PictureResampler.resample(
      try picture(placed.key), to: placed.rect, in: whole, pool: pool)
    executor.pictures.insert(surface, for: home, cost: surface.byteCount)
    return surface
  }

  // MARK: Groups

  /// Own content with an effect, which a later frame finds again.
  private mutating func drawBlurred(_ steps: ArraySlice<SceneStep>) throws {
    guard case .beginGroup(let area)? = steps.first, case .endGroup(let end)? = steps.last
    else { return }
    let key = Array(steps)
    let result: Surface
    if let known = executor.groups.value(for: key) {
      result = known
    } else {
      let group = clearSurface(area)
      try SceneExecution(executor, canvas: group, picture: picture)
        .run(Array(steps.dropFirst().dropLast()))
      result = try apply(end, to: group)
      executor.groups.insert(result, for: key, cost: result.byteCount)
    }
    try lay(result, end)
  }

  private func lay(_ group: Surface, _ step: GroupStep) throws {
    let coverage = try coverage(step.stencil, step.area)
    if let vibrancy = step.vibrancy {
      let below = capture.pixels(of: step.area, in: nil, repeatsBorder: false)
      compositor.layVibrant(
        vibrancy, of: below, through: group, over: top, step.area, coverage)
    } else {
      compositor.lay(group, over: top, step.area, coverage)
    }
  }

  private func apply(_ step: GroupStep, to group: Surface) throws -> Surface {
    guard let effect = step.effect else { return group }
    let reach = effect.blur.map(ScenePlanner.reach) ?? 0
    let needed = group.area.intersection(step.area.expanded(by: reach))
    let whole = needed.union(step.area)
    let source: Surface
    if whole == group.area {
      source = group
    } else {
      source = clearSurface(whole)
      compositor.lay(group, over: source, needed, Coverage(area: needed, opacity: 1))
    }
    return try self.blur(source, effect, step.radiusStencil, step.area)
  }

  /// A surface of the effect's result in `area`, which lies inside `source`.
  private func blur(
    _ source: Surface, _ effect: Effect, _ radius: Stencil?, _ area: Area,
    _ alpha: PixelFormat.Alpha = .premultiplied
  ) throws -> Surface {
    var effect = effect
    if let radius {
      effect.maskMode = .radius
      effect.mask = try mask(radius.factors, source.area)
    }
    let image = source.image(alpha)
    if effect.isNeutral { return source }
    let region = area.moved(x: -source.area.x.lowerBound, y: -source.area.y.lowerBound)
    return Surface(try executor.blur(effect, image, region), at: area)
  }

  // MARK: Surfaces

  private func draw(_ step: BackdropStep) throws {
    let reach = step.effect.blur.map(ScenePlanner.reach) ?? 0
    let needed = Area(covering: step.surface).intersection(step.area.expanded(by: reach))
    let source = capture.pixels(
      of: needed.union(step.area), in: step.surface,
      repeatsBorder: step.offscreenEdge == .clamp)
    let result = try blur(source, step.effect, step.radiusStencil, step.area)
    compositor.lay(result, over: top, step.area, try coverage(step.stencil, step.area))
  }

  private func draw(_ step: MaterialStep) throws {
    let canvas = surfaces[0].area
    let frame = step.frame.intersection(
      Rect(x: 0, y: 0, width: Double(canvas.width), height: Double(canvas.height)))
    let coverage = try coverage(step.stencil, step.area)
    let whole = Area(covering: frame)
    guard !whole.isEmpty else { return }
    guard let blur = step.blur else {
      let mean = capture.pixels(of: whole, in: nil, repeatsBorder: false).mean(in: frame)
      let color = mean.alpha > 0 ? step.recipe.color(of: mean.color) : step.recipe.fallback
      return compositor.lay(color.pixel, over: top, step.area, coverage)
    }
    let needed = whole.intersection(step.area.expanded(by: ScenePlanner.reach(blur)))
    let stages = MaterialStages(step.recipe)
    let source = capture.pixels(of: needed, in: nil, repeatsBorder: false)
    source.makeOpaque(pool: pool)
    if !step.recipe.blursFirst { stages.apply(to: source, pool: pool) }
    let area = step.area.intersection(whole)
    var effect = Effect(blur: blur)
    let result: Surface
    if frame.isAligned {
      result = try self.blur(source, effect, nil, area, .opaque)
    } else {
      // Pixels at the rim count in part: weigh, blur, divide.
      source.weigh(by: frame, pool: pool)
      effect.blur?.edge = .transparent
      result = try self.blur(source, effect, nil, area)
      result.divideByAlpha(pool: pool)
    }
    if step.recipe.blursFirst { stages.apply(to: result, pool: pool) }
    compositor.lay(result, over: top, area, coverage)
  }

  // MARK: Shadows

  private func draw(_ step: ShadowStep) throws {
    var key = step
    key.stencil = .all
    let alpha: Image
    if let known = executor.shadows.value(for: key) {
      alpha = known
    } else {
      alpha = try blurredSilhouette(step)
      executor.shadows.insert(alpha, for: key, cost: alpha.pixels.byteCount)
    }
    compositor.lay(
      step.color.pixel, through: alpha, at: step.area, over: top, step.area,
      try coverage(step.stencil, step.area))
  }

  /// Grey floats of the step's area.
  private func blurredSilhouette(_ step: ShadowStep) throws -> Image {
    let blur = Effect.Blur(radius: step.sigma, kernel: .gaussian, edge: .transparent)
    let margin = step.sigma > 0 ? ScenePlanner.reach(blur) : 0
    let whole = step.area.expanded(by: margin)
    let mask = try mask(step.silhouette.factors, whole)
    let opacity = Float(step.silhouette.opacity) / 65535
    let image = Image(
      width: whole.width, height: whole.height, format: PixelFormat(.gray, .float32, .opaque)
    ) { bytes in
      let values = bytes.bindMemory(to: Float.self)
      for (i, value) in mask.values.enumerated() { values[i] = Float(value) * opacity }
    }
    let region = Area(width: step.area.width, height: step.area.height)
      .moved(x: margin, y: margin)
    return step.sigma > 0 ? try executor.blur(Effect(blur: blur), image, region) : image
  }
}

extension [SceneStep] {
  /// Where the group ends that begins at `index`, if it can be kept for later
  /// frames: if it takes a blur and doesn't look at what lies below it.
  fileprivate func endOfGroup(from index: Int) -> Int? {
    var depth = 0
    for i in index..<count {
      switch self[i] {
      case .beginGroup: depth += 1
      case .endGroup(let end):
        depth -= 1
        if depth == 0 { return end.effect != nil && end.vibrancy == nil ? i : nil }
      default: break
      }
      if self[i].seesBelow { return nil }
    }
    return nil
  }
}

extension Surface {
  /// The same pixels in another place.
  fileprivate func moved(to area: Area) -> Surface { Surface(image(), at: area) }
}
