import GPUEffectsModel
package import GPUEffectsParity
import Testing

/// The cases that every executor must pass.
package enum ParitySuite {
  /// Cases on one kind of source, run by one test.
  package struct Group: Sendable, CustomStringConvertible {
    package let description: String
    package let cases: [ParityCase]
  }

  package static let sizes = [(1, 1), (5, 3), (33, 17), (600, 400)]
  package static let radii = [0, 0.3, 0.5, 1, 2, 3.7, 6, 12.5, 40]

  /// Blur as a full product of radii, edges, kernels, sizes, pictures, opaque
  /// and varying alpha, each to 8 and to 16 bits.
  package static let blur: [Group] = ParitySource.Picture.allCases.flatMap { picture in
    sizes.flatMap { width, height in
      [PixelFormat.Alpha.opaque, .straight].map { alpha in
        Group(
          description: "\(picture) \(width)x\(height) \(alpha)",
          cases: blurs(on: ParitySource(picture, width, height, alpha)))
      }
    }
  }

  private static func blurs(on source: ParitySource) -> [ParityCase] {
    EdgeMode.allCases.flatMap { edge in
      BlurKernel.allCases.flatMap { kernel in
        radii.flatMap { radius in
          let blur =
            radius > 0 ? Effect.Blur(radius: radius, kernel: kernel, edge: edge) : nil
          return [PixelFormat.Depth.unorm8, .unorm16].map { result in
            ParityCase(Effect(blur: blur), on: source, result: result)
          }
        }
      }
    }
  }

  /// Everything together: every pair of values of two factors occurs at least
  /// once. One group a seed.
  package static let combined: [Group] = (1...3).map { seed in
    Group(description: "combined \(seed)", cases: combinations(seed: seed))
  }

  private enum MaskKind: CaseIterable {
    case none, fade, step, noise

    func mask(width: Int, height: Int) -> Mask? {
      typealias Stop = LinearGradient.Stop
      switch self {
      case .none: return nil
      case .fade: return LinearGradient().mask(width: width, height: height)
      case .step:
        let stops = [Stop(alpha: 0.1, at: 0.2), Stop(alpha: 0.7, at: 0.5), Stop(alpha: 1, at: 0.5)]
        return LinearGradient(stops: stops, startPoint: .topLeading, endPoint: .bottomTrailing)
          .mask(width: width, height: height)
      case .noise:
        var random = SplitMix64(seed: 6)
        return Mask(
          width: width, height: height,
          values: (0..<(width * height)).map { _ in UInt16(truncatingIfNeeded: random.next()) })
      }
    }
  }

  private static func combinations(seed: UInt64) -> [ParityCase] {
    let brightness = [0, -0.25, 0.25]
    let contrast = [1, -1, 0, 1.4, 4]
    let saturation = [1, 0, 0.5, 1.8, 3]
    let grayscale = [0, 0.85, 1]
    let hue = [0.0, 37, 90, 180]
    let opacity = [1, 0.25, 0.75]
    let masks = MaskKind.allCases
    let edges = EdgeMode.allCases
    let kernels = BlurKernel.allCases
    let pictures = ParitySource.Picture.allCases
    let alphas = [PixelFormat.Alpha.opaque, .straight, .premultiplied]
    let depths = [PixelFormat.Depth.unorm8, .unorm16]
    let results = [PixelFormat.Depth.unorm8, .unorm16, .float32]
    let counts = [
      brightness.count, contrast.count, saturation.count, grayscale.count, hue.count,
      opacity.count, masks.count, radii.count, edges.count, kernels.count, pictures.count,
      sizes.count, alphas.count, depths.count, results.count, 2,
    ]
    return coveringArray(counts, seed: seed).map { row in
      let (width, height) = sizes[row[11]]
      let values = VisualEffectValues(
        blurRadius: radii[row[7]], brightness: brightness[row[0]], contrast: contrast[row[1]],
        saturation: saturation[row[2]], grayscale: grayscale[row[3]], hueRotation: hue[row[4]],
        opacity: opacity[row[5]])
      let effect = Effect(
        values, kernel: kernels[row[9]], edge: edges[row[8]],
        mask: masks[row[6]].mask(width: width, height: height))
      var source = ParitySource(pictures[row[10]], width, height, alphas[row[12]])
      source.depth = depths[row[13]]
      source.isGray = row[15] == 1
      return ParityCase(effect, on: source, result: results[row[14]])
    }
  }

  /// Each colour value alone, on the photo and on the stress image: a fault
  /// that a combination would clamp away shows here.
  package static let colors = Group(
    description: "single colour values",
    cases: [PixelFormat.Alpha.opaque, .straight].flatMap { alpha in
      [ParitySource.Picture.photo, .stress].flatMap { picture in
        singleValues.flatMap { values in
          [PixelFormat.Depth.unorm8, .unorm16].map { result in
            ParityCase(Effect(values), on: ParitySource(picture, 120, 80, alpha), result: result)
          }
        }
      }
    })

  private static let singleValues: [VisualEffectValues] =
    [-0.25, 0.25].map { VisualEffectValues(brightness: $0) }
    + [-1, 0, 1.4, 4].map { VisualEffectValues(contrast: $0) }
    + [0, 0.5, 1.8, 3].map { VisualEffectValues(saturation: $0) }
    + [0.85, 1].map { VisualEffectValues(grayscale: $0) }
    + [37, 90, 180].map { VisualEffectValues(hueRotation: $0) }
    + [0.25, 0.75].map { VisualEffectValues(opacity: $0) }
}

extension ParitySuite.Group: CustomTestStringConvertible {
  package var testDescription: String { description }
}
