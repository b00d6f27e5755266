import GPUEffectsModel
import Testing

struct SceneFrameTests {
  let canvas = Canvas(size: Size(width: 320, height: 480), scale: 2)

  func scene(_ layers: [Layer], _ timeline: [TimelineEntry] = []) -> Scene {
    Scene(canvas: canvas, duration: 2, layers: layers, timeline: timeline)
  }

  func card(_ effect: VisualEffect = VisualEffect(values: .blurredIn)) -> Layer {
    Layer(
      id: "card", frame: Rect(x: 28, y: 150, width: 264, height: 180), content: .backdrop(effect))
  }

  func effect(_ frame: SceneFrame) -> ResolvedEffect? {
    if case .backdrop(let effect) = frame.layers.last?.content { return effect }
    return nil
  }

  @Test func framesAreAbsoluteAndDefaultToTheParentsBounds() {
    let leaf = Layer(frame: Rect(x: 1, y: 2, width: 3, height: 4), content: .color(.white))
    let filling = Layer(content: .color(.black))
    let group = Layer(
      frame: Rect(x: 10, y: 20, width: 100, height: 50), contentOffset: Point(x: 0, y: 7),
      layers: [leaf, filling])
    let frame = scene([Layer(frame: Rect(x: 5, y: 5, width: 200, height: 200), layers: [group])])
      .frame(at: 0)
    let resolved = frame.layers[0].sublayers[0]
    #expect(resolved.frame == Rect(x: 15, y: 25, width: 100, height: 50))
    #expect(resolved.sublayers[0].frame == Rect(x: 16, y: 20, width: 3, height: 4))
    #expect(resolved.sublayers[1].frame == Rect(x: 15, y: 18, width: 100, height: 50))
    #expect(frame.size == canvas.size && frame.scale == 2)
    #expect(scene([filling]).frame(at: 0).layers[0].frame.size == canvas.size)
  }

  @Test func whatCannotBeSeenIsLeftOut() {
    var hidden = card()
    hidden.isHidden = true
    var clear = card()
    clear.opacity = 0
    var masked = card()
    masked.mask = .layer(hidden)
    #expect(scene([hidden, clear, masked]).frame(at: 0).layers.isEmpty)
    // The surface alone dissolves; what lies on it stays.
    var label = card(VisualEffect(values: .blurredOut))
    label.layers = [Layer(content: .color(.white))]
    let frame = scene([label]).frame(at: 0)
    #expect(frame.layers[0].content == .none && frame.layers[0].sublayers.count == 1)
    // A surface's shadow is its frame's and stays; of a group there is none.
    var floating = card(VisualEffect(values: .blurredOut))
    floating.shadow = Shadow(color: .white, radius: 4, opacity: 0.4)
    let shadow = scene([floating]).frame(at: 0).layers.first?.shadow
    #expect(shadow?.isCastByFrame == true && shadow?.radius == 4 && shadow?.opacity == 0.4)
    #expect(scene([Layer(shadow: Shadow())]).frame(at: 0).layers.isEmpty)
    var plate = Layer(content: .color(.white), shadow: Shadow())
    #expect(scene([plate]).frame(at: 0).layers.first?.shadow?.isCastByFrame == false)
    plate.shadow?.opacity = 0
    #expect(scene([plate]).frame(at: 0).layers.first?.shadow == nil)
    #expect(scene([card(VisualEffect(values: .blurredOut)), Layer()]).frame(at: 0).layers.isEmpty)
    // Of own content, everything dissolves.
    let group = Layer(
      effects: VisualEffect(values: VisualEffectValues(opacity: 0), blurOverridesOpacity: false),
      layers: [Layer(content: .color(.white))])
    #expect(scene([group]).frame(at: 0).layers.isEmpty)
  }

