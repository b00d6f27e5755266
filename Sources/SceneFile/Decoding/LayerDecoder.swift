import GPUEffectsModel

/// Where a layer stands.
struct Surroundings {
  var depth = 0
  var isInMaterial = false

  func inside(material: Bool) -> Surroundings {
    Surroundings(depth: depth + 1, isInMaterial: isInMaterial || material)
  }
}

extension SceneDecoder {
  mutating func layer(_ node: Node, _ place: Surroundings) throws(SceneFileError) -> Layer {
    layerCount += 1
    guard layerCount <= SceneLimits.layers else {
      throw node.error("is one layer too many; a scene may have \(SceneLimits.layers)")
    }
    guard place.depth < SceneLimits.layerDepth else {
      throw node.error("lies in more than \(SceneLimits.layerDepth) layers and masks")
    }
    let object = try node.object(.layer)
    let content = try content(object)
    let effects = try object["effects"].map { node throws(SceneFileError) in
      try effect(node, blurOverridesOpacity: false)
    }
    var isMaterial = false
    if case .material = content { isMaterial = true }
    let id = try object["id"].map { node throws(SceneFileError) in
      try register(node, content, effects)
    }
    if let vibrancy = object["vibrancy"], !place.isInMaterial {
      throw vibrancy.error("needs a layer with \"material\" around it")
    }

    var layer = Layer(
      id: id, frame: try object["frame"].map(rect), content: content, effects: effects,
      vibrancy: try object["vibrancy"]?.word("a vibrancy style"),
      mask: try object["mask"].map { node throws(SceneFileError) in
        try mask(node, place.inside(material: false))
      })
    layer.cornerRadius = try object.number("cornerRadius", default: 0, in: 0...SceneLimits.points)
    layer.cornerCurve = try object["cornerCurve"]?.word("a corner curve") ?? .circular
    layer.masksToBounds = try object.bool("masksToBounds", default: false)
    layer.border = try object["border"].map(border)
    layer.shadow = try object["shadow"].map(shadow)
    layer.opacity = try object.number("opacity", default: 1, in: 0...1)
    layer.isHidden = try object.bool("hidden", default: false)
    layer.contentOffset =
      try object["contentOffset"].map { node throws(SceneFileError) in
        try point(node)
      } ?? .zero
    for node in try object["layers"]?.list("a list of layers") ?? [] {
      layer.layers.append(try self.layer(node, place.inside(material: isMaterial)))
    }
    return layer
  }

  private mutating func register(
    _ node: Node, _ content: LayerContent, _ effects: VisualEffect?
  ) throws(SceneFileError) -> String {
    let id = try node.string()
    if id.isEmpty { throw node.error("is empty; leave it out, or name the layer") }
    guard known[id] == nil else {
      throw node.error("is \(id.quoted) like another layer's; ids are unique")
    }
    var new = Known(hasEffect: effects != nil, hasMaterial: false)
    switch content {
    case .backdrop: new.hasEffect = true
    case .material: new.hasMaterial = true
    default: break
    }
    known[id] = new
    return id
  }

  /// What the layer shows, by the one key that says so.
  private func content(_ object: ObjectNode) throws(SceneFileError) -> LayerContent {
    let mode = try contentMode(object)
    let kinds = ["image", "color", "linearGradient", "backdrop", "material"].filter(object.has)
    if kinds.count > 1 {
      throw object.error(
        "has both \(kinds[0].quoted) and \(kinds[1].quoted); put one into a layer of its own")
    }
    if kinds.first != "image" {
      for key in ["rate", "start", "loop"] {
        if let node = object[key] { throw node.error("needs \"image\" beside it") }
      }
    }
    if let node = object["image"] { return .image(try image(node, object, mode)) }
    if let node = object["color"] { return .color(try color(node)) }
    if let node = object["linearGradient"] { return .linearGradient(try gradient(node)) }
    if let node = object["backdrop"] {
      return .backdrop(try effect(node, blurOverridesOpacity: true))
    }
    if let node = object["material"] { return .material(try material(node)) }
    return .none
  }

  private func image(
    _ node: Node, _ object: ObjectNode, _ mode: ContentMode
  ) throws(SceneFileError) -> ImageContent {
    let path = try node.string("the path of an image")
    if path.isEmpty { throw node.error("is empty; name a file") }
    let lower = path.lowercased()
    if lower.hasSuffix(".lottie") || lower.hasSuffix(".json") {
      throw node.error("is the Lottie file \(path.quoted), which is not rendered")
    }
    return ImageContent(
      path: path, contentMode: mode, rate: try object["rate"].map(frameRate),
      start: try object.number("start", default: 0, in: 0...SceneLimits.seconds),
      loops: try object.bool("loop", default: false))
  }

  private func contentMode(_ object: ObjectNode) throws(SceneFileError) -> ContentMode {
    try object["contentMode"]?.word(
      "a content mode",
      synonyms: [
        "fill": "scaleToFill", "stretch": "scaleToFill", "contain": "scaleAspectFit",
        "fit": "scaleAspectFit", "aspectfit": "scaleAspectFit", "cover": "scaleAspectFill",
        "aspectfill": "scaleAspectFill", "none": "center",
      ]) ?? .scaleToFill
  }

  /// `{linearGradient}`, or a layer. Another layer can't be referred to, so
  /// masks can't form a cycle.
  private mutating func mask(
    _ node: Node, _ place: Surroundings
  ) throws(SceneFileError) -> LayerMask {
    guard case .object(let object) = node.value else {
      throw node.mustBe("an object: {\"linearGradient\"} or a layer of its own")
    }
    if object.keys == ["linearGradient"], let value = object["linearGradient"] {
      return .linearGradient(
        try gradient(Node(value, path: "\(node.path).linearGradient")))
    }
    return .layer(try layer(node, place))
  }

  private func border(_ node: Node) throws(SceneFileError) -> Border {
    let object = try node.object(.border)
    return Border(
      width: try object.required("width").number(in: 0...SceneLimits.points),
      color: try object["color"].map(color) ?? .black)
  }

  private func shadow(_ node: Node) throws(SceneFileError) -> Shadow {
    let object = try node.object(.shadow)
    var shadow = Shadow()
    if let node = object["color"] { shadow.color = try color(node) }
    shadow.radius = try object.number("radius", default: shadow.radius, in: 0...1000)
    shadow.opacity = try object.number("opacity", default: shadow.opacity, in: 0...1)
    if let node = object["offset"] { shadow.offset = try point(node) }
    return shadow
  }
}
