import GPUEffects
import GPUEffectsModel
import TestSupport
import Testing

/// What must hold whatever a scene shows.
struct SceneInvariantTests {
  /// A picture in which every pixel differs.
  private static let pattern: Image = Image(
    width: 160, height: 120, format: PixelFormat(.rgb, .unorm8, .opaque)
  ) { bytes in
    var state: UInt64 = 7
    for i in bytes.indices {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes[i] = UInt8(truncatingIfNeeded: state >> 56)
    }
  }

  private let photo = Layer(content: .image(ImageContent(path: "photo")))
  private var pictures: TestPictures { TestPictures(["photo": Self.pattern]) }

  // MARK: Locality

  struct Neighbour: CustomTestStringConvertible {
    let testDescription: String
    let layer: Layer
    /// Pixels around the frame that it may change.
    let margin: Double
  }

  static let neighbours: [Neighbour] = {
    let frame = Rect(x: 60.25, y: 50.5, width: 40, height: 25)
    let effect = VisualEffect(values: .blurredIn)
    var clipped = effect
    clipped.clippedBlur = true
    var inset = effect
    inset.blurInsets = EdgeInsets(top: -10, left: -10, bottom: -10, right: -10)
    return [
      Neighbour(
        testDescription: "material",
        layer: Layer(frame: frame, content: .material(Material(style: .systemMaterialLight))),
        margin: 0),
      Neighbour(
        testDescription: "clipped",
        layer: Layer(frame: frame, content: .backdrop(clipped), cornerRadius: 9), margin: 0),
      Neighbour(
        testDescription: "bleeding", layer: Layer(frame: frame, content: .backdrop(effect)),
        margin: 24),
      Neighbour(
        testDescription: "expanded", layer: Layer(frame: frame, content: .backdrop(inset)),
        margin: 34),
      Neighbour(
        testDescription: "shadow",
        layer: Layer(
          frame: frame, content: .backdrop(clipped),
          shadow: Shadow(radius: 3, offset: Point(x: 2, y: 2))), margin: 14),
    ]
  }()

  @Test(arguments: neighbours)
  func nothingElseChanges(neighbour: Neighbour) throws {
    let canvas = Canvas.test(160, 120)
    let without = try rendered([photo], on: canvas, pictures: pictures)
    let with = try rendered([photo, neighbour.layer], on: canvas, pictures: pictures)
    let m = neighbour.margin
    let frame = try #require(neighbour.layer.frame)
      .inset(by: EdgeInsets(top: -m, left: -m, bottom: -m, right: -m))
    var changed = 0
    for y in 0..<120 {
      for x in 0..<160 {
        let isInside =
          Double(x + 1) > frame.x && Double(x) < frame.x + frame.width
          && Double(y + 1) > frame.y && Double(y) < frame.y + frame.height
        if with[x, y] != without[x, y] {
          changed += 1
          #expect(isInside, "(\(x), \(y))")
        }
      }
    }
    #expect(changed > 900)
  }

  // MARK: Motion

