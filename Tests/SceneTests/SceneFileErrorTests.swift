import GPUEffectsModel
import Testing

@testable import GPUEffectsSceneFile

/// Every mistake is one sentence that says where, what and what to do.
struct SceneFileErrorTests {
  func message(_ text: String) -> String {
    do {
      _ = try decode(text)
      return ""
    } catch {
      return "\(error)"
    }
  }

  func message(layer: String) -> String {
    message(#"{"canvas": {"size": [10, 10]}, "layers": [\#(layer)]}"#)
  }

  func message(entry: String) -> String {
    message(
      #"""
      {"canvas": {"size": [10, 10]},
       "layers": [{"id": "card", "backdrop": {}}, {"id": "plain", "color": "white"},
                  {"id": "bar", "material": {"style": "regular"}}],
       "timeline": [\#(entry)]}
      """#)
  }

  @Test(arguments: [
    ("", "line 1: this is no JSON"), ("{", "line 1: this is no JSON"),
    ("{\n\"canvas\": {},\n]", "line 3: this is no JSON"),
    ("{\"canvas\": 1, \"canvas\": 2}", "duplicate object key"),
    ("{\"canvas\": {\"size\": [1e999, 1]}}", "real number overflow"),
    ("{\"canvas\": {\"size\": [NaN, 1]}}", "this is no JSON"),
    ("{\"canvas\": {\"size\": [99999999999999999999, 1]}}", "too big integer"),
    ("[]", "a scene file is an object with \"canvas\" and \"layers\""),
    ("{}", "needs \"canvas\""), ("{\"canvas\": {}}", "canvas needs \"size\""),
    ("{\"canvas\": 3}", "canvas must be an object, not the number 3"),
    ("PK\u{3}\u{4}", "perhaps a .lottie file"),
    (
      "{\"v\": \"5\", \"fr\": 30, \"ip\": 0, \"op\": 60, \"w\": 1, \"h\": 1, \"layers\": []}",
      "this is a Lottie animation, which is not rendered"
    ),
    ("{\"canvas\": {\"size\": [1, 1]}, \"version\": 2}", "version is the number 2"),
    (
      "{\"canvas\": {\"size\": [1, 1]}, \"framerate\": 2}",
      "framerate is no key of a scene; did you mean \"fps\"?"
    ),
    (
      "{\"canvas\": {\"size\": [1, 1]}, \"fps\": 0}",
      "fps can't be the number 0; write frames a second"
    ),
    ("{\"canvas\": {\"size\": [1, 1]}, \"fps\": true}", "fps must be frames a second"),
    ("{\"canvas\": {\"size\": [1, 1]}, \"duration\": -1}", "duration is -1; it must lie between 0"),
    ("{\"canvas\": {\"size\": [1]}}", "canvas.size must be [width, height] in points; there are 1"),
    ("{\"canvas\": {\"size\": [0, 10]}}", "canvas.size makes a canvas without pixels"),
    ("{\"canvas\": {\"size\": [1e9, 10]}}", "canvas.size[0] is 1000000000; it must lie between"),
    ("{\"canvas\": {\"size\": [20000, 20000]}}", "canvas.size makes 20000 x 20000 pixels"),
    (
      "{\"canvas\": {\"size\": [20000, 10], \"scale\": 3}}", "canvas.size makes 60000 x 30 pixels"
    ),
    ("{\"canvas\": {\"size\": [1, 1], \"scale\": 0}}", "canvas.scale is 0"),
    (
      "{\"canvas\": {\"size\": [1, 1], \"interfaceStyle\": \"Dark\"}}",
      "canvas.interfaceStyle can't be \"Dark\"; did you mean \"dark\"?"
    ),
    (
      "{\"canvas\": {\"size\": [1, 1], \"kernel\": \"box\"}}",
      "canvas.kernel can't be \"box\"; it is one of gaussian, apple"
    ),
    (
      "{\"canvas\": {\"size\": [1, 1], \"background\": \"red\"}}",
      "canvas.background can't be \"red\"; a colour is #RGB"
    ),
    ("{\"canvas\": {\"size\": [1, 1]}, \"layers\": {}}", "layers must be a list of layers"),
  ])
  func document(text: String, expected: String) {
    let message = message(text)
    #expect(message.contains(expected), "\(message)")
    #expect(!message.contains("\n"))
  }

  @Test(arguments: [
    ("borderRadius", "cornerRadius"), ("objectFit", "contentMode"), ("alpha", "opacity"),
    ("clipsToBounds", "masksToBounds"), ("boxShadow", "shadow"), ("backdropFilter", "backdrop"),
    ("subviews", "layers"), ("isHidden", "hidden"), ("backgroundColor", "color"),
    ("gradient", "linearGradient"), ("cornerradius", "cornerRadius"), ("opacty", "opacity"),
    ("maks", "mask"), ("vibrance", "vibrancy"), ("src", "image"),
  ])
  func unknownKeysNameTheNearest(wrong: String, right: String) {
    #expect(
      message(layer: "{\"\(wrong)\": 1}")
        == "layers[0].\(wrong) is no key of a layer; did you mean \"\(right)\"?")
  }

  @Test(arguments: [
    (#"{"frame": [0, 0, 1e9, 10]}"#, "layers[0].frame[2] is 1000000000; it must lie between"),
    (
      #"{"frame": [0, 0, 1]}"#,
      "layers[0].frame must be [x, y, width, height] in points; there are 3"
    ),
    (#"{"frame": [0, 0, -1, 2]}"#, "layers[0].frame has a negative size"),
    (
      #"{"frame": "full"}"#,
      "layers[0].frame must be [x, y, width, height] in points, not the string"
    ),
    (#"{"opacity": "1"}"#, #"layers[0].opacity must be a number, not the string "1""#),
    (#"{"opacity": 1.5}"#, "layers[0].opacity is 1.5; it must lie between 0 and 1"),
    (#"{"hidden": 1}"#, "layers[0].hidden must be true or false, not the number 1"),
    (#"{"hidden": null}"#, "layers[0].hidden must be true or false, not null"),
    (#"{"image": "a.lottie"}"#, #"layers[0].image is the Lottie file "a.lottie""#),
    (#"{"image": "a.json"}"#, "which is not rendered"),
    (#"{"image": ""}"#, "layers[0].image is empty"),
    (#"{"lottie": "a"}"#, "layers[0].lottie asks for a Lottie animation"),
    (#"{"glassEffect": {}}"#, "layers[0].glassEffect asks for iOS 26's glass"),
    (#"{"material": {"style": "glass"}}"#, "layers[0].material.style asks for iOS 26's glass"),
    (#"{"material": {"style": "ultraThickMaterial"}}"#, "the thickest is \"systemThickMaterial\""),
    (#"{"material": {"style": "extraDark"}}"#, "which is tvOS's"),
    (#"{"material": {"style": "thin"}}"#, #"did you mean "systemThinMaterial"?"#),
    (#"{"material": {"style": "systemThinMateral"}}"#, #"did you mean "systemThinMaterial"?"#),
    (#"{"material": "regular"}"#, "layers[0].material must be an object, not the string"),
    (#"{"material": {}}"#, #"layers[0].material needs "style""#),
    (#"{"image": "a.png", "color": "white"}"#, #"layers[0] has both "image" and "color""#),
    (#"{"color": "white", "loop": true}"#, #"layers[0].loop needs "image" beside it"#),
    (#"{"color": "ff"}"#, #"layers[0].color can't be "ff""#),
    (#"{"vibrancy": "label"}"#, #"layers[0].vibrancy needs a layer with "material" around it"#),
    (#"{"contentMode": "cover"}"#, #"did you mean "scaleAspectFill"?"#),
    (#"{"id": "a"}, {"id": "a"}"#, #"layers[1].id is "a" like another layer's; ids are unique"#),
    (#"{"id": "a", "mask": {"id": "a", "color": "black"}}"#, "layers[0].mask.id is \"a\" like"),
    (#"{"id": ""}"#, "layers[0].id is empty"),
    (#"{"mask": "card"}"#, #"layers[0].mask must be an object: {"linearGradient"} or a layer"#),
    (
      #"{"mask": {"colour": "black"}}"#,
      #"layers[0].mask.colour is no key of a layer; did you mean "color"?"#
    ),
    (
      #"{"backdrop": {"values": {"blur": 6}}}"#,
      #"layers[0].backdrop.values.blur is no key of the values; did you mean "blurRadius"?"#
    ),
    (#"{"backdrop": {"values": "blurredin"}}"#, #"did you mean "blurredIn"?"#),
    (
      #"{"backdrop": {"blurRadius": 6}}"#,
      #"layers[0].backdrop.blurRadius is no key of an effect; did you mean "values"?"#
    ),
    (
      #"{"backdrop": {"blurInsets": [1, 2]}}"#,
      "layers[0].backdrop.blurInsets must be [top, left, bottom, right]"
    ),
    (#"{"backdrop": {"blurInsets": {"leading": 1}}}"#, #"did you mean "left"?"#),
    (
      #"{"backdrop": {"values": {"blurRadius": 1e12}}}"#,
      "layers[0].backdrop.values.blurRadius is 1000000000000; it must"
    ),
    (
      #"{"effects": {"maskMode": "blur"}}"#,
      "layers[0].effects.maskMode can't be \"blur\"; it is one of fade, radius"
    ),
    (#"{"linearGradient": {}}"#, #"layers[0].linearGradient needs "colors" or "stops""#),
    (#"{"linearGradient": {"colors": []}}"#, "layers[0].linearGradient.colors has 0 entries"),
    (
      #"{"linearGradient": {"colors": ["black"], "locations": [0, 1]}}"#,
      "locations has 2 numbers for 1 colours"
    ),
    (
      #"{"linearGradient": {"colors": ["black", "white"], "locations": [0.5, 0.2]}}"#,
      "locations[1] lies before the location ahead"
    ),
    (
      #"{"linearGradient": {"colors": ["black"], "stops": []}}"#,
      "has both \"stops\" and \"colors\""
    ),
    (
      #"{"linearGradient": {"colors": ["black"], "startPoint": "left"}}"#,
      #"did you mean "leading"?"#
    ),
    (#"{"border": {"color": "black"}}"#, #"layers[0].border needs "width""#),
    (
      #"{"shadow": {"blur": 3}}"#,
      #"layers[0].shadow.blur is no key of a shadow; did you mean "radius"?"#
    ),
    (#"{"layers": [{"layers": [{"opacty": 1}]}]}"#, "layers[0].layers[0].layers[0].opacty"),
    (#"7"#, "layers[0] must be an object, not the number 7"),
  ])
  func layers(text: String, expected: String) {
    let message = message(layer: text)
    #expect(message.contains(expected), "\(message)")
  }

  @Test(arguments: [
    (#"{"layer": "card", "call": "blurIn"}"#, #"timeline[0] needs "at""#),
    (#"{"at": 0, "call": "blurIn"}"#, #"timeline[0] needs "layer""#),
    (#"{"at": 0, "layer": "card"}"#, "timeline[0] does nothing"),
    (
      #"{"at": 0, "layer": "crad", "call": "blurIn"}"#,
      #"timeline[0].layer names no layer: "crad"; did you mean "card"?"#
    ),
    (
      #"{"at": 0, "layer": "nobody", "call": "blurIn"}"#,
      #"timeline[0].layer names no layer: "nobody""#
    ),
    (#"{"at": 0, "layer": "card", "call": "blurIn", "opacity": 1}"#, "an entry does one thing"),
    (
      #"{"at": 0, "layer": "card", "call": "blurin"}"#,
      #"timeline[0].call can't be "blurin"; did you mean "blurIn"?"#
    ),
    (#"{"at": 0, "layer": "plain", "call": "blurIn"}"#, "has neither \"backdrop\" nor \"effects\""),
    (#"{"at": 0, "layer": "plain", "style": "regular"}"#, #"the layer "plain" has no "material""#),
    (#"{"at": 0, "layer": "card", "interfaceStyle": "dark"}"#, "which is the canvas's"),
    (#"{"at": 0, "layer": "card", "opacity": [0, 1]}"#, "needs \"duration\" or a spring"),
    (
      #"{"at": 0, "layer": "card", "frame": [[0, 0, 1, 1], [0, 0, 2, 2]]}"#,
      "timeline[0].frame has [from, to]"
    ),
    (
      #"{"at": 0, "layer": "card", "duration": 1, "opacity": 1}"#,
      "timeline[0].opacity must be [from, to]"
    ),
    (
      #"{"at": 0, "layer": "card", "duration": 1, "contentOffset": [1, 2]}"#,
      "timeline[0].contentOffset[0] must be [x, y]"
    ),
    (
      #"{"at": 0, "layer": "card", "duration": 1, "opacity": [0, 3]}"#,
      "timeline[0].opacity[1] is 3"
    ),
    (
      #"{"at": 0, "layer": "card", "curve": "easeIn", "opacity": 1}"#,
      "timeline[0] needs \"duration\" for its curve"
    ),
    (
      #"{"at": 0, "layer": "card", "duration": 1, "opacity": [0, 1], "curve": {"spring": {}}}"#,
      "timeline[0].duration can't stand beside a spring"
    ),
    (
      #"{"at": 0, "layer": "card", "duration": 1, "values": "blurredIn"}"#,
      #"timeline[0].duration can't stand beside "values""#
    ),
    (
      #"{"at": 0, "layer": "card", "curve": "linear", "hidden": true}"#,
      #"timeline[0].curve can't stand beside "hidden""#
    ),
    (#"{"at": 0, "layer": "card", "animated": false, "hidden": true}"#, "can't have \"animated\""),
    (
      #"{"at": 0, "layer": "card", "duration": 1, "opacity": [0, 1], "curve": "ease-in"}"#,
      #"did you mean "easeIn"?"#
    ),
    (
      #"{"at": 0, "layer": "card", "duration": 1, "opacity": [0, 1], "curve": [2, 0, 1, 1]}"#,
      "timeline[0].curve has an x outside 0...1"
    ),
    (#"{"at": -1, "layer": "card", "call": "blurIn"}"#, "timeline[0].at is -1"),
    (
      #"{"at": 0, "layer": "card", "blurRadius": 3}"#,
      #"timeline[0].blurRadius is no key of an entry; did you mean "values.blurRadius"?"#
    ),
    (#"{"at": 0, "layer": "card", "values.blurRadus": 3}"#, #"did you mean "values.blurRadius"?"#),
    (#"{"at": 0, "layer": "card", "easing": "linear"}"#, #"did you mean "curve"?"#),
  ])
  func timeline(text: String, expected: String) {
    let message = message(entry: text)
    #expect(message.contains(expected), "\(message)")
  }

  @Test func tooManyLayers() {
    let layers = Array(repeating: "{}", count: 20_000).joined(separator: ",")
    #expect(
      message(layer: layers)
        == "layers[10000] is one layer too many; a scene may have 10000")
    let million = Array(repeating: "{}", count: 1_000_000).joined(separator: ",")
    #expect(message(layer: million).contains("holds more than 1000000 values"))
    let long = Array(repeating: #"{"color": "black"}"#, count: 1_000_000).joined(separator: ",")
    #expect(message(layer: long).contains("bytes; a scene may have"))
  }

  @Test func tooManyEntriesAndStops() {
    let entry = #"{"at": 0, "layer": "card", "call": "blurIn"}"#
    let entries = Array(repeating: entry, count: 50_001).joined(separator: ",")
    #expect(message(entry: entries) == "timeline has 50001 entries; a scene may have 50000")
    let colors = Array(repeating: "\"#000\"", count: 1001).joined(separator: ",")
    #expect(
      message(layer: "{\"linearGradient\": {\"colors\": [\(colors)]}}").contains("has 1001 entries")
    )
  }

  @Test func tooDeep() {
    func nested(_ key: (String, String), _ count: Int) -> String {
      String(repeating: key.0, count: count) + "{}" + String(repeating: key.1, count: count)
    }
    let layers = ("{\"layers\": [", "]}")
    let masks = ("{\"mask\": ", "}")
    #expect(message(layer: nested(layers, 63)) == "")
    #expect(message(layer: nested(layers, 64)).hasSuffix("lies in more than 64 layers and masks"))
    #expect(message(layer: nested(masks, 64)).hasSuffix("lies in more than 64 layers and masks"))
    #expect(message(layer: nested(masks, 100_000)).contains("more than 200 levels"))
    #expect(message(String(repeating: "[", count: 5_000_000)).contains("more than 200 levels"))
  }

  @Test func oddKeysStayReadable() {
    let message = message(layer: "{\"\\u0001\(String(repeating: "x", count: 500))\\n\": 1}")
    #expect(message.utf8.count < 200 && !message.contains("\n"))
    #expect(message.contains("is no key of a layer"))
  }

  /// Damaged files end in a scene or a sentence, never in a crash.
  @Test func damage() {
    let bytes = Array(exampleScene.utf8)
    var state: UInt64 = 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var failures = 0
    for _ in 0..<3000 {
      var damaged = bytes
      for _ in 0...random(3) {
        switch random(4) {
        case 0: damaged[random(damaged.count)] = UInt8(random(256))
        case 1: damaged.removeSubrange(random(damaged.count)..<damaged.count)
        case 2:
          let start = random(damaged.count)
          damaged.removeSubrange(start..<min(start + random(20), damaged.count))
        default: damaged.insert(Array("[]{},:\"019.e-".utf8)[random(13)], at: random(damaged.count))
        }
        if damaged.isEmpty { damaged = bytes }
      }
      do {
        let scene = try SceneFile(damaged).scene()
        _ = scene.frame(at: 0.7)
      } catch {
        failures += 1
        #expect(!"\(error)".isEmpty && !"\(error)".contains("\n"))
      }
    }
    #expect(failures > 1000)
  }
}