  @Test func masksStayWhileContentScrolls() {
    let gradient = ColorGradient(colors: [.clear, .black])
    let feed = Layer(
      id: "feed", mask: .linearGradient(gradient), layers: [Layer(content: .color(.white))])
    let wiped = Layer(
      mask: .layer(Layer(frame: Rect(x: 1, y: 1, width: 9, height: 9), content: .color(.black))),
      contentOffset: Point(x: 0, y: 100), layers: [Layer(content: .color(.white))])
    let frame = scene([feed, wiped]).frame(at: 0)
    #expect(frame.layers[0].mask == .linearGradient(gradient.alpha))
    guard case .layer(let mask) = frame.layers[1].mask else {
      Issue.record("the mask is gone")
      return
    }
    #expect(mask.frame == Rect(x: 1, y: 1, width: 9, height: 9))
    #expect(frame.layers[1].sublayers[0].frame.y == -100)
  }

  @Test func backdropResolvesItsSurface() {
    let insets = EdgeInsets(top: -40, left: -28, bottom: -30, right: -20)
    let effect = VisualEffect(
      values: VisualEffectValues(blurRadius: 0.25, saturation: 1.4), blurInsets: insets,
      maskMode: .radius, offscreenEdge: .transparent)
    let resolved = self.effect(scene([card(effect)]).frame(at: 0))
    #expect(resolved?.surface == Rect(x: 0, y: 110, width: 312, height: 250))
    #expect(resolved?.values.blurRadius == 1 && resolved?.values.opacity == 0.25)
    #expect(resolved?.values.saturation == 1.4 && resolved?.isClipped == false)
    #expect(resolved?.maskMode == .radius && resolved?.offscreenEdge == .transparent)

    var round = card()
    round.cornerRadius = 500
    let frame = scene([round]).frame(at: 0)
    #expect(self.effect(frame)?.isClipped == true)
    #expect(frame.layers[0].corners.radius == 90)
    var clipped = VisualEffect(values: .blurredIn)
    clipped.clippedBlur = true
    #expect(self.effect(scene([card(clipped)]).frame(at: 0))?.isClipped == true)
  }

  @Test func colourAloneNeedsTheOverrideOff() {
    var effect = VisualEffect(values: VisualEffectValues(saturation: 1.8))
    #expect(self.effect(scene([card(effect)]).frame(at: 0)) == nil)
    effect.blurOverridesOpacity = false
    #expect(self.effect(scene([card(effect)]).frame(at: 0))?.values.saturation == 1.8)
  }

