extension Scene {
  /// The scene at `time` seconds. For many frames keep a `SceneHistory`.
  public func frame(at time: Double) -> SceneFrame { SceneHistory(self).frame(at: time) }
}

extension SceneHistory {
  /// The scene at `time` seconds.
  public func frame(at time: Double) -> SceneFrame {
    let resolver = FrameResolver(history: self, time: time)
    let bounds = Rect(
      x: 0, y: 0, width: scene.canvas.size.width, height: scene.canvas.size.height)
    return SceneFrame(
      size: scene.canvas.size, scale: scene.canvas.scale, background: scene.canvas.background,
      kernel: scene.canvas.kernel,
      layers: scene.layers.compactMap { resolver.resolve($0, in: bounds, tone: nil) })
  }
}

/// Resolves the layers of one instant, from the parent's place down.
private struct FrameResolver {
  let history: SceneHistory
  let time: Double

  /// The style of the material that a layer lies in, as far as vibrancy needs.
  struct Tone {
    var interface: InterfaceStyle
    var reducesTransparency: Bool
  }

  /// - Parameter parent: the parent's bounds, placed on the canvas and moved by
  ///   its content offset.
  /// - Returns: nil when nothing of the layer can be seen.
  func resolve(_ layer: Layer, in parent: Rect, tone: Tone?) -> ResolvedLayer? {
    let history = history.history(of: layer)
    if history?.hidden.value(at: time) ?? layer.isHidden { return nil }
    let opacity = history?.value(of: .opacity, at: time)?[0] ?? layer.opacity
    guard opacity > 0 else { return nil }

    let frame = frame(of: layer, history, in: parent)
    let radius = history?.value(of: .cornerRadius, at: time)?[0] ?? layer.cornerRadius
    let corners = Corners(radius: radius, curve: layer.cornerCurve, in: frame.size)

    var effects: ResolvedEffect?
    if let effect = layer.effects {
      // The timeline speaks to the backdrop when there is one.
      var view: VisualEffectView?
      if case .backdrop = layer.content {} else { view = history?.view?.value(at: time) }
      switch resolve(effect, view, frame: frame, corners: corners) {
      case .invisible: return nil
      case .neutral: break
      case .visible(let effect): effects = effect
      }
    }

    var mask: ResolvedMask?
    switch layer.mask {
    case nil: break
    case .linearGradient(let gradient): mask = .linearGradient(gradient.alpha)
    case .layer(let layer):
      guard let resolved = resolve(layer, in: frame, tone: nil) else { return nil }
      mask = .layer(resolved)
    }

    let (content, inner) = content(of: layer, history, frame: frame, corners: corners, tone)
    let offset = history?.value(of: .contentOffset, at: time)
    // As a scroll view does, by whole pixels: what scrolls stays as sharp as it is.
    func wholePixels(_ points: Double) -> Double {
      let scale = self.history.scene.canvas.scale
      return (points * scale + 0.5).rounded(.down) / scale
    }
    let scrolled = frame.moved(
      by: Point(
        x: -wholePixels(offset?[0] ?? layer.contentOffset.x),
        y: -wholePixels(offset?[1] ?? layer.contentOffset.y)))
    let border = layer.border.flatMap { $0.width > 0 && $0.color.alpha > 0 ? $0 : nil }
    let shadow = shadow(of: layer)
    let sublayers = layer.layers.compactMap { resolve($0, in: scrolled, tone: inner) }
    let casts = shadow?.isCastByFrame ?? false
    if content == .none, sublayers.isEmpty, border == nil, !casts { return nil }
    return ResolvedLayer(
      id: layer.id, frame: frame, opacity: min(opacity, 1), content: content, corners: corners,
      clipsSublayers: layer.masksToBounds, border: border, shadow: shadow, mask: mask,
      effects: effects, vibrancy: vibrancy(of: layer, in: tone), sublayers: sublayers)
  }

