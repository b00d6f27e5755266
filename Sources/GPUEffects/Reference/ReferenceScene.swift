package import GPUEffectsModel

extension Reference {
  /// A scene's frame in float64, RGBA, from what its plan says is to be seen:
  /// coverages are sampled anew, whole surfaces are blurred, nothing is kept.
  ///
  /// - Parameter pictures: every one that the plan names.
  package static func render(
    _ plan: ScenePlan, pictures: [PictureKey: Image]
  ) -> FloatImage {
    var drawing = ReferenceDrawing(
      plan.canvas, background: plan.background, pictures: pictures.mapValues { FloatImage($0) })
    drawing.draw(plan.steps)
    return drawing.surfaces[0].image
  }
}

/// The pixels of an area of the canvas's plane, clear beyond it.
struct ReferenceSurface {
  let area: Area
  private var pixels: [SIMD4<Double>]

  init(_ area: Area, filledWith pixel: SIMD4<Double> = .zero) {
    self.area = area
    pixels = [SIMD4<Double>](repeating: pixel, count: area.width * area.height)
  }

  init(_ area: Area, _ image: FloatImage) {
    self.area = area
    pixels = stride(from: 0, to: image.values.count, by: 4).map { i in
      SIMD4(image.values[i], image.values[i + 1], image.values[i + 2], image.values[i + 3])
    }
  }

  var image: FloatImage {
    FloatImage(
      width: area.width, height: area.height, channels: .rgba,
      values: pixels.flatMap { [$0.x, $0.y, $0.z, $0.w] })
  }

  subscript(x: Int, y: Int) -> SIMD4<Double> {
    get { isInside(x, y) ? pixels[index(x, y)] : .zero }
    set { if isInside(x, y) { pixels[index(x, y)] = newValue } }
  }

  private func isInside(_ x: Int, _ y: Int) -> Bool { area.x.contains(x) && area.y.contains(y) }

  private func index(_ x: Int, _ y: Int) -> Int {
    (y - area.y.lowerBound) * area.width + x - area.x.lowerBound
  }

  mutating func lay(_ pixel: SIMD4<Double>, x: Int, y: Int) {
    self[x, y] = pixel + self[x, y] * (1 - pixel.w)
  }
}

/// Draws steps one pixel after the other.
struct ReferenceDrawing {
  let pictures: [PictureKey: FloatImage]
  /// The canvas and the open groups.
  var surfaces: [ReferenceSurface]

  init(_ canvas: Area, background: Color, pictures: [PictureKey: FloatImage]) {
    self.pictures = pictures
    surfaces = [ReferenceSurface(canvas, filledWith: premultiplied(background))]
  }

  mutating func draw(_ steps: [SceneStep]) {
    for step in steps {
      switch step {
      case .paint(let step): paint(step)
      case .beginGroup(let area): surfaces.append(ReferenceSurface(area))
      case .endGroup(let step): end(step)
      case .backdrop(let step): draw(step)
      case .material(let step): draw(step)
      case .shadow(let step): draw(step)
      }
    }
  }

  /// Lays a pixel over each of an area, as much as the stencil says.
  private mutating func lay(
    _ area: Area, _ stencil: Stencil, _ pixel: (Int, Int) -> SIMD4<Double>
  ) {
    let coverage = coverage(stencil, area)
    let top = surfaces.count - 1
    var index = 0
    for y in area.y {
      for x in area.x {
        let share = coverage[index]
        index += 1
        if share > 0 { surfaces[top].lay(pixel(x, y) * share, x: x, y: y) }
      }
    }
  }

  private mutating func paint(_ step: PaintStep) {
    switch step.paint {
    case .color(let color):
      let pixel = premultiplied(color)
      lay(step.area, step.stencil) { _, _ in pixel }
    case .gradient(let gradient, let rect):
      lay(step.area, step.stencil) { x, y in
        premultiplied(
          gradient.color(at: position(x, y, gradient.startPoint, gradient.endPoint, rect)))
      }
    case .picture(let placed):
      guard let picture = pictures[placed.key] else { return }
      let sampler = ReferencePicture(picture, placed.rect, step.area)
      lay(step.area, step.stencil) { x, y in sampler.pixel(x, y) }
    }
  }

  private mutating func end(_ step: GroupStep) {
    guard surfaces.count > 1, var group = surfaces.popLast() else { return }
    if let effect = step.effect {
      group = blurred(group, effect, step.radiusStencil, of: step.area)
    }
    guard let vibrancy = step.vibrancy else {
      return lay(step.area, step.stencil) { x, y in group[x, y] }
    }
    let below = self
    lay(step.area, step.stencil) { x, y in
      // Source-over of the matrix of what lies below, by the group's alpha.
      apply(vibrancy, below.capture(x, y)) * group[x, y].w
    }
  }

  /// What the open surfaces show together.
  private func capture(_ x: Int, _ y: Int) -> SIMD4<Double> {
    surfaces.reduce(.zero) { below, surface in
      let pixel = surface[x, y]
      return pixel + below * (1 - pixel.w)
    }
  }

