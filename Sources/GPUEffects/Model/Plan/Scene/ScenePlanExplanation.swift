extension ScenePlan {
  /// The steps for people, one a line, groups indented.
  package var explanation: [String] {
    var depth = 0
    var lines = ["canvas \(canvas.text)"]
    for step in steps {
      if case .endGroup = step { depth -= 1 }
      lines.append(String(repeating: "  ", count: max(0, depth) + 1) + step.text)
      if case .beginGroup = step { depth += 1 }
    }
    return lines
  }
}

extension SceneStep {
  fileprivate var text: String {
    switch self {
    case .paint(let step):
      switch step.paint {
      case .color: "colour \(step.area.text)\(step.stencil.text)"
      case .gradient: "gradient \(step.area.text)\(step.stencil.text)"
      case .picture(let picture):
        "picture \(picture.key.path) frame \(picture.key.frame) \(step.area.text)"
          + step.stencil.text
      }
    case .beginGroup(let area): "group \(area.text)"
    case .endGroup(let step):
      "end \(step.area.text)\(step.effect.map { $0.text } ?? "")"
        + (step.vibrancy == nil ? "" : ", vibrancy") + step.stencil.text
    case .backdrop(let step):
      "backdrop \(step.area.text)\(step.effect.text)"
        + (step.radiusStencil == nil ? "" : ", radius by mask") + step.stencil.text
    case .material(let step):
      "material \(step.area.text)"
        + (step.blur.map { ", blur \(hundredths($0.radius)) px" } ?? ", mean colour")
        + step.stencil.text
    case .shadow(let step):
      "shadow \(step.area.text), blur \(hundredths(step.sigma)) px"
    }
  }
}

extension Area {
  fileprivate var text: String {
    "\(width)x\(height)+\(x.lowerBound)+\(y.lowerBound)"
  }
}

extension Effect {
  fileprivate var text: String {
    (blur.map { ", blur \(hundredths($0.radius)) px" } ?? "")
      + (matrix == .identity ? "" : ", colour matrix")
      + (opacity < 1 ? ", opacity \(hundredths(opacity))" : "")
  }
}

extension Stencil {
  fileprivate var text: String {
    var words = factors.map { factor in
      switch factor {
      case .shape(let shape): shape.corners.radius > 0 ? "rounded" : "edges"
      case .border: "border"
      case .gradient: "gradient mask"
      case .drawing: "layer mask"
      }
    }
    if opacity < 1 { words.append("opacity \(hundredths(opacity))") }
    return words.isEmpty ? "" : ", through " + words.joined(separator: ", ")
  }
}

private func hundredths(_ value: Double) -> String {
  "\((value * 100).rounded() / 100)"
}
