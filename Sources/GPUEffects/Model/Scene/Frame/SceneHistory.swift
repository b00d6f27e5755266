/// The timeline played once: what every layer and the canvas are told, ready
/// to be asked for any instant.
public struct SceneHistory: Sendable {
  let scene: Scene
  private(set) var interfaceStyle: History<InterfaceStyle>
  private(set) var reduceTransparency: History<Bool>
  private var layers: [String: LayerHistory] = [:]

  /// Entries for an unknown layer, or for what it hasn't, do nothing.
  public init(_ scene: Scene) {
    self.scene = scene
    interfaceStyle = History(scene.canvas.interfaceStyle)
    reduceTransparency = History(scene.canvas.reduceTransparency)
    for layer in scene.layers { register(layer) }
    // A stable sort: at equal times the order of the file stays.
    let ordered = scene.timeline.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    for (_, entry) in ordered {
      switch (entry.layer, entry.change) {
      case (nil, .interfaceStyle(let style)): interfaceStyle.change(to: style, at: entry.time)
      case (nil, .reduceTransparency(let reduces)):
        reduceTransparency.change(to: reduces, at: entry.time)
      case (let id?, let change): layers[id]?.apply(change, at: entry.time)
      default: break
      }
    }
  }

  func history(of layer: Layer) -> LayerHistory? { layer.id.flatMap { layers[$0] } }

  private mutating func register(_ layer: Layer) {
    if let id = layer.id, layers[id] == nil { layers[id] = LayerHistory(layer) }
    for sublayer in layer.layers { register(sublayer) }
    if case .layer(let mask) = layer.mask { register(mask) }
  }
}

/// What the timeline makes of one layer.
struct LayerHistory: Sendable {
  /// The layer's backdrop, else its effects.
  private(set) var view: History<VisualEffectView>?
  private(set) var hidden: History<Bool>
  private(set) var style: History<BlurEffect.Style>?
  /// Of the properties that ever change; nil is what the layer says.
  private var properties: [LayerProperty: History<[Motion]?>] = [:]

  init(_ layer: Layer) {
    hidden = History(layer.isHidden)
    if case .material(let material) = layer.content { style = History(material.style) }
    if let effect = layer.animatedEffect { view = History(VisualEffectView(effect)) }
  }

  /// The components of a property at `time`, or nil while nothing changed it.
  func value(of property: LayerProperty, at time: Double) -> [Double]? {
    properties[property]?.value(at: time)?.map { $0.value(at: time) }
  }

  mutating func apply(_ change: SceneChange, at time: Double) {
    switch change {
    case .hidden(let isHidden): hidden.change(to: isHidden, at: time)
    case .style(let newStyle): style?.change(to: newStyle, at: time)
    case .property(let property, let components):
      set(property, components.map { Motion(resting: $0) }, at: time)
    case .animateProperty(let property, let start, let end, let timing):
      set(
        property,
        zip(start, end).map { Motion(from: $0, to: $1, timing: timing, at: time) }, at: time)
    case .interfaceStyle, .reduceTransparency: break
    default:
      guard var view = view?.last else { return }
      view.apply(change, at: time)
      self.view?.change(to: view, at: time)
    }
  }

  private mutating func set(_ property: LayerProperty, _ motions: [Motion], at time: Double) {
    guard motions.count == property.componentCount else { return }
    properties[property, default: History(nil)].change(to: motions, at: time)
  }
}

extension Layer {
  /// The effect that the timeline's values are meant for.
  var animatedEffect: VisualEffect? {
    if case .backdrop(let effect) = content { return effect }
    return effects
  }
}

extension VisualEffectView {
  fileprivate init(_ effect: VisualEffect) {
    self.init(blurInsets: effect.blurInsets, initialValues: effect.values)
    animationDuration = effect.animationDuration
    blurOverridesOpacity = effect.blurOverridesOpacity
    clippedBlur = effect.clippedBlur
  }

  fileprivate mutating func apply(_ change: SceneChange, at time: Double) {
    switch change {
    case .values(let values, let animated): setEffectValues(values, at: time, animated: animated)
    case .value(let name, let value, let animated):
      setValue(name, to: value, at: time, animated: animated)
    case .animateValue(let name, let start, let end, let timing):
      animate(name, from: start, to: end, timing: timing, at: time)
    case .fractionComplete(let fraction): setFractionComplete(fraction, at: time)
    case .animateFractionComplete(let start, let end, let timing):
      animateFractionComplete(from: start, to: end, timing: timing, at: time)
    case .call(.blurIn): blurIn(at: time)
    case .call(.blurOut): blurOut(at: time)
    case .call(.beginInteractive): beginInteractive(at: time)
    case .call(.pauseInteractive): pauseInteractive(at: time)
    case .call(.finishInteractive): finishInteractive(at: time)
    case .call(.cancelInteractive): cancelInteractive(at: time)
    case .property, .animateProperty, .hidden, .style, .interfaceStyle, .reduceTransparency: break
    }
  }
}
