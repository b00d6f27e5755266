import GPUEffectsModel

// Gradients, effects and materials: how a layer looks.

func gradient(_ node: Node) throws(SceneFileError) -> ColorGradient {
  let object = try node.object(.linearGradient)
  let start = try object["startPoint"].map(unitPoint) ?? .top
  let end = try object["endPoint"].map(unitPoint) ?? .bottom
  if object.has("stops"), object.has("colors") || object.has("locations") {
    throw object.error("has both \"stops\" and \"colors\"; one of them is enough")
  }
  var stops: [ColorGradient.Stop] = []
  if let node = object["stops"] {
    for node in try list(node, "a list of stops") {
      let stop = try node.object(.stop)
      let location = try stop.required("location")
      stops.append(
        ColorGradient.Stop(
          color: try color(try stop.required("color")), location: try location.number(in: 0...1)))
      try checkOrder(stops, location)
    }
    return ColorGradient(stops: stops, startPoint: start, endPoint: end)
  }
  guard let colorsNode = object["colors"] else {
    throw object.error("needs \"colors\" or \"stops\"")
  }
  var colors: [Color] = []
  for node in try list(colorsNode, "a list of colours") { colors.append(try color(node)) }
  guard let locations = object["locations"] else {
    return ColorGradient(colors: colors, startPoint: start, endPoint: end)
  }
  let nodes = try locations.list("a list of numbers")
  guard nodes.count == colors.count else {
    throw locations.error("has \(nodes.count) numbers for \(colors.count) colours")
  }
  for (color, node) in zip(colors, nodes) {
    stops.append(ColorGradient.Stop(color: color, location: try node.number(in: 0...1)))
    try checkOrder(stops, node)
  }
  return ColorGradient(stops: stops, startPoint: start, endPoint: end)
}

private func list(_ node: Node, _ what: String) throws(SceneFileError) -> [Node] {
  let nodes = try node.list(what)
  guard (1...SceneLimits.gradientStops).contains(nodes.count) else {
    throw node.error("has \(nodes.count) entries; 1 to \(SceneLimits.gradientStops) are allowed")
  }
  return nodes
}

private func checkOrder(_ stops: [ColorGradient.Stop], _ node: Node) throws(SceneFileError) {
  if stops.count > 1, stops[stops.count - 1].location < stops[stops.count - 2].location {
    throw node.error("lies before the location ahead of it; locations ascend")
  }
}

private func unitPoint(_ node: Node) throws(SceneFileError) -> UnitPoint {
  if node.isArray {
    let numbers = try node.numbers("[x, y] in units of the layer", count: 2, in: -1000...1000)
    return UnitPoint(x: numbers[0], y: numbers[1])
  }
  return try node.word(
    "[x, y] or a unit point",
    [
      "top", "bottom", "leading", "trailing", "center", "topLeading", "topTrailing",
      "bottomLeading", "bottomTrailing",
    ],
    synonyms: [
      "left": "leading", "right": "trailing", "topleft": "topLeading", "topright": "topTrailing",
      "bottomleft": "bottomLeading", "bottomright": "bottomTrailing", "middle": "center",
    ]
  ) { UnitPoint(named: $0) }
}

/// `backdrop` and `effects` are the same object; only one default differs.
func effect(_ node: Node, blurOverridesOpacity: Bool) throws(SceneFileError) -> VisualEffect {
  let object = try node.object(.effect)
  var effect = VisualEffect(blurOverridesOpacity: blurOverridesOpacity)
  if let node = object["values"] { effect.values = try values(node) }
  if let node = object["blurInsets"] { effect.blurInsets = try insets(node) }
  effect.clippedBlur = try object.bool("clippedBlur", default: effect.clippedBlur)
  effect.blurOverridesOpacity = try object.bool(
    "blurOverridesOpacity", default: effect.blurOverridesOpacity)
  effect.animationDuration = try object.number(
    "animationDuration", default: effect.animationDuration, in: 0...SceneLimits.seconds)
  if let node = object["maskMode"] { effect.maskMode = try node.word("a mask mode") }
  if let node = object["offscreenEdge"] { effect.offscreenEdge = try node.word("an edge") }
  return effect
}

/// A preset's name, or the values that aren't neutral.
func values(_ node: Node) throws(SceneFileError) -> VisualEffectValues {
  if case .string = node.value {
    return try node.word("an object or a preset", ["blurredIn", "blurredOut"]) {
      VisualEffectValues(preset: $0)
    }
  }
  let object = try node.object(.values)
  var values = VisualEffectValues()
  for name in VisualEffectValue.allCases {
    values[name] = try object.number(name.rawValue, default: values[name])
  }
  return values
}

private func insets(_ node: Node) throws(SceneFileError) -> EdgeInsets {
  if node.isArray {
    let numbers = try node.numbers("[top, left, bottom, right] in points", count: 4)
    return EdgeInsets(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
  }
  let object = try node.object(.insets)
  func side(_ key: String) throws(SceneFileError) -> Double {
    try object.number(key, default: 0, in: -SceneLimits.points...SceneLimits.points)
  }
  return EdgeInsets(
    top: try side("top"), left: try side("left"), bottom: try side("bottom"),
    right: try side("right"))
}

func material(_ node: Node) throws(SceneFileError) -> Material {
  let object = try node.object(.material)
  return Material(
    style: try style(try object.required("style")),
    interfaceStyle: try object["interfaceStyle"]?.word("an interface style"),
    reduceTransparency: try object["reduceTransparency"]?.bool())
}

func style(_ node: Node) throws(SceneFileError) -> BlurEffect.Style {
  let text = try node.string("a style such as \"systemThinMaterial\"")
  if text.lowercased().contains("glass") {
    throw node.error("asks for iOS 26's glass, which is not rendered; use a material's style")
  }
  switch text {
  case "ultraThickMaterial", "ultraThick", "systemUltraThickMaterial":
    throw node.error(
      "can't be \(text.quoted), which UIKit hasn't; the thickest is "
        + "\"systemThickMaterial\"")
  case "extraDark": throw node.error("can't be \"extraDark\", which is tvOS's; take \"dark\"")
  default: break
  }
  return try node.word(
    "a style", BlurEffect.Style.allCases.map(\.name),
    synonyms: [
      "ultrathin": "systemUltraThinMaterial", "thin": "systemThinMaterial",
      "material": "systemMaterial", "thick": "systemThickMaterial",
      "chrome": "systemChromeMaterial",
    ]
  ) { BlurEffect.Style(named: $0) }
}