  private func shadow(of layer: Layer) -> ResolvedShadow? {
    guard let shadow = layer.shadow, shadow.opacity > 0, shadow.color.alpha > 0 else { return nil }
    let isSurface =
      switch layer.content {
      case .backdrop, .material: true
      default: false
      }
    return ResolvedShadow(
      color: shadow.color, radius: max(0, shadow.radius), opacity: min(shadow.opacity, 1),
      offset: shadow.offset, isCastByFrame: isSurface)
  }

  private func frame(of layer: Layer, _ history: LayerHistory?, in parent: Rect) -> Rect {
    var frame = layer.frame ?? Rect(x: 0, y: 0, width: parent.width, height: parent.height)
    if let moved = history?.value(of: .frame, at: time) {
      frame = Rect(x: moved[0], y: moved[1], width: moved[2], height: moved[3])
    }
    // A spring may pass through a negative size.
    frame.width = max(0, frame.width)
    frame.height = max(0, frame.height)
    return frame.moved(by: Point(x: parent.x, y: parent.y))
  }

  private func content(
    of layer: Layer, _ history: LayerHistory?, frame: Rect, corners: Corners, _ tone: Tone?
  ) -> (ResolvedContent, Tone?) {
    switch layer.content {
    case .none: return (.none, tone)
    case .color(let color): return (color.alpha > 0 ? .color(color) : .none, tone)
    case .linearGradient(let gradient): return (.linearGradient(gradient), tone)
    case .image(let image):
      let index = frameIndex(of: image)
      return (
        .image(ResolvedImage(path: image.path, frame: index, contentMode: image.contentMode)), tone
      )
    case .backdrop(let effect):
      let view = history?.view?.value(at: time)
      guard case .visible(let resolved) = resolve(effect, view, frame: frame, corners: corners)
      else { return (.none, tone) }
      return (.backdrop(resolved), tone)
    case .material(let material):
      let interface = material.interfaceStyle ?? self.history.interfaceStyle.value(at: time)
      let style = (history?.style?.value(at: time) ?? material.style).resolved(for: interface)
      let reduces =
        material.reduceTransparency ?? self.history.reduceTransparency.value(at: time)
      let resolved = ResolvedMaterial(
        style: style, recipe: MaterialRecipe(style), reducesTransparency: reduces)
      let inner = Tone(interface: style.tone(for: interface), reducesTransparency: reduces)
      return (.material(resolved), inner)
    }
  }

  private enum Resolution {
    /// Draws nothing of its layer.
    case invisible
    /// Changes nothing.
    case neutral
    case visible(ResolvedEffect)
  }

  /// - Parameter view: what the timeline made of it; nil is as the scene says.
  private func resolve(
    _ effect: VisualEffect, _ view: VisualEffectView?, frame: Rect, corners: Corners
  ) -> Resolution {
    let values = (view?.values(at: time) ?? effect.values)
      .drawn(blurOverridesOpacity: effect.blurOverridesOpacity)
    if values.opacity <= 0 { return .invisible }
    if values.isNeutral { return .neutral }
    return .visible(
      ResolvedEffect(
        values: values, surface: frame.inset(by: effect.blurInsets),
        isClipped: effect.clippedBlur || corners.radius > 0, maskMode: effect.maskMode,
        offscreenEdge: effect.offscreenEdge))
  }

  /// Under Reduce Transparency the content is drawn plainly.
  private func vibrancy(of layer: Layer, in tone: Tone?) -> ResolvedVibrancy? {
    guard let style = layer.vibrancy, let tone, !tone.reducesTransparency else { return nil }
    return ResolvedVibrancy(
      matrix: VibrancyEffect.matrix(for: tone.interface), level: style.level)
  }

  private func frameIndex(of image: ImageContent) -> Int {
    guard let media = history.scene.media[image.path], media.frameCount > 1 else { return 0 }
    let elapsed = (time - image.start) * (image.rate ?? media.rate).framesPerSecond
    guard elapsed > 0 else { return 0 }
    // The last frame that began by then; times in decimals may fall short of it
    // by their rounding.
    let index = Int(min(elapsed + 1e-6, 1e9))
    return image.loops ? index % media.frameCount : min(index, media.frameCount - 1)
  }
}
