import GPUEffectsModel

extension SceneDecoder {
  func entry(_ node: Node) throws(SceneFileError) -> TimelineEntry {
    let object = try node.object(.entry)
    let time = try object.required("at").number(in: 0...SceneLimits.seconds)
    let actions = object.keys.filter(KeyTable.actions.contains)
    guard let action = actions.first, let value = object[action] else {
      throw object.error(
        "does nothing; it needs one of \(KeyTable.actions.joined(separator: ", "))")
    }
    if actions.count > 1 {
      throw object.error(
        "has both \(actions[0].quoted) and \(actions[1].quoted); an entry does one thing")
    }
    let id = try layer(of: object, action)
    let timing = try timing(object, action)
    let change = try change(action, value, timing, object)
    if object.has("animated") {
      switch change {
      case .values, .value: break
      default:
        throw object.error("can't have \"animated\"; it is for values that spring")
      }
    }
    return TimelineEntry(at: time, layer: id, change)
  }

  /// The id of the layer that the entry is for; nil for the canvas.
  private func layer(of object: ObjectNode, _ action: String) throws(SceneFileError) -> String? {
    if action == "interfaceStyle" || action == "reduceTransparency" {
      if let node = object["layer"] {
        throw node.error("can't stand beside \(action.quoted), which is the canvas's")
      }
      return nil
    }
    let node = try object.required("layer")
    let id = try node.string("the id of a layer")
    guard let layer = known[id] else {
      if let nearest = Suggestion.nearest(to: id, in: known.keys.sorted()) {
        throw node.error("names no layer: \(id.quoted); did you mean \(nearest.quoted)?")
      }
      throw node.error("names no layer: \(id.quoted)")
    }
    let needsEffect =
      action.hasPrefix("values") || action == "fractionComplete" || action == "call"
    if needsEffect && !layer.hasEffect {
      throw object.error(
        "has \(action.quoted), but the layer \(id.quoted) has neither \"backdrop\" nor \"effects\"")
    }
    if action == "style" && !layer.hasMaterial {
      throw object.error("has \"style\", but the layer \(id.quoted) has no \"material\"")
    }
    return id
  }

  /// How a value moves: by a curve with a duration or a spring without one;
  /// nil when it is set at once.
  private func timing(_ object: ObjectNode, _ action: String) throws(SceneFileError) -> Timing? {
    let moves = !["values", "call", "hidden", "style", "interfaceStyle", "reduceTransparency"]
      .contains(action)
    if !moves {
      for key in ["duration", "curve"] {
        if let node = object[key] { throw node.error("can't stand beside \(action.quoted)") }
      }
      return nil
    }
    let duration = try object["duration"]?.number(in: 0...SceneLimits.seconds)
    guard let node = object["curve"] else {
      return duration.map { .curve(.linear, duration: $0) }
    }
    if case .object = node.value {
      let spring = try spring(node)
      if let duration = object["duration"] {
        throw duration.error("can't stand beside a spring, which has its own")
      }
      return .spring(spring)
    }
    let curve = try curve(node)
    guard let duration else { throw object.error("needs \"duration\" for its curve") }
    return .curve(curve, duration: duration)
  }

  private func change(
    _ action: String, _ node: Node, _ timing: Timing?, _ object: ObjectNode
  ) throws(SceneFileError) -> SceneChange {
    let animated = try object.bool("animated", default: true)
    switch action {
    case "values": return .values(try values(node), animated: animated)
    case "call": return .call(try node.word("a call"))
    case "hidden": return .hidden(try node.bool())
    case "style": return .style(try style(node))
    case "interfaceStyle": return .interfaceStyle(try node.word("an interface style"))
    case "reduceTransparency": return .reduceTransparency(try node.bool())
    case "fractionComplete":
      // A gesture may be written beyond its ends; it is clamped.
      guard let timing else { return .fractionComplete(try node.number()) }
      let ends = try node.numbers("[from, to]", count: 2)
      return .animateFractionComplete(from: ends[0], to: ends[1], timing)
    default: break
    }
    if let property = LayerProperty(rawValue: action) {
      guard let timing else { return .property(property, try components(property, node)) }
      let ends = try node.list("[from, to]", count: 2)
      return .animateProperty(
        property, from: try components(property, ends[0]), to: try components(property, ends[1]),
        timing)
    }
    guard let name = VisualEffectValue(rawValue: String(action.dropFirst("values.".count))) else {
      throw object.error("does nothing")
    }
    guard let timing else { return .value(name, try node.number(), animated: animated) }
    let ends = try node.numbers("[from, to]", count: 2)
    return .animateValue(name, from: ends[0], to: ends[1], timing)
  }

  private func components(
    _ property: LayerProperty, _ node: Node
  ) throws(SceneFileError) -> [Double] {
    // Without a timing there is nothing to move between.
    func number(_ range: ClosedRange<Double>) throws(SceneFileError) -> [Double] {
      if node.isArray { throw node.error("has [from, to], which needs \"duration\" or a spring") }
      return [try node.number(in: range)]
    }
    switch property {
    case .opacity: return try number(0...1)
    case .cornerRadius: return try number(0...SceneLimits.points)
    case .contentOffset:
      try refusePair(node)
      let point = try point(node)
      return [point.x, point.y]
    case .frame:
      try refusePair(node)
      return try frame(node)
    }
  }

  private func refusePair(_ node: Node) throws(SceneFileError) {
    if case .array(let elements) = node.value, case .array = elements.first {
      throw node.error("has [from, to], which needs \"duration\" or a spring")
    }
  }

  private func curve(_ node: Node) throws(SceneFileError) -> UnitCurve {
    if node.isArray {
      let what = "[x1, y1, x2, y2]"
      let numbers = try node.numbers(what, count: 4, in: -100...100)
      guard (0...1).contains(numbers[0]), (0...1).contains(numbers[2]) else {
        throw node.error("has an x outside 0...1; \(what)")
      }
      return UnitCurve(numbers[0], numbers[1], numbers[2], numbers[3])
    }
    let curves: [String: UnitCurve] = [
      "linear": .linear, "easeIn": .easeIn, "easeOut": .easeOut, "easeInOut": .easeInOut,
      "smoothstep": .smoothstep,
    ]
    return try node.word(
      "a curve", ["linear", "easeIn", "easeOut", "easeInOut", "smoothstep"],
      synonyms: ["ease-in": "easeIn", "ease-out": "easeOut", "ease-in-out": "easeInOut"]
    ) { curves[$0] }
  }

  private func spring(_ node: Node) throws(SceneFileError) -> Spring {
    let object = try node.object(.springCurve)
    let spring = try object.required("spring").object(.spring)
    let standard = Spring.visualEffect
    return Spring(
      duration: try spring.number(
        "duration", default: standard.duration, in: 0...SceneLimits.seconds),
      bounce: try spring.number("bounce", default: standard.bounce, in: -1...1))
  }
}