  /// A card slides over a bright line in small steps: no pixel jumps.
  @Test(arguments: ["backdrop", "material"])
  func aSlidingCardDoesNotFlash(kind: String) throws {
    let content: LayerContent =
      kind == "backdrop"
      ? .backdrop(
        VisualEffect(
          values: .blurredIn, clippedBlur: true, blurOverridesOpacity: false))
      : .material(Material(style: .systemUltraThinMaterialDark))
    let line = Layer(frame: Rect(x: 0, y: 40, width: 60, height: 1), content: .color(.white))
    let renderer = try sceneRenderer()
    var last: Levels?
    for step in 0...64 {
      let card = Layer(
        frame: Rect(x: 10, y: 36 + Double(step) / 16, width: 40, height: 30), content: content,
        cornerRadius: 6)
      let scene = Scene(
        canvas: .test(60, 80, background: .black), layers: [line, card])
      let levels = Levels(try renderer.render(scene.frame(at: 0)))
      if let last {
        for y in 0..<80 {
          for x in [12, 30] {
            // An edge that crosses a pixel in 16 steps changes it by 1/16.
            #expect(
              abs(levels[x, y][0] - last[x, y][0]) <= 255.0 / 16 + 1, "(\(x), \(y)) \(step)")
          }
        }
      }
      last = levels
    }
  }

  /// Below a radius of 1 the surface fades: the blur never gets thinner.
  @Test func theDissolveIsNeverSharp() throws {
    let surface = Layer(
      id: "surface",
      content: .backdrop(
        VisualEffect(
          values: .blurredIn, blurInsets: EdgeInsets(top: -40, left: -40, bottom: -40, right: -40)))
    )
    let scene = Scene(
      canvas: .test(60, 40, kernel: .apple), duration: 1.5, layers: [photo, surface],
      timeline: [
        TimelineEntry(at: 0, layer: "surface", .values(.blurredOut, animated: true))
      ])
    let renderer = try sceneRenderer(pictures)
    let sharp = Levels(
      try renderer.render(Scene(canvas: scene.canvas, layers: [photo]).frame(at: 0)))
    let history = SceneHistory(scene)
    var opacities: [Double] = []
    for number in 0..<90 {
      let frame = history.frame(at: Double(number) / 60)
      for step in try renderer.plan(frame).steps {
        guard case .backdrop(let backdrop) = step else { continue }
        #expect(backdrop.effect.blur?.radius ?? 0 >= 1, "frame \(number)")
        opacities.append(backdrop.effect.opacity)
      }
    }
    #expect(opacities.count > 10 && opacities.contains { $0 > 0.05 && $0 < 0.6 })
    #expect(Levels(try renderer.render(history.frame(at: 1.4))) == sharp)
  }

  // MARK: Work done once

  @Test func equalFramesAreRenderedOnce() throws {
    let surface = Layer(
      id: "surface", content: .backdrop(VisualEffect(values: .blurredOut)))
    let scene = Scene(
      canvas: .test(40, 30), duration: 4, layers: [photo, surface],
      timeline: [TimelineEntry(at: 1, layer: "surface", .values(.blurredIn, animated: true))])
    let pictures = pictures
    let renderer = try sceneRenderer(pictures)
    let history = SceneHistory(scene)
    var drawn: [Int: Int] = [:]
    var images: [PixelBuffer] = []
    for number in 0..<240 {
      images.append(try renderer.render(history.frame(at: Double(number) / 60)).pixels)
      drawn[number] = renderer.drawnFrames
    }
    #expect(drawn[59] == 1 && images[0] === images[59])
    // The spring has come to rest by then; nothing is drawn any more.
    #expect(drawn[200] == drawn[239] && drawn[239] ?? 0 > 30)
    #expect(pictures.loads == 1)
  }

  /// Of a bar over a large picture only what it can see is captured.
  @Test func onlyWhatIsSeenIsBlurred() throws {
    let plan = try sceneRenderer(Example(name: "edge-scroll"))
      .plan(Example(name: "edge-scroll").scene(scale: 2).frame(at: 0.6))
    var bars = 0
    for step in plan.steps {
      guard case .backdrop(let backdrop) = step else { continue }
      bars += 1
      #expect(backdrop.area.height <= 108 && backdrop.area.width == 780)
    }
    #expect(bars == 2)
  }

  @Test func aStaticBlurOfOwnContentIsKept() throws {
    let wallpaper = Layer(
      effects: VisualEffect(
        values: VisualEffectValues(blurRadius: 5), blurOverridesOpacity: false),
      layers: [photo])
    func scene(_ x: Double) -> Scene {
      Scene(
        canvas: .test(40, 30),
        layers: [
          wallpaper,
          Layer(frame: Rect(x: x, y: 3, width: 9, height: 9), content: .color(.black)),
        ])
    }
    let counter = BlurCounter()
    let renderer = SceneRenderer(
      Renderer(executor: counter, backend: .cpu), pictures: pictures, threads: 1)
    for x in 0..<5 { _ = try renderer.render(scene(Double(x)).frame(at: 0)) }
    #expect(renderer.drawnFrames == 5 && counter.runs == 1)
  }

  /// Whatever was drawn before, a frame comes out as if it were the first.
  @Test func framesDontRememberOthers() throws {
    func frame(_ shown: [Bool]) -> SceneFrame {
      let plates = shown.enumerated().map { index, isShown in
        Layer(
          frame: Rect(x: Double(3 * index), y: 2, width: 12, height: 20),
          content: .color(gray(Double(40 * index))), opacity: 0.5, isHidden: !isShown)
      }
      return Scene(
        canvas: .test(40, 30),
        layers: [photo] + plates + [Layer(content: .backdrop(VisualEffect(values: .blurredIn)))]
      ).frame(at: 0)
    }
    let pictures = pictures
    let renderer = try sceneRenderer(pictures)
    var random = SplitMix64(seed: 3)
    for _ in 0..<40 {
      let bits = random.next()
      let frame = frame((0..<5).map { bits >> (3 * UInt64($0)) & 3 != 0 })
      let fresh = try sceneRenderer(pictures).render(frame)
      #expect(Levels(try renderer.render(frame)) == Levels(fresh))
    }
  }
}
