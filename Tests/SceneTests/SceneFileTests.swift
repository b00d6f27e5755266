import GPUEffectsModel
import Testing

@testable import GPUEffectsSceneFile

/// A scene that uses most of the format.
let exampleScene = #"""
  {
    "$schema": "scene.schema.json", "version": 1,
    "canvas": { "size": [320, 480], "scale": 2, "background": "#ffffff", "interfaceStyle": "dark",
                "reduceTransparency": false, "kernel": "apple" },
    "fps": "30000/1001", "duration": 1.6,
    "layers": [
      { "id": "photo", "image": "photo.png", "frame": [0, 0, 320, 480],
        "contentMode": "scaleAspectFill" },
      { "id": "clip", "image": "clip.mp4", "rate": 25, "start": 0.5, "loop": true },
      { "id": "feed", "frame": [0, 0, 320, 480], "layers": [{ "color": "#f00" }],
        "contentOffset": [0, 10],
        "mask": { "linearGradient": { "colors": ["clear", "black"], "locations": [0, 0.1],
                                      "startPoint": "top", "endPoint": [0.5, 1] } } },
      { "id": "card", "frame": [28, 150, 264, 180],
        "backdrop": { "values": { "blurRadius": 6, "brightness": 0.1, "saturation": 1.4 },
                      "blurInsets": { "top": -40, "left": -28, "bottom": -40, "right": -28 },
                      "clippedBlur": true, "blurOverridesOpacity": false,
                      "animationDuration": 0.6, "maskMode": "radius",
                      "offscreenEdge": "transparent" },
        "cornerRadius": 28, "cornerCurve": "continuous", "masksToBounds": true, "opacity": 0.75,
        "border": { "width": 1, "color": "#ffffff59" },
        "shadow": { "color": "#aaaaaa", "radius": 4, "opacity": 0.4, "offset": [0, 2] },
        "mask": { "frame": [0, 0, 9, 9], "color": "black" }, "layers": [] },
      { "id": "own", "hidden": true,
        "effects": { "values": "blurredIn", "blurInsets": [1, 2, 3, 4] } },
      { "id": "bar", "frame": [0, 0, 320, 54],
        "material": { "style": "bar", "interfaceStyle": "light", "reduceTransparency": true },
        "layers": [ { "image": "label.png", "vibrancy": "secondaryLabel" } ] },
      { "linearGradient": { "stops": [ { "color": "white", "location": 0.25 },
                                       { "color": "#00000080", "location": 1 } ] } }
    ],
    "timeline": [
      { "at": 0.0, "layer": "card", "values": "blurredOut", "animated": false },
      { "at": 0.4, "layer": "card", "values.saturation": 1.8 },
      { "at": 0.5, "duration": 0.1, "layer": "card", "values.contrast": [1, 2], "curve": [0.1, -1, 1, 2] },
      { "at": 0.8, "layer": "card", "call": "beginInteractive" },
      { "at": 0.8, "duration": 0.4, "layer": "card", "fractionComplete": [0, 0.55], "curve": "easeInOut" },
      { "at": 1.1, "layer": "card", "fractionComplete": 0.5 },
      { "at": 0.0, "duration": 1.6, "layer": "feed", "contentOffset": [[0, 0], [0, 900]], "curve": "smoothstep" },
      { "at": 0.0, "layer": "photo", "frame": [[0, 0, 1, 1], [2, 2, 3, 3]], "curve": { "spring": { "duration": 0.5, "bounce": 0.2 } } },
      { "at": 0.1, "layer": "photo", "opacity": 0.5 },
      { "at": 0.2, "duration": 1, "layer": "photo", "cornerRadius": [0, 9] },
      { "at": 0.3, "layer": "photo", "hidden": true },
      { "at": 0.3, "layer": "bar", "style": "systemMaterial" },
      { "at": 0.5, "interfaceStyle": "light" },
      { "at": 0.6, "reduceTransparency": true }
    ]
  }
  """#

func decode(_ text: String) throws -> Scene { try SceneFile(Array(text.utf8)).scene() }

struct SceneFileTests {
  @Test func canvasAndTimes() throws {
    let scene = try decode(exampleScene)
    #expect(
      scene.canvas
        == Canvas(
          size: Size(width: 320, height: 480), scale: 2, background: .white, interfaceStyle: .dark,
          kernel: .apple))
    #expect(scene.frameRate == FrameRate(30000, 1001) && scene.duration == 1.6)
    #expect(scene.layers.map(\.id) == ["photo", "clip", "feed", "card", "own", "bar", nil])
  }

  @Test func layers() throws {
    let layers = try decode(exampleScene).layers
    #expect(
      layers[0]
        == Layer(
          id: "photo", frame: Rect(x: 0, y: 0, width: 320, height: 480),
          content: .image(ImageContent(path: "photo.png", contentMode: .scaleAspectFill))))
    #expect(
      layers[1].content
        == .image(ImageContent(path: "clip.mp4", rate: FrameRate(25), start: 0.5, loops: true)))
    #expect(layers[1].frame == nil)
    #expect(layers[2].contentOffset == Point(x: 0, y: 10))
    #expect(layers[2].layers == [Layer(content: .color(Color(red: 1, green: 0, blue: 0)))])
    let fade = ColorGradient(
      stops: [.init(color: .clear, location: 0), .init(color: .black, location: 0.1)],
      startPoint: .top, endPoint: UnitPoint(x: 0.5, y: 1))
    #expect(layers[2].mask == .linearGradient(fade))
    #expect(
      layers[6].content
        == .linearGradient(
          ColorGradient(stops: [
            .init(color: .white, location: 0.25),
            .init(color: Color(red: 0, green: 0, blue: 0, alpha: 128.0 / 255), location: 1),
          ])))
  }

  @Test func surfaces() throws {
    let layers = try decode(exampleScene).layers
    let effect = VisualEffect(
      values: VisualEffectValues(blurRadius: 6, brightness: 0.1, saturation: 1.4),
      blurInsets: EdgeInsets(top: -40, left: -28, bottom: -40, right: -28), clippedBlur: true,
      blurOverridesOpacity: false, animationDuration: 0.6, maskMode: .radius,
      offscreenEdge: .transparent)
    let grey = 170.0 / 255
    #expect(
      layers[3]
        == Layer(
          id: "card", frame: Rect(x: 28, y: 150, width: 264, height: 180),
          content: .backdrop(effect),
          mask: .layer(
            Layer(frame: Rect(x: 0, y: 0, width: 9, height: 9), content: .color(.black))),
          cornerRadius: 28, cornerCurve: .continuous, masksToBounds: true,
          border: Border(width: 1, color: Color(red: 1, green: 1, blue: 1, alpha: 89.0 / 255)),
          shadow: Shadow(
            color: Color(red: grey, green: grey, blue: grey), radius: 4, opacity: 0.4,
            offset: Point(x: 0, y: 2)),
          opacity: 0.75))
    #expect(
      layers[4].effects
        == VisualEffect(
          values: .blurredIn, blurInsets: EdgeInsets(top: 1, left: 2, bottom: 3, right: 4),
          blurOverridesOpacity: false))
    #expect(layers[4].isHidden)
    #expect(
      layers[5].content
        == .material(
          Material(style: .systemChromeMaterial, interfaceStyle: .light, reduceTransparency: true)))
    #expect(layers[5].layers[0].vibrancy == .secondaryLabel)
  }

  @Test func timeline() throws {
    let spring = Timing.spring(Spring(duration: 0.5, bounce: 0.2))
    let expected = [
      TimelineEntry(at: 0, layer: "card", .values(.blurredOut, animated: false)),
      TimelineEntry(at: 0.4, layer: "card", .value(.saturation, 1.8, animated: true)),
      TimelineEntry(
        at: 0.5, layer: "card",
        .animateValue(
          .contrast, from: 1, to: 2, .curve(UnitCurve(0.1, -1, 1, 2), duration: 0.1))),
      TimelineEntry(at: 0.8, layer: "card", .call(.beginInteractive)),
      TimelineEntry(
        at: 0.8, layer: "card",
        .animateFractionComplete(from: 0, to: 0.55, .curve(.easeInOut, duration: 0.4))),
      TimelineEntry(at: 1.1, layer: "card", .fractionComplete(0.5)),
      TimelineEntry(
        at: 0, layer: "feed",
        .animateProperty(
          .contentOffset, from: [0, 0], to: [0, 900], .curve(.smoothstep, duration: 1.6))),
      TimelineEntry(
        at: 0, layer: "photo",
        .animateProperty(.frame, from: [0, 0, 1, 1], to: [2, 2, 3, 3], spring)),
      TimelineEntry(at: 0.1, layer: "photo", .property(.opacity, [0.5])),
      TimelineEntry(
        at: 0.2, layer: "photo",
        .animateProperty(.cornerRadius, from: [0], to: [9], .curve(.linear, duration: 1))),
      TimelineEntry(at: 0.3, layer: "photo", .hidden(true)),
      TimelineEntry(at: 0.3, layer: "bar", .style(.systemMaterial)),
      TimelineEntry(at: 0.5, .interfaceStyle(.light)),
      TimelineEntry(at: 0.6, .reduceTransparency(true)),
    ]
    let timeline = try decode(exampleScene).timeline
    #expect(timeline.count == expected.count)
    for (entry, expected) in zip(timeline, expected) { #expect(entry == expected) }
  }

  @Test func defaults() throws {
    let scene = try decode(
      #"{"canvas": {"size": [4, 5]}, "layers": [{"backdrop": {}, "shadow": {}}, {"effects": {}}]}"#)
    #expect(scene.canvas == Canvas(size: Size(width: 4, height: 5)))
    #expect(scene.canvas.kernel == .gaussian && scene.canvas.background == .clear)
    #expect(scene.frameRate == .sixty && scene.duration == nil && scene.timeline.isEmpty)
    #expect(scene.layers[0].content == .backdrop(VisualEffect()))
    #expect(
      scene.layers[0].shadow == Shadow(color: .black, radius: 3, opacity: 1, offset: .zero))
    #expect(scene.layers[1].effects?.blurOverridesOpacity == false)
    #expect(VisualEffect().blurOverridesOpacity && VisualEffect().animationDuration == 0.45)
  }

  @Test func aByteOrderMarkIsSkipped() throws {
    let bytes = [0xEF, 0xBB, 0xBF] + Array(#"{"canvas":{"size":[1,1]}}"#.utf8)
    #expect(try SceneFile(bytes).scene().canvas.size.width == 1)
  }

  /// A dismissal, from the file to what is drawn.
  @Test func aWholeScene() throws {
    let scene = try decode(
      #"""
      {
        "canvas": { "size": [320, 480], "scale": 2, "kernel": "apple" }, "fps": 60, "duration": 1.6,
        "layers": [
          { "id": "photo", "image": "photo.png" },
          { "id": "card", "frame": [28, 150, 264, 180], "backdrop": {} },
          { "id": "bar", "frame": [0, 0, 320, 54],
            "material": { "style": "systemUltraThinMaterialDark" },
            "layers": [{ "image": "label.png", "frame": [16, 12, 120, 30], "vibrancy": "label" }] }
        ],
        "timeline": [
          { "at": 0.1, "layer": "card", "values": "blurredIn" },
          { "at": 0.8, "layer": "card", "call": "beginInteractive" },
          { "at": 0.8, "duration": 0.2, "layer": "card", "fractionComplete": [0, 0.5] },
          { "at": 1.1, "layer": "card", "call": "cancelInteractive" }
        ]
      }
      """#)
    #expect(scene.warnings.isEmpty && scene.frames() == 0..<96)
    let history = SceneHistory(scene)
    func radius(_ time: Double) -> Double? {
      for layer in history.frame(at: time).layers {
        if case .backdrop(let effect) = layer.content { return effect.values.blurRadius }
      }
      return nil
    }
    #expect(radius(0.1) == nil)
    #expect(abs((radius(0.2) ?? 0) - 2.583112) < 1e-6)
    let full = try #require(radius(0.8))
    #expect(abs((radius(0.9) ?? 0) - full * 0.75) < 1e-9)
    #expect(abs((radius(1.0) ?? 0) - full / 2) < 1e-9)
    #expect(radius(1.05) == full / 2 && radius(1.1) == full / 2)
    // Back by the spring, from rest: half the way is scaled from 0 to 6.
    #expect(abs((radius(1.2) ?? 0) - full / 2 * (1 + 2.583112 / 6)) < 1e-6)
    let bar = history.frame(at: 0).layers[1]
    #expect(bar.sublayers[0].frame == Rect(x: 16, y: 12, width: 120, height: 30))
    #expect(bar.sublayers[0].vibrancy?.matrix == VibrancyEffect.matrix(for: .dark))
  }
}
