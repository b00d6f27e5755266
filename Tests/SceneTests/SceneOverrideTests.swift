import GPUEffectsModel
import Testing

@testable import GPUEffectsSceneFile

struct SceneOverrideTests {
  func scene(_ overrides: String...) throws -> Scene {
    try SceneFile(Array(exampleScene.utf8)).scene(setting: overrides.map { try SceneOverride($0) })
  }

  func message(_ override: String) -> String {
    do {
      _ = try scene(override)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test func valuesOfLayers() throws {
    let scene = try scene(
      "card.backdrop.values.blurRadius=9", "photo.image=other photo.png", "card.frame.1=7",
      "own.hidden=false", "card.border=null", "bar.cornerRadius=12")
    guard case .backdrop(let effect) = scene.layers[3].content else {
      Issue.record("no backdrop")
      return
    }
    #expect(effect.values.blurRadius == 9 && effect.values.saturation == 1.4)
    #expect(
      scene.layers[0].content
        == .image(ImageContent(path: "other photo.png", contentMode: .scaleAspectFill)))
    #expect(scene.layers[3].frame?.y == 7)
    #expect(!scene.layers[4].isHidden)
    #expect(scene.layers[3].border == nil)
    #expect(scene.layers[5].cornerRadius == 12)
  }

  @Test func canvasAndTimes() throws {
    let scene = try scene("canvas.scale=3", "fps=24", "duration=2.5", "canvas.size=[10,20]")
    #expect(scene.canvas.scale == 3 && scene.canvas.size == Size(width: 10, height: 20))
    #expect(scene.frameRate == FrameRate(24) && scene.duration == 2.5)
  }

  @Test func missingObjectsAreMade() throws {
    let scene = try scene("photo.shadow.radius=8", "photo.shadow.opacity=0.5")
    #expect(scene.layers[0].shadow == Shadow(radius: 8, opacity: 0.5))
  }

  @Test func idsWithDotsAndInside() throws {
    let text = #"""
      {"canvas": {"size": [1, 1]},
       "layers": [{"id": "a"}, {"layers": [{"id": "b.c"}], "mask": {"id": "m", "color": "#000"}}]}
      """#
    let file = try SceneFile(Array(text.utf8))
    let scene = try file.scene(setting: [
      try SceneOverride("b.c.opacity=0.5"), try SceneOverride("m.color=#fff"),
    ])
    #expect(scene.layers[1].layers[0].opacity == 0.5)
    #expect(scene.layers[1].mask == .layer(Layer(id: "m", content: .color(.white))))
    #expect(try file.scene().layers[1].layers[0].opacity == 1)
  }

  @Test func aRowOfABatch() throws {
    let row = try SceneOverride.row(
      Array(#"{"photo.image": "7.png", "card.opacity": 0.25, "fps": "24"}"#.utf8))
    let scene = try SceneFile(Array(exampleScene.utf8)).scene(setting: row)
    #expect(scene.layers[3].opacity == 0.25 && scene.frameRate == FrameRate(24))
    #expect(throws: SceneFileError.self) { try SceneOverride.row(Array("[1]".utf8)) }
  }

  @Test(arguments: [
    ("card.opacity=2", "layers[3].opacity is 2; it must lie between 0 and 1"),
    ("card.opacity=NaN", #"layers[3].opacity must be a number, not the string "NaN""#),
    ("card.opacty=1", #"layers[3].opacty is no key of a layer; did you mean "opacity"?"#),
    ("crad.opacity=1", #"crad.opacity names no layer; did you mean "card"?"#),
    ("nobody.opacity=1", "nobody.opacity names no layer; write LAYER.KEY=VALUE"),
    ("card=1", "card is a layer; say which of its keys to set"),
    ("card.frame.9=1", #"card.frame has no entry "9"; it is a list of 4"#),
    ("card.opacity.x=1", #"card.opacity is the number 0.75 and has no "x" to set"#),
    ("opacity", #""opacity" is no LAYER.KEY=VALUE"#), ("=1", "is no LAYER.KEY=VALUE"),
    ("card.=1", "is no key of a layer"),
  ])
  func mistakes(override: String, expected: String) {
    let message = message(override)
    #expect(message.contains(expected), "\(message)")
  }
}