  private mutating func draw(_ step: BackdropStep) {
    let canvas = surfaces[0].area
    var surface = ReferenceSurface(Area(covering: step.surface))
    for y in surface.area.y {
      for x in surface.area.x {
        var (sourceX, sourceY) = (x, y)
        if step.offscreenEdge == .clamp {
          sourceX = min(max(x, canvas.x.lowerBound), canvas.x.upperBound - 1)
          sourceY = min(max(y, canvas.y.lowerBound), canvas.y.upperBound - 1)
        }
        if canvas.x.contains(sourceX), canvas.y.contains(sourceY) {
          surface[x, y] = capture(sourceX, sourceY) * share(of: step.surface, x, y)
        }
      }
    }
    let result = blurred(surface, step.effect, step.radiusStencil, of: step.area)
    lay(step.area, step.stencil) { x, y in result[x, y] }
  }

  /// The effect on a surface with clear pixels all around that reach to `area`.
  private func blurred(
    _ surface: ReferenceSurface, _ effect: Effect, _ radius: Stencil?, of area: Area
  ) -> ReferenceSurface {
    let whole = surface.area.union(area)
    var padded = ReferenceSurface(whole)
    for y in surface.area.y {
      for x in surface.area.x { padded[x, y] = surface[x, y] }
    }
    var effect = effect
    if let radius {
      effect.maskMode = .radius
      effect.mask = Mask(
        width: whole.width, height: whole.height,
        values: coverage(radius, whole).map { UInt16(($0 * 65535 + 0.5).rounded(.down)) })
    }
    return ReferenceSurface(whole, Reference.render(effect, padded.image))
  }

  private mutating func draw(_ step: MaterialStep) {
    let canvas = surfaces[0].area
    let frame = step.frame.intersection(
      Rect(x: 0, y: 0, width: Double(canvas.width), height: Double(canvas.height)))
    let area = Area(covering: frame)
    if area.isEmpty { return }
    guard let blur = step.blur else {
      var (sum, weight) = (SIMD4<Double>.zero, 0.0)
      for y in area.y {
        for x in area.x {
          let share = share(of: frame, x, y)
          sum += capture(x, y) * share
          weight += share
        }
      }
      let mean = sum / weight
      let color =
        mean.w > 0
        ? step.recipe.color(of: Color(red: mean.x, green: mean.y, blue: mean.z))
        : step.recipe.fallback
      return lay(step.area, step.stencil) { _, _ in premultiplied(color) }
    }
    // Pixels weigh as much as the frame covers them; beyond it nothing does.
    var surface = ReferenceSurface(area)
    for y in area.y {
      for x in area.x {
        var pixel = capture(x, y)
        pixel.w = 1
        if !step.recipe.blursFirst { pixel = material(step.recipe, pixel) }
        surface[x, y] = pixel * share(of: frame, x, y)
      }
    }
    var effect = Effect(blur: blur)
    effect.blur?.edge = .transparent
    let result = blurred(surface, effect, nil, of: area)
    lay(step.area.intersection(area), step.stencil) { x, y in
      let pixel = result[x, y] / result[x, y].w
      return step.recipe.blursFirst ? material(step.recipe, pixel) : pixel
    }
  }

  private mutating func draw(_ step: ShadowStep) {
    let margin = Int((6.5 * step.sigma).rounded(.up))
    let whole = step.area.expanded(by: margin)
    var silhouette = FloatImage(
      width: whole.width, height: whole.height, channels: .gray,
      values: coverage(step.silhouette, whole))
    if step.sigma > 0 {
      let blur = Effect.Blur(radius: step.sigma, kernel: .gaussian, edge: .transparent)
      silhouette = Reference.render(Effect(blur: blur), silhouette)
    }
    let color = premultiplied(step.color)
    lay(step.area, step.stencil) { x, y in
      color * silhouette[x - whole.x.lowerBound, y - whole.y.lowerBound, 0]
    }
  }
}

func premultiplied(_ color: Color) -> SIMD4<Double> {
  SIMD4(
    color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha, color.alpha)
}

/// How much of a pixel a rectangle covers.
func share(of rect: Rect, _ x: Int, _ y: Int) -> Double {
  let width = min(Double(x + 1), rect.x + rect.width) - max(Double(x), rect.x)
  let height = min(Double(y + 1), rect.y + rect.height) - max(Double(y), rect.y)
  return max(0, width) * max(0, height)
}

/// What a material makes of an opaque pixel.
private func material(_ recipe: MaterialRecipe, _ pixel: SIMD4<Double>) -> SIMD4<Double> {
  premultiplied(recipe.color(of: Color(red: pixel.x, green: pixel.y, blue: pixel.z)))
}

/// M c + bias alpha, clamped to 0...alpha.
private func apply(_ matrix: ColorMatrix, _ pixel: SIMD4<Double>) -> SIMD4<Double> {
  var result = pixel
  for row in 0..<3 {
    let m = matrix.elements[(4 * row)..<(4 * row + 4)].map { $0 }
    let sum = m[0] * pixel.x + m[1] * pixel.y + m[2] * pixel.z + m[3] * pixel.w
    result[row] = min(max(sum, 0), pixel.w)
  }
  return result
}

/// Where the centre of a pixel lies between the ends of a gradient.
func position(_ x: Int, _ y: Int, _ start: UnitPoint, _ end: UnitPoint, _ rect: Rect) -> Double {
  let (dx, dy) = ((end.x - start.x) * rect.width, (end.y - start.y) * rect.height)
  let square = dx * dx + dy * dy
  if square == 0 { return .infinity }
  let (px, py) = (Double(x) + 0.5 - rect.x, Double(y) + 0.5 - rect.y)
  return ((px - start.x * rect.width) * dx + (py - start.y * rect.height) * dy) / square
}
