import GPUEffects

/// One thing that is timed: a picture, what is done to it, and by whom.
struct Case {
  let picture: Picture
  let look: Look
  let backend: Backend

  /// PICTURE/LOOK/BACKEND, such as `rgba8/blur-20/cpu`.
  var name: String { "\(picture.rawValue)/\(look.name)/\(backend.rawValue)" }

  static let all = [Backend.cpu, .gpu].flatMap { backend in
    Picture.allCases.flatMap { picture in
      Look.all.map { Case(picture: picture, look: $0, backend: backend) }
    }
  }
}

/// What is done to a picture: a blur alone, or a blur and all the colours.
struct Look {
  let name: String
  let values: VisualEffectValues

  /// In pixels: every case is rendered at a scale of 1.
  var sigma: Double { values.blurRadius }

  static let all =
    [0.5, 1, 2, 3.7, 6, 12, 20, 50, 100].map { sigma in
      Look(name: "blur-\(text(sigma))", values: VisualEffectValues(blurRadius: sigma))
    } + [
      Look(
        name: "fused-20",
        values: VisualEffectValues(
          blurRadius: 20, brightness: 0.1, contrast: 1.2, saturation: 1.5, grayscale: 0.2,
          hueRotation: 30, opacity: 0.75))
    ]

  private static func text(_ sigma: Double) -> String {
    sigma == sigma.rounded() ? "\(Int(sigma))" : "\(sigma)"
  }
}
