import GPUEffects
import GPUEffectsMeasuring

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

typealias Look = NamedLook

extension NamedLook {
  /// In pixels: every case is rendered at a scale of 1.
  var sigma: Double { values.blurRadius }

  static let all = [0.5, 1, 2, 3.7, 6, 12, 20, 50, 100].map(NamedLook.blur) + [.fused]
}
