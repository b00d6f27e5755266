import GPUEffectsModel

/// The whole file: canvas, layers, timeline.
struct SceneDecoder {
  /// What the timeline may ask of a layer.
  struct Known {
    var hasEffect: Bool
    var hasMaterial: Bool
  }

  /// Layers by id.
  var known: [String: Known] = [:]
  var layerCount = 0

  mutating func scene(_ node: Node) throws(SceneFileError) -> Scene {
    try refuseLottie(node)
    let object = try node.object(.scene)
    if let version = object["version"], try version.number() != 1 {
      throw version.error("is \(version.value.kind); this program reads version 1")
    }
    _ = try object["$schema"]?.string()
    let canvas = try canvas(try object.required("canvas"))
    var layers: [Layer] = []
    for node in try object["layers"]?.list("a list of layers") ?? [] {
      layers.append(try layer(node, Surroundings()))
    }
    var entries: [TimelineEntry] = []
    if let timeline = object["timeline"] {
      let nodes = try timeline.list("a list of entries")
      guard nodes.count <= SceneLimits.timelineEntries else {
        throw timeline.error(
          "has \(nodes.count) entries; a scene may have \(SceneLimits.timelineEntries)")
      }
      for node in nodes { entries.append(try entry(node)) }
    }
    return Scene(
      canvas: canvas, frameRate: try object["fps"].map(frameRate) ?? .sixty,
      duration: try object["duration"]?.number(in: 0...SceneLimits.seconds), layers: layers,
      timeline: entries)
  }

  private func canvas(_ node: Node) throws(SceneFileError) -> Canvas {
    let object = try node.object(.canvas)
    let sizeNode = try object.required("size")
    let size = try sizeNode.numbers("[width, height] in points", count: 2, in: 0...1e6)
    let scale = try object.number("scale", default: 1, in: 0.01...SceneLimits.scale)
    let canvas = Canvas(
      size: Size(width: size[0], height: size[1]), scale: scale,
      background: try object["background"].map(color) ?? .clear,
      interfaceStyle: try object["interfaceStyle"]?.word("an interface style") ?? .light,
      reduceTransparency: try object.bool("reduceTransparency", default: false),
      kernel: try object["kernel"]?.word("a kernel") ?? .gaussian)
    let (width, height) = (size[0] * scale, size[1] * scale)
    guard width >= 0.5, height >= 0.5 else {
      throw sizeNode.error("makes a canvas without pixels")
    }
    let side = Double(SceneLimits.side)
    guard max(width, height) <= side, width * height <= Double(SceneLimits.pixels) else {
      throw sizeNode.error(
        "makes \(canvas.pixelWidth) x \(canvas.pixelHeight) pixels; a canvas may have "
          + "\(SceneLimits.side) on a side and \(SceneLimits.pixels) in all")
    }
    return canvas
  }

  private func refuseLottie(_ node: Node) throws(SceneFileError) {
    guard case .object(let object) = node.value else {
      throw node.error("a scene file is an object with \"canvas\" and \"layers\"")
    }
    if object["canvas"] == nil, ["ip", "op", "fr"].allSatisfy({ object[$0] != nil }) {
      throw node.error("this is a Lottie animation, which is not rendered")
    }
  }
}

/// A number, or text such as "30000/1001".
func frameRate(_ node: Node) throws(SceneFileError) -> FrameRate {
  let rate: FrameRate?
  switch node.value {
  case .number(let number): rate = FrameRate(number)
  case .string(let text): rate = FrameRate(text)
  default: throw node.mustBe("frames a second, such as 60 or \"30000/1001\"")
  }
  guard let rate, rate.framesPerSecond <= 1000 else {
    throw node.error(
      "can't be \(node.value.kind); write frames a second up to 1000, such as 60 or \"30000/1001\"")
  }
  return rate
}

func color(_ node: Node) throws(SceneFileError) -> Color {
  let text = try node.string("a colour such as \"#ff8000\"")
  guard let color = Color(text) else {
    throw node.error(
      "can't be \(text.quoted); a colour is #RGB, #RGBA, #RRGGBB, #RRGGBBAA, clear, black or white")
  }
  return color
}

func point(_ node: Node, _ what: String = "[x, y]") throws(SceneFileError) -> Point {
  let numbers = try node.numbers(what, count: 2)
  return Point(x: numbers[0], y: numbers[1])
}

func rect(_ node: Node) throws(SceneFileError) -> Rect {
  let numbers = try frame(node)
  return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
}

/// The four numbers of a frame, whose size isn't negative.
func frame(_ node: Node) throws(SceneFileError) -> [Double] {
  let what = "[x, y, width, height] in points"
  let numbers = try node.numbers(what, count: 4)
  if numbers[2] < 0 || numbers[3] < 0 { throw node.error("has a negative size; \(what)") }
  return numbers
}