  @Test func timelineDrivesTheView() {
    let timeline = [
      TimelineEntry(at: 0, layer: "card", .values(.blurredOut, animated: false)),
      TimelineEntry(at: 0.1, layer: "card", .values(.blurredIn, animated: true)),
      TimelineEntry(at: 0.8, layer: "card", .call(.beginInteractive)),
      TimelineEntry(
        at: 0.8, layer: "card",
        .animateFractionComplete(from: 0, to: 0.5, .curve(.easeInOut, duration: 0.4))),
      TimelineEntry(at: 1.2, layer: "card", .call(.finishInteractive)),
    ]
    let scene = scene([card()], timeline)
    #expect(effect(scene.frame(at: 0)) == nil)
    #expect(abs((effect(scene.frame(at: 0.2))?.values.blurRadius ?? 0) - 2.583112) < 1e-6)
    let snapshot = 6 + (effect(scene.frame(at: 0.8))?.values.blurRadius ?? 0) - 6
    #expect(abs(snapshot - 6.001) < 0.005)
    #expect(
      abs((effect(scene.frame(at: 1.0))?.values.blurRadius ?? 0) - snapshot * 0.75) < 1e-6)
    // easeOut over 0.45 s from half: gone at 1.65 s.
    #expect(
      abs(
        (effect(scene.frame(at: 1.425))?.values.blurRadius ?? 0) - max(1, snapshot / 2 * 0.315357))
        < 1e-5)
    #expect(effect(scene.frame(at: 1.65)) == nil)
  }

  @Test func equalTimesTakeTheOrderOfTheFile() {
    let first = TimelineEntry(at: 1, layer: "card", .property(.opacity, [0.3]))
    let second = TimelineEntry(at: 1, layer: "card", .property(.opacity, [0.6]))
    let early = TimelineEntry(at: 0.5, layer: "card", .property(.opacity, [0.9]))
    #expect(scene([card()], [first, second, early]).frame(at: 1).layers[0].opacity == 0.6)
    #expect(scene([card()], [second, first, early]).frame(at: 1).layers[0].opacity == 0.3)
    #expect(scene([card()], [second, first, early]).frame(at: 0.7).layers[0].opacity == 0.9)
    #expect(scene([card()], [second, first, early]).frame(at: 0.4).layers[0].opacity == 1)
  }

  @Test func propertiesMove() {
    let timeline = [
      TimelineEntry(
        at: 0, layer: "card",
        .animateProperty(
          .frame, from: [0, 0, 100, 100], to: [100, 50, 200, 0], .curve(.linear, duration: 1))),
      TimelineEntry(
        at: 0, layer: "card",
        .animateProperty(.cornerRadius, from: [0], to: [20], .curve(.smoothstep, duration: 1))),
      TimelineEntry(
        at: 0, layer: "card",
        .animateProperty(
          .contentOffset, from: [0, 0], to: [0, 6], .spring(.visualEffect))),
      TimelineEntry(at: 0.5, layer: "card", .hidden(true)),
      TimelineEntry(at: 0.6, layer: "card", .hidden(false)),
    ]
    var card = card()
    card.layers = [Layer(content: .color(.white))]
    let scene = scene([card], timeline)
    let frame = scene.frame(at: 0.1)
    #expect(frame.layers[0].frame == Rect(x: 10, y: 5, width: 110, height: 90))
    #expect(abs(frame.layers[0].corners.radius - 20 * 0.028) < 1e-9)
    #expect(abs(frame.layers[0].sublayers[0].frame.y - (5 - 2.5)) < 1e-6)
    #expect(scene.frame(at: 0.5).layers.isEmpty && scene.frame(at: 0.6).layers.count == 1)
    #expect(scene.frame(at: 1).layers[0].frame.height == 0)
  }

  @Test func equalFramesAreEqual() {
    let timeline = [
      TimelineEntry(at: 0, layer: "card", .values(.blurredOut, animated: false)),
      TimelineEntry(at: 0, layer: "card", .values(.blurredIn, animated: true)),
    ]
    let history = SceneHistory(scene([card()], timeline))
    #expect(history.frame(at: 0.1) != history.frame(at: 0.2))
    // Settled: nothing to render again.
    #expect(history.frame(at: 1.8) == history.frame(at: 1.9))
    #expect(history.frame(at: 1.8) == history.frame(at: 50))
    #expect(history.frame(at: 0.3) == scene([card()], timeline).frame(at: 0.3))
  }

  @Test func materialsFollowTheInterface() {
    let bar = Layer(
      id: "bar", content: .material(Material(style: .systemThinMaterial)),
      layers: [Layer(content: .color(.white), vibrancy: .secondaryLabel)])
    let timeline = [
      TimelineEntry(at: 1, .interfaceStyle(.dark)),
      TimelineEntry(at: 2, .reduceTransparency(true)),
      TimelineEntry(at: 3, layer: "bar", .style(.systemThickMaterialLight)),
    ]
    let history = SceneHistory(scene([bar], timeline))
    func material(at time: Double) -> (ResolvedMaterial?, ResolvedVibrancy?) {
      let layer = history.frame(at: time).layers[0]
      guard case .material(let material) = layer.content else { return (nil, nil) }
      return (material, layer.sublayers[0].vibrancy)
    }
    let (light, lightVibrancy) = material(at: 0)
    #expect(light?.style == .systemThinMaterialLight && light?.reducesTransparency == false)
    #expect(light?.recipe == MaterialRecipe(.systemThinMaterialLight))
    #expect(lightVibrancy?.matrix == VibrancyEffect.matrix(for: .light))
    #expect(lightVibrancy?.level == 0.6)
    let (dark, darkVibrancy) = material(at: 1)
    #expect(dark?.style == .systemThinMaterialDark)
    #expect(darkVibrancy?.matrix == VibrancyEffect.matrix(for: .dark))
    let (reduced, plain) = material(at: 2)
    #expect(reduced?.reducesTransparency == true && plain == nil)
    #expect(material(at: 3).0?.style == .systemThickMaterialLight)

    var own = bar
    own.content = .material(
      Material(style: .regular, interfaceStyle: .light, reduceTransparency: false))
    let frame = scene([own], Array(timeline[0...1])).frame(at: 5)
    guard case .material(let resolved) = frame.layers[0].content else {
      Issue.record("no material")
      return
    }
    #expect(resolved.style == .light && !resolved.reducesTransparency)
  }

  @Test func movingImagesShowTheFrameOfTheirTime() {
    func frames(_ image: ImageContent, _ times: [Double]) -> [Int] {
      var scene = scene([Layer(content: .image(image))])
      scene.media["clip"] = Media(frameCount: 5, rate: FrameRate(10) ?? .sixty)
      let history = SceneHistory(scene)
      return times.map { time in
        guard case .image(let image) = history.frame(at: time).layers[0].content else { return -1 }
        return image.frame
      }
    }
    let clip = ImageContent(path: "clip")
    #expect(frames(clip, [0, 0.05, 0.1, 0.3, 0.35, 0.4, 9]) == [0, 0, 1, 3, 3, 4, 4])
    let looping = ImageContent(path: "clip", rate: FrameRate(20), start: 1, loops: true)
    #expect(frames(looping, [0, 1, 1.05, 1.2, 1.25, 1.31]) == [0, 0, 1, 4, 0, 1])
    #expect(frames(ImageContent(path: "still"), [0, 1, 2]) == [0, 0, 0])
  }

  @Test func entriesForNothingDoNothing() {
    let timeline = [
      TimelineEntry(at: 0, layer: "nobody", .hidden(true)),
      TimelineEntry(at: 0, layer: "plain", .values(.blurredIn, animated: false)),
      TimelineEntry(at: 0, layer: "plain", .style(.dark)),
      TimelineEntry(at: 0, layer: "plain", .property(.frame, [1])),
    ]
    let layers = [Layer(id: "plain", content: .color(.white))]
    #expect(scene(layers, timeline).frame(at: 1) == scene(layers).frame(at: 1))
  }

  @Test func warnsWhereUIKitWouldFail() {
    let material = Layer(id: "glass", content: .material(Material(style: .regular)))
    let masked = Layer(
      mask: .linearGradient(ColorGradient(colors: [.clear, .black])), layers: [material])
    var faded = material
    faded.opacity = 0.5
    let animated = TimelineEntry(
      at: 0, layer: "glass",
      .animateProperty(.opacity, from: [0], to: [1], .curve(.linear, duration: 1)))
    #expect(scene([material]).warnings.isEmpty)
    #expect(scene([masked]).warnings.map(\.path) == ["layers[0].layers[0]"])
    #expect(scene([masked]).warnings[0].message.contains("mask of layers[0]"))
    #expect(scene([faded]).warnings.map(\.path) == ["layers[0]"])
    #expect(scene([Layer(layers: [material]), card()], [animated]).warnings.count == 1)
    var group = Layer(layers: [Layer(layers: [material])])
    group.opacity = 0.9
    #expect(scene([group]).warnings[0].message.contains("opacity of layers[0] is below 1"))
    // A mask on the material itself works.
    var own = material
    own.mask = masked.mask
    #expect(scene([own]).warnings.isEmpty)
  }
}
