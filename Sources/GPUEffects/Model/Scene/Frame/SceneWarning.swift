/// Something that UIKit would not draw as the scene asks for. It is drawn as
/// written.
public struct SceneWarning: Hashable, Sendable {
  /// The layer's place in the scene: `layers[2].layers[0]`.
  public let path: String
  public let message: String
}

extension Scene {
  /// UIKit's own rules for a view with a blur effect: alpha below 1 on it or
  /// on an ancestor, or a mask on an ancestor, breaks the effect there.
  public var warnings: [SceneWarning] {
    var faded = Set<String>()
    for entry in timeline {
      let opacities: [Double]
      switch entry.change {
      case .property(.opacity, let values): opacities = values
      case .animateProperty(.opacity, let start, let end, _): opacities = start + end
      default: continue
      }
      if let id = entry.layer, opacities.contains(where: { $0 < 1 }) { faded.insert(id) }
    }
    var warnings: [SceneWarning] = []
    func visit(_ layer: Layer, _ path: String, fadedBy: String?, maskedBy: String?) {
      let fades = layer.opacity < 1 || layer.id.map(faded.contains) ?? false
      let fadedBy = fades ? path : fadedBy
      if case .material = layer.content {
        if let fadedBy {
          let whose = fadedBy == path ? "its opacity" : "the opacity of \(fadedBy)"
          warnings.append(
            SceneWarning(
              path: path,
              message: "\(whose) is below 1, which breaks a material in UIKit; drawn as written"))
        }
        if let maskedBy {
          warnings.append(
            SceneWarning(
              path: path,
              message: "the mask of \(maskedBy) lies above a material, which fails in UIKit: "
                + "mask the material itself; drawn as written"))
        }
      }
      for (index, sublayer) in layer.layers.enumerated() {
        visit(
          sublayer, "\(path).layers[\(index)]", fadedBy: fadedBy,
          maskedBy: layer.mask == nil ? maskedBy : path)
      }
    }
    for (index, layer) in layers.enumerated() {
      visit(layer, "layers[\(index)]", fadedBy: nil, maskedBy: nil)
    }
    return warnings
  }
}
