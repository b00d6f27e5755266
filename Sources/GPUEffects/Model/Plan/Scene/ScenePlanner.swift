/// What a plan has to know of a picture.
package struct PictureSize: Hashable, Sendable {
  package var width: Int
  package var height: Int
  /// Pixels a point, by the file's name: 2 for `@2x`.
  package var scale: Double

  package init(width: Int, height: Int, scale: Double = 1) {
    self.width = width
    self.height = height
    self.scale = scale
  }
}

/// Turns a frame of a scene into steps.
package struct ScenePlanner {
  private let frame: SceneFrame
  private let canvas: Area
  private let pictures: [PictureKey: PictureSize]

  private init(_ frame: SceneFrame, _ pictures: [PictureKey: PictureSize]) {
    self.frame = frame
    self.pictures = pictures
    let canvas = Canvas(size: frame.size, scale: frame.scale)
    self.canvas = Area(width: canvas.pixelWidth, height: canvas.pixelHeight)
  }

  /// - Parameter pictures: of every picture that the frame shows; one that is
  ///   missing is not drawn.
  package static func plan(
    _ frame: SceneFrame, pictures: [PictureKey: PictureSize]
  ) -> ScenePlan {
    let planner = ScenePlanner(frame, pictures)
    let place = Place(clip: planner.canvas)
    return ScenePlan(
      canvas: planner.canvas, background: frame.background,
      steps: frame.layers.flatMap { planner.steps(of: $0, in: place) })
  }

  /// Where a layer is drawn.
  struct Place {
    /// No pixel outside counts.
    var clip: Area
    /// Pixels that everything is moved by: of a shadow.
    var offset = Point.zero
    /// Only the alpha counts: surfaces are drawn as their frames.
    var isSilhouette = false
  }

  // MARK: Layers

  func steps(of layer: ResolvedLayer, in place: Place) -> [SceneStep] {
    let shape = shape(of: layer, in: place)
    let effect = layer.effects.map { self.effect($0) }
    var outside = place.clip
    var outer = Stencil(opacity: layer.opacity * (layer.vibrancy?.level ?? 1))
    var radiusStencil: Stencil?
    if let mask = layer.mask {
      if layer.blursByMask {
        radiusStencil = Stencil(factors: factors(of: mask, of: layer, place))
      } else {
        outer.multiply(by: stencil(of: mask, of: layer, &outside, place))
      }
    }
    if layer.effects?.isClipped == true { outer.cut(to: shape, &outside) }
    if outside.isEmpty { return [] }

    var inside = place
    inside.clip = outside.expanded(by: effect?.blur.map(Self.reach) ?? 0)
    let drawn = content(of: layer, shape, radiusStencil, in: inside)
    let vibrancy = place.isSilhouette ? nil : layer.vibrancy?.matrix
    guard !drawn.isEmpty, !outer.isAll || effect != nil || vibrancy != nil else { return drawn }
    return group(
      drawn, in: inside.clip,
      GroupStep(
        area: outside, effect: effect,
        radiusStencil: layer.effects?.maskMode == .radius ? radiusStencil : nil,
        vibrancy: vibrancy, stencil: outer))
  }

  /// Steps drawn together; a single one needs no surface of its own unless it
  /// takes part in an effect.
  private func group(_ steps: [SceneStep], in clip: Area, _ end: GroupStep) -> [SceneStep] {
    if steps.count == 1, end.effect == nil, end.vibrancy == nil {
      if let step = steps[0].through(end.stencil, in: end.area) {
        return step.area.isEmpty ? [] : [step]
      }
    }
    if let apart = apart(steps, through: end) { return apart }
    let area = steps.reduce(Area.empty) { $0.union($1.area) }.intersection(clip)
    var end = end
    end.area = area.expanded(by: end.effect?.blur.map(Self.reach) ?? 0).intersection(end.area)
    if end.area.isEmpty { return [] }
    return [.beginGroup(area)] + steps + [.endGroup(end)]
  }

  /// Steps that nowhere lie over each other, each drawn through the group's
  /// stencil; nil where they need a surface of their own.
  private func apart(_ steps: [SceneStep], through end: GroupStep) -> [SceneStep]? {
    guard end.effect == nil, end.vibrancy == nil, steps.count <= 64 else { return nil }
    for (index, step) in steps.enumerated() {
      guard case .paint = step else { return nil }
      if steps[..<index].contains(where: { !$0.area.intersection(step.area).isEmpty }) {
        return nil
      }
    }
    return steps.compactMap { step in
      let area = step.area.intersection(end.area)
      if area.isEmpty { return nil }
      var stencil = end.stencil
      stencil.factors.removeAll { factor in
        switch factor {
        case .shape(let shape): shape.covers(area)
        case .gradient(let gradient, let rect): gradient.isFull(over: rect, in: area)
        case .border, .drawing: false
        }
      }
      return step.through(stencil, in: end.area)
    }
  }

  private func content(
    of layer: ResolvedLayer, _ shape: CornerShape, _ radiusStencil: Stencil?, in place: Place
  ) -> [SceneStep] {
    var steps: [SceneStep] = []
    if !place.isSilhouette, let shadow = shadow(of: layer, in: place) { steps.append(shadow) }
    if let own = ownContent(of: layer, shape, radiusStencil, in: place) { steps.append(own) }

    var inside = place
    var clip = Stencil()
    if layer.clipsSublayers { clip.cut(to: shape, &inside.clip) }
    if !inside.clip.isEmpty {
      let sublayers = layer.sublayers.flatMap { self.steps(of: $0, in: inside) }
      if clip.isAll || sublayers.isEmpty {
        steps += sublayers
      } else {
        steps += group(
          sublayers, in: inside.clip, GroupStep(area: inside.clip, stencil: clip))
      }
    }

    if let border = layer.border {
      let area = place.clip.intersection(Area(covering: shape.rect))
      let stencil = Stencil(factors: [.border(shape, width: border.width * frame.scale)])
      if !area.isEmpty {
        steps.append(.paint(PaintStep(paint: .color(border.color), area: area, stencil: stencil)))
      }
    }
    return steps
  }

  // MARK: Content

  private func ownContent(
    of layer: ResolvedLayer, _ shape: CornerShape, _ radiusStencil: Stencil?, in place: Place
  ) -> SceneStep? {
    var stencil = Stencil()
    var area = place.clip
    func paint(_ paint: Paint) -> SceneStep? {
      area.isEmpty ? nil : .paint(PaintStep(paint: paint, area: area, stencil: stencil))
    }
    switch layer.content {
    case .none: return nil
    case .color(let color):
      stencil.cut(to: shape, &area)
      return paint(.color(color))
    case .linearGradient(let gradient):
      stencil.cut(to: shape, &area)
      return paint(.gradient(gradient, shape.rect))
    case .image(let image):
      let key = PictureKey(path: image.path, frame: image.frame)
      guard let size = pictures[key], !shape.rect.isEmpty else { return nil }
      let rect = placement(of: size, image.contentMode, in: shape.rect)
      if shape.corners.radius == 0 {
        stencil.cut(to: CornerShape(shape.rect.intersection(rect)), &area)
      } else {
        stencil.cut(to: shape, &area)
        stencil.cut(to: CornerShape(rect), &area)
      }
      return paint(.picture(PlacedPicture(key: key, rect: rect)))
    case .backdrop, .material:
      if place.isSilhouette {
        stencil.cut(to: shape, &area)
        return paint(.color(.black))
      }
      return surface(of: layer, shape, radiusStencil, in: place)
    }
  }

  /// What looks at what lies below.
  private func surface(
    of layer: ResolvedLayer, _ shape: CornerShape, _ radiusStencil: Stencil?, in place: Place
  ) -> SceneStep? {
    var stencil = Stencil()
    var area = place.clip
    switch layer.content {
    case .backdrop(let resolved):
      let surface = pixels(resolved.surface, place)
      let effect = effect(resolved)
      let reach = effect.blur.map(Self.reach) ?? 0
      area = area.intersection(Area(covering: surface).expanded(by: reach))
      if resolved.isClipped { stencil.cut(to: shape, &area) }
      if area.isEmpty { return nil }
      return .backdrop(
        BackdropStep(
          area: area, surface: surface, offscreenEdge: resolved.offscreenEdge, effect: effect,
          radiusStencil: resolved.maskMode == .radius ? radiusStencil : nil, stencil: stencil))
    case .material(let material):
      stencil.cut(to: shape, &area)
      if area.isEmpty { return nil }
      let blur = Effect.Blur(
        radius: material.recipe.blurRadius * frame.scale, kernel: frame.kernel, edge: .normalized)
      return .material(
        MaterialStep(
          area: area, frame: shape.rect, recipe: material.recipe,
          blur: material.reducesTransparency ? nil : blur, stencil: stencil))
    default: return nil
    }
  }

  private func shadow(of layer: ResolvedLayer, in place: Place) -> SceneStep? {
    guard let shadow = layer.shadow else { return nil }
    let sigma = shadow.radius * frame.scale
    let reach = Self.reach(Effect.Blur(radius: sigma, kernel: .gaussian, edge: .transparent))
    let offset = Point(x: shadow.offset.x * frame.scale, y: shadow.offset.y * frame.scale)
    var beyond = Place(clip: place.clip.expanded(by: reach), offset: offset, isSilhouette: true)
    beyond.offset.x += place.offset.x
    beyond.offset.y += place.offset.y

    let shape = shape(of: layer, in: beyond)
    var silhouette = Stencil()
    var area = beyond.clip
    let isPlain = layer.sublayers.isEmpty && layer.border == nil
    if shadow.isCastByFrame {
      silhouette.factors = [.shape(shape)]
      area = area.intersection(Area(covering: shape.rect))
    } else if isPlain, case .color(let color) = layer.content {
      silhouette = Stencil(factors: [.shape(shape)], opacity: color.alpha)
      area = area.intersection(Area(covering: shape.rect))
    } else {
      let steps = content(of: layer, shape, nil, in: beyond)
      area = steps.reduce(Area.empty) { $0.union($1.area) }.intersection(beyond.clip)
      silhouette.factors = [.drawing(steps, area)]
    }
    area = area.expanded(by: reach).intersection(place.clip)
    if area.isEmpty { return nil }
    var color = shadow.color
    color.alpha *= shadow.opacity
    return .shadow(
      ShadowStep(area: area, silhouette: silhouette, sigma: sigma, color: color, stencil: .all))
  }

  // MARK: Masks and places

  /// A mask for an area, which is cut to where it isn't 0.
  private func stencil(
    of mask: ResolvedMask, of layer: ResolvedLayer, _ area: inout Area, _ place: Place
  ) -> Stencil {
    var stencil = Stencil()
    if case .linearGradient(let gradient) = mask {
      let rect = pixels(layer.frame, place)
      stencil.cut(to: CornerShape(rect), &area)
      stencil.factors.append(.gradient(gradient, rect))
      return stencil
    }
    stencil.factors = factors(of: mask, of: layer, place)
    if case .drawing(let steps, let drawn) = stencil.factors.first {
      area = area.intersection(drawn)
      // A plain shape needs no drawing.
      if steps.count == 1, case .paint(let step) = steps[0], case .color(let color) = step.paint {
        stencil = step.stencil
        stencil.opacity *= color.alpha
      }
    }
    return stencil
  }

  /// A mask that is right everywhere.
  private func factors(
    of mask: ResolvedMask, of layer: ResolvedLayer, _ place: Place
  ) -> [Stencil.Factor] {
    switch mask {
    case .linearGradient(let gradient):
      let rect = pixels(layer.frame, place)
      return [.shape(CornerShape(rect)), .gradient(gradient, rect)]
    case .layer(let layer):
      var inside = place
      inside.isSilhouette = true
      let steps = steps(of: layer, in: inside)
      return [.drawing(steps, steps.reduce(Area.empty) { $0.union($1.area) })]
    }
  }

  private func placement(of size: PictureSize, _ mode: ContentMode, in rect: Rect) -> Rect {
    let natural = (
      width: Double(size.width) / size.scale * frame.scale,
      height: Double(size.height) / size.scale * frame.scale
    )
    let (x, y) = (rect.width / natural.width, rect.height / natural.height)
    let factor: Double
    switch mode {
    case .scaleToFill: return rect
    case .scaleAspectFit: factor = min(x, y)
    case .scaleAspectFill: factor = max(x, y)
    case .center: factor = 1
    }
    // The fitted axis is the frame's exactly, so that no edge pixel is lost.
    let width = mode != .center && factor == x ? rect.width : natural.width * factor
    let height = mode != .center && factor == y ? rect.height : natural.height * factor
    return Rect(
      x: rect.x + (rect.width - width) / 2, y: rect.y + (rect.height - height) / 2,
      width: width, height: height)
  }

  private func shape(of layer: ResolvedLayer, in place: Place) -> CornerShape {
    CornerShape(
      pixels(layer.frame, place), radius: layer.corners.radius * frame.scale,
      curve: layer.corners.curve)
  }

  /// A rectangle in pixels. What is a rounding error away from whole pixels is
  /// on them.
  private func pixels(_ rect: Rect, _ place: Place) -> Rect {
    func snap(_ value: Double) -> Double {
      let whole = value.rounded()
      return abs(value - whole) < 1e-6 ? whole : value
    }
    let left = snap(rect.x * frame.scale + place.offset.x)
    let top = snap(rect.y * frame.scale + place.offset.y)
    return Rect(
      x: left, y: top, width: snap((rect.x + rect.width) * frame.scale + place.offset.x) - left,
      height: snap((rect.y + rect.height) * frame.scale + place.offset.y) - top)
  }

  private func effect(_ resolved: ResolvedEffect) -> Effect {
    Effect(resolved.values, scale: frame.scale, kernel: frame.kernel, edge: .transparent)
  }

  /// How many pixels a blur carries anything that could be seen: all but 1/100
  /// of a level.
  package static func reach(_ blur: Effect.Blur) -> Int {
    switch blur.kernel {
    case .gaussian: Int((4 * blur.radius).rounded(.up))
    case .apple: Int((2.5 * blur.radius).rounded(.down)) + 1
    }
  }
}

extension ResolvedLayer {
  /// Whether the mask scales a blur's radius instead of fading the layer.
  fileprivate var blursByMask: Bool {
    if case .backdrop(let effect) = content { return effect.maskMode == .radius }
    return effects?.maskMode == .radius
  }
}
