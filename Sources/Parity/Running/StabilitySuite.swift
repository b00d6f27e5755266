package import GPUEffectsModel
import GPUEffectsReference
import Glibc

/// What must hold when a blur is animated or what lies under it moves. Each
/// check returns what is wrong, one sentence a finding.
package struct StabilitySuite {
  /// Renders a Gaussian blur of clamped edges.
  private let blur: (Image, Double, PixelFormat.Depth) throws -> Image
  private let photo: Image

  /// - Parameter photo: 8-bit RGB, 600 x 400 pixels or more.
  package init(photo: Image, _ executor: @escaping ParityExecutor) {
    self.photo = photo
    blur = { image, sigma, depth in
      try executor(
        Effect(blur: .init(radius: sigma, kernel: .gaussian, edge: .clamp)), image, depth)
    }
  }

  /// The pictures that the checks move and blur.
  private func pictures(_ width: Int, _ height: Int) -> [Image] {
    let photo = photo.cropped(columns: 200..<(200 + width), rows: 120..<(120 + height))
    return [photo, TestPattern.stress(width, height, .rgb, .opaque)]
  }

  // MARK: Sigma

  /// From sigma 0.1 to 120 in steps of 0.1, switches of the design included,
  /// no pixel changes by more than the true Gaussian does and 1.5 levels.
  ///
  /// - Parameter stride: only every such step, for a quicker look.
  package func sweep(every stride: Int = 1) throws -> [String] {
    var findings: [String] = []
    for (number, picture) in pictures(64, 48).enumerated() {
      var last: (result: [UInt8], truth: [Double])?
      for step in Swift.stride(from: 1, through: 1200, by: stride) {
        let sigma = Double(step) / 10
        let result = try blur(picture, sigma, .unorm8).pixels.withUnsafeBytes { Array($0) }
        let truth = Reference.render(
          Effect(blur: .init(radius: sigma, kernel: .gaussian, edge: .clamp)), picture
        ).values
        if let last {
          for i in result.indices {
            let change = abs(Double(result[i]) - Double(last.result[i]))
            let wanted = 255 * abs(truth[i] - last.truth[i])
            if change > wanted + 1.5 {
              findings.append(
                "picture \(number) jumps by \(change) levels at sigma \(sigma), sample \(i): "
                  + "the true Gaussian changes by \(wanted)")
              break
            }
          }
        }
        last = (result, truth)
      }
    }
    return findings
  }

  /// A blurred step looks as wide as its sigma, to 1 %, and wider for every
  /// larger one.
  package func steps() throws -> [String] {
    var findings: [String] = []
    var last = 0.0
    let step = TestPattern.image(640, 2, .gray, .opaque) { x, _, _ in x < 320 ? 0 : 255 }
    for quarter in 4...240 {
      let sigma = Double(quarter) / 4
      let values = FloatImage(try blur(step, sigma, .float32)).values[..<640]
      let fitted = Self.fittedSigma(Array(values))
      if abs(fitted / sigma - 1) > 0.01 {
        findings.append("a step at sigma \(sigma) looks like \(fitted)")
      }
      if fitted <= last { findings.append("the step at sigma \(sigma) isn't wider than before") }
      last = fitted
    }
    return findings
  }

  /// The standard deviation of a profile's slope. A sampled step is one pixel
  /// wide, which the centred differences take no part of.
  private static func fittedSigma(_ profile: [Double]) -> Double {
    var (sum, first, second) = (0.0, 0.0, 0.0)
    for x in 1..<profile.count {
      let slope = profile[x] - profile[x - 1]
      let position = Double(x) - Double(profile.count) / 2
      sum += slope
      first += slope * position
      second += slope * position * position
    }
    let mean = first / sum
    return (second / sum - mean * mean).squareRoot()
  }

  // MARK: Position

  private static let movedSigmas = [0.6, 1, 2.3, 3.7, 6, 12, 20]

  /// Content that moves by a pixel is blurred to the same pixels, moved, within
  /// a level, away from the borders.
  package func shifts() throws -> [String] {
    var findings: [String] = []
    for (number, picture) in pictures(300, 240).enumerated() {
      for sigma in Self.movedSigmas {
        let margin = Int(5 * sigma) + 2
        for (dx, dy) in [(1, 0), (0, 1), (3, 2)] {
          let still = try blur(picture.cropped(columns: 0..<296, rows: 0..<236), sigma, .unorm8)
          let moved = try blur(
            picture.cropped(columns: dx..<(296 + dx), rows: dy..<(236 + dy)), sigma, .unorm8)
          let worst = Self.worst(still, moved, dx: dx, dy: dy, margin: margin)
          if worst > 1 {
            findings.append(
              "picture \(number) moved by \(dx),\(dy) differs by \(worst) at \(sigma)")
          }
        }
      }
    }
    return findings
  }

  /// A window that shrinks by a pixel at a time changes no inner pixel by more
  /// than a level.
  package func crops() throws -> [String] {
    var findings: [String] = []
    for (number, picture) in pictures(300, 240).enumerated() {
      for sigma in Self.movedSigmas {
        let margin = Int(5 * sigma) + 18
        let whole = try blur(picture, sigma, .unorm8)
        for inset in 1...16 {
          let window = picture.cropped(
            columns: inset..<(300 - inset / 2), rows: (inset / 3)..<(240 - inset))
          let part = try blur(window, sigma, .unorm8)
          let worst = Self.worst(whole, part, dx: inset, dy: inset / 3, margin: margin)
          if worst > 1 {
            findings.append("picture \(number) cropped by \(inset) differs by \(worst) at \(sigma)")
          }
        }
      }
    }
    return findings
  }

  /// The largest difference of `a` at (x + dx, y + dy) and `b` at (x, y), at
  /// least `margin` pixels inside both.
  private static func worst(_ a: Image, _ b: Image, dx: Int, dy: Int, margin: Int) -> Int {
    let channels = a.format.channels.rawValue
    return a.pixels.withUnsafeBytes { first in
      b.pixels.withUnsafeBytes { second in
        var worst = 0
        for y in stride(from: margin, to: min(a.height - dy, b.height) - margin, by: 1) {
          for x in stride(from: margin, to: min(a.width - dx, b.width) - margin, by: 1) {
            for c in 0..<channels {
              let here = Int(first[((y + dy) * a.width + x + dx) * channels + c])
              worst = max(worst, abs(here - Int(second[(y * b.width + x) * channels + c])))
            }
          }
        }
        return worst
      }
    }
  }

  // MARK: Flat colours

  /// Flat images stay exactly what they are at any sigma.
  package func constants() throws -> [String] {
    var findings: [String] = []
    var sigma = 0.1
    while sigma < 500 {
      for level in [UInt8(0), 1, 77, 128, 254, 255] {
        let flat = TestPattern.constant(41, 29, [level, 255 - level, level / 2], .opaque)
        let result = try blur(flat, sigma, .unorm8)
        let isEqual = result.pixels.withUnsafeBytes { a in
          flat.pixels.withUnsafeBytes { b in a.elementsEqual(b) }
        }
        if !isEqual { findings.append("level \(level) changes at sigma \(sigma)") }
      }
      sigma *= 1.3
    }
    return findings
  }
}
