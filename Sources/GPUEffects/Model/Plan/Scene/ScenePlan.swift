/// How one frame of a scene is drawn: steps in whole pixels of the canvas,
/// every number resolved. Executors draw them in order; none of them has to
/// know layers.
///
/// Areas are in pixels, the canvas's top left being (0, 0), and may lie beyond
/// the canvas: own content that is blurred needs what lies there. Colours are
/// encoded sRGB; executors hold them premultiplied and round once, at the end.
package struct ScenePlan: Hashable, Sendable {
  package let canvas: Area
  package let background: Color
  package let steps: [SceneStep]

  /// Whether no pixel of the result can be translucent.
  package var isOpaque: Bool { background.alpha >= 1 }
}

/// What is drawn on the surface in use: the canvas, or the group that was begun
/// last and not ended.
package enum SceneStep: Hashable, Sendable {
  case paint(PaintStep)
  /// A new, clear surface of that area is in use until the group ends.
  case beginGroup(Area)
  case endGroup(GroupStep)
  case backdrop(BackdropStep)
  case material(MaterialStep)
  case shadow(ShadowStep)

  /// The pixels that the step changes; of a group's begin what it can hold.
  package var area: Area {
    switch self {
    case .paint(let step): step.area
    case .beginGroup(let area): area
    case .endGroup(let step): step.area
    case .backdrop(let step): step.area
    case .material(let step): step.area
    case .shadow(let step): step.area
    }
  }

  /// Whether the step looks at what lies below the surface in use.
  package var seesBelow: Bool {
    switch self {
    case .backdrop, .material: true
    case .endGroup(let step): step.vibrancy != nil
    case .paint, .beginGroup, .shadow: false
    }
  }
}

/// A colour, gradient or picture laid over, as much of each pixel as the
/// stencil says.
package struct PaintStep: Hashable, Sendable {
  package var paint: Paint
  package var area: Area
  package var stencil: Stencil
}

package enum Paint: Hashable, Sendable {
  case color(Color)
  /// Over that rectangle.
  case gradient(ColorGradient, Rect)
  case picture(PlacedPicture)
}

/// One picture or one frame of a moving one.
package struct PictureKey: Hashable, Sendable {
  package let path: String
  package let frame: Int

  package init(path: String, frame: Int) {
    self.path = path
    self.frame = frame
  }
}

/// A picture stretched to a rectangle. Where it shrinks, a pixel is the mean of
/// the part of the picture that it covers; where it grows, it is interpolated
/// linearly; each axis by itself, on premultiplied values, the border pixels
/// repeated.
package struct PlacedPicture: Hashable, Sendable {
  package var key: PictureKey
  package var rect: Rect
}

/// Ends a group: its surface, with an effect, is laid over the surface below.
package struct GroupStep: Hashable, Sendable {
  package var area: Area
  /// On the group's pixels, transparent beyond them.
  package var effect: Effect?
  /// Where it is given, the effect's sigma is its value x the radius.
  package var radiusStencil: Stencil?
  /// What the group's alpha shows instead of its colours: this matrix of what
  /// lies below.
  package var vibrancy: ColorMatrix?
  package var stencil: Stencil
}

/// What has been drawn so far, captured and laid over with an effect.
///
/// The capture is all open surfaces over each other, without the opacity and
/// the masks that groups still open will end with.
package struct BackdropStep: Hashable, Sendable {
  package var area: Area
  /// Transparent beyond it; a pixel that it covers in part is captured in part.
  package var surface: Rect
  package var offscreenEdge: OffscreenEdge
  package var effect: Effect
  package var radiusStencil: Stencil?
  package var stencil: Stencil
}

/// A system's material on what has been drawn so far.
///
/// The capture is opaque: where nothing was drawn it is black, as an empty
/// window is. Pixels beyond the frame or the canvas never count.
package struct MaterialStep: Hashable, Sendable {
  package var area: Area
  package var frame: Rect
  package var recipe: MaterialRecipe
  /// In pixels; nil is Reduce Transparency: the mean colour of the capture, or
  /// the recipe's fallback where nothing was drawn at all.
  package var blur: Effect.Blur?
  package var stencil: Stencil
}

/// The blur of a silhouette, in one colour.
package struct ShadowStep: Hashable, Sendable {
  package var area: Area
  /// Where the shadow falls, before it is blurred.
  package var silhouette: Stencil
  /// Pixels; 0 is a hard shadow.
  package var sigma: Double
  /// With the shadow's opacity.
  package var color: Color
  package var stencil: Stencil
}

extension SceneStep {
  /// The step drawn through another stencil too; nil for the ends of groups
  /// and for what isn't drawn.
  func through(_ outer: Stencil, in clip: Area) -> SceneStep? {
    switch self {
    case .paint(var step):
      step.stencil.multiply(by: outer)
      step.area = step.area.intersection(clip)
      return .paint(step)
    case .backdrop(var step):
      step.stencil.multiply(by: outer)
      step.area = step.area.intersection(clip)
      return .backdrop(step)
    case .material(var step):
      step.stencil.multiply(by: outer)
      step.area = step.area.intersection(clip)
      return .material(step)
    case .shadow(var step):
      step.stencil.multiply(by: outer)
      step.area = step.area.intersection(clip)
      return .shadow(step)
    case .beginGroup, .endGroup: return nil
    }
  }
}
