import GPUEffectsModel
import GPUEffectsReference
import Glibc
import TestSupport
import Testing

/// The reference's blur against numbers and properties that don't come from
/// any implementation here.
@Suite struct ReferenceBlurTests {
  static let edges = EdgeMode.allCases

  static func blur(
    _ image: Image, _ radius: Double, _ kernel: BlurKernel = .gaussian, _ edge: EdgeMode = .clamp
  ) -> FloatImage {
    Reference.render(
      Effect(blur: Effect.Blur(radius: radius, kernel: kernel, edge: edge)), image)
  }

  @Test func appleImpulse() {
    let taps = SpecificationTables.appleTaps
    let result = Self.blur(TestPattern.impulse(61, 61, x: 30, y: 30), 6, .apple, .transparent)
    for (i, a) in taps.enumerated() {
      for (j, b) in taps.enumerated() {
        // Half of the last digit of either factor.
        #expect(abs(result[30 + i, 30 - j, 0] - a * b) <= 5e-6 * (a + b) + 1e-9)
      }
    }
  }

  @Test(arguments: [0.3, 0.5, 1, 2, 3.7, 6])
  func gaussianImpulse(sigma: Double) {
    let result = Self.blur(TestPattern.impulse(101, 101, x: 50, y: 50), sigma)
    func weight(_ i: Int) -> Double { exp(-Double(i * i) / (2 * sigma * sigma)) }
    let sum = (-60...60).reduce(0) { $0 + weight($1) }
    for (x, y) in [(50, 50), (51, 50), (48, 53), (50, 57), (62, 38)] {
      let expected = weight(x - 50) * weight(y - 50) / (sum * sum)
      #expect(abs(result[x, y, 0] - expected) < 1e-9)
    }
  }

  @Test(arguments: [0.7, 1, 2, 3.7, 6, 12.5])
  func secondMomentIsTheVariance(sigma: Double) {
    let row = Self.blur(TestPattern.impulse(201, 1, x: 100, y: 0), sigma, .gaussian, .clamp).values
    let moment = row.indices.reduce(0.0) { $0 + Double(($1 - 100) * ($1 - 100)) * row[$1] }
    #expect(abs(row.reduce(0, +) - 1) < 1e-12)
    #expect(abs(moment / (sigma * sigma) - 1) < 0.01)
  }

  @Test func appleIsNarrower() {
    let row = Self.blur(TestPattern.impulse(101, 1, x: 50, y: 0), 6, .apple).values
    let moment = row.indices.reduce(0.0) { $0 + Double(($1 - 50) * ($1 - 50)) * row[$1] }
    #expect(abs(moment.squareRoot() - 5.544) < 0.0006)
  }

  /// The tap past the cut comes in gradually: 2.5 x 2.5 = 6.25.
  @Test func appleFractionalTap() {
    let row = Self.blur(TestPattern.impulse(41, 1, x: 20, y: 0), 2.5, .apple).values
    func bell(_ x: Double) -> Double { exp(-x * x / (2 * 2.375 * 2.375)) }
    #expect(abs(row[20 + 6] / row[20] - bell(6)) < 1e-12)
    #expect(abs(row[20 + 7] / row[20] - 0.25 * bell(7)) < 1e-12)
    #expect(row[20 + 8] == 0)
  }

  @Test(arguments: BlurKernel.allCases)
  func impulseIsSymmetric(kernel: BlurKernel) {
    let result = Self.blur(TestPattern.impulse(41, 41, x: 20, y: 20), 3.7, kernel)
    for i in 0...20 {
      for j in 0...20 {
        let value = result[20 + i, 20 + j, 0]
        for other in [result[20 - i, 20 - j, 0], result[20 + j, 20 + i, 0]] {
          #expect(abs(value - other) < 1e-15)
        }
      }
    }
  }

  /// Blurring twice adds the variances.
  @Test func semigroup() {
    let noise = TestPattern.noise(64, 48, .gray, .opaque)
    let once = Self.blur(noise, 5, .gaussian, .mirror)
    let first = Self.blur(noise, 3, .gaussian, .mirror).image(.float32, .opaque)
    let twice = Self.blur(first, 4, .gaussian, .mirror)
    for (a, b) in zip(once.values, twice.values) { #expect(abs(a - b) < 1e-6) }
  }

  /// Alpha at the n-th row inside a long straight edge of an opaque image, to
  /// one unit of the table's last digit.
  @Test(arguments: BlurKernel.allCases)
  func transparentCoverage(kernel: BlurKernel) throws {
    let table = try #require(SpecificationTables.coverage[kernel])
    let white = TestPattern.constant(90, 90, [255, 255, 255, 255], .opaque)
    let result = Self.blur(white, 6, kernel, .transparent)
    for (row, alpha) in table {
      #expect(abs(result[45, row, 3] - alpha) <= 1e-4)
      #expect(abs(result[row, 45, 3] - alpha) <= 1e-4)
      #expect(abs(result[45, 89 - row, 3] - alpha) <= 1e-4)
      #expect(abs(result[45, row, 0] - result[45, row, 3]) < 1e-15)
    }
  }

  /// alpha(n) = Phi((n + 1/2) / sigma).
  @Test(arguments: [3.2, 6, 12.5])
  func coverageFollowsPhi(sigma: Double) {
    let white = TestPattern.constant(1, 200, [255, 255], .opaque)
    let result = Self.blur(white, sigma, .gaussian, .transparent)
    let middle = result[0, 100, 1]
    for row in 0..<40 {
      let phi = 0.5 * (1 + erf((Double(row) + 0.5) / sigma / 2.0.squareRoot()))
      // Divided by what the single column loses sideways.
      #expect(abs(result[0, row, 1] / middle - phi) < 1e-3)
    }
  }

  /// One row, [1, 0, 0] x 255, weights a, b, c, d at distances 0 to 3.
  @Test(arguments: edges)
  func edgesByHand(edge: EdgeMode) {
    let sigma = 0.8
    func w(_ i: Int) -> Double { exp(-Double(i * i) / (2 * sigma * sigma)) }
    let sum = (-9...9).reduce(0) { $0 + w($1) }
    func total(_ range: ClosedRange<Int>) -> Double { range.reduce(0) { $0 + w($1) } / sum }
    let result = Self.blur(TestPattern.impulse(3, 1, x: 0, y: 0), sigma, .gaussian, edge).values
    let expected: [Double]
    switch edge {
    case .clamp:
      // All positions up to 0 hold the impulse.
      expected = [total(0...9), total(1...9), total(2...9)]
    case .mirror:
      // ... 2 2 1 0 0 1 2 2 1 0 0 ...: positions 0, -1, 5, 6, -6, -7.
      func at(_ x: Int) -> Double {
        [-7, -6, -1, 0, 5, 6].reduce(0) { $0 + w($1 - x) } / sum
      }
      expected = [at(0), at(1), at(2)]
    case .normalized:
      expected = [
        w(0) / (w(0) + w(1) + w(2)), w(1) / (w(0) + 2 * w(1)), w(2) / (w(0) + w(1) + w(2)),
      ]
    case .transparent:
      // The single row loses its neighbours above and below.
      expected = [w(0), w(1), w(2)].map { $0 / sum * (w(0) / sum) }
    }
    for (a, b) in zip(result, expected) { #expect(abs(a - b) < 1e-8) }
  }

  @Test(arguments: [EdgeMode.clamp, .mirror, .normalized], BlurKernel.allCases)
  func constantStaysConstant(edge: EdgeMode, kernel: BlurKernel) {
    for (width, height) in [(1, 1), (5, 3), (33, 17)] {
      for radius in [0.3, 2, 40] {
        let source = TestPattern.constant(width, height, [10, 100, 200, 255], .opaque)
        let result = Self.blur(source, radius, kernel, edge)
        let original = FloatImage(source)
        for (a, b) in zip(result.values, original.values) { #expect(abs(a - b) < 1e-12) }
      }
    }
  }

  /// Colour of transparent pixels never bleeds: red stays red.
  @Test(arguments: edges)
  func redBesideTransparentStaysRed(edge: EdgeMode) {
    let source = TestPattern.image(24, 9, .rgba, .straight) { x, _, channel in
      let red: [UInt8] = [255, 0, 0, 255]
      let hiddenGreen: [UInt8] = [0, 255, 0, 0]
      return x < 12 ? red[channel] : hiddenGreen[channel]
    }
    let result = Self.blur(source, 3, .gaussian, edge)
    for pixel in stride(from: 0, to: result.values.count, by: 4) {
      let (red, alpha) = (result.values[pixel], result.values[pixel + 3])
      #expect(abs(red - alpha) < 1e-15)
      #expect(result.values[pixel + 1] == 0)
    }
    #expect(result[20, 4, 3] > 0 && result[20, 4, 3] < 0.1)
  }

  /// A plain sum over the plane, without separation, padding or transposition.
  @Test(arguments: edges, BlurKernel.allCases)
  func agreesWithAPlainDoubleSum(edge: EdgeMode, kernel: BlurKernel) {
    let (width, height, radius) = (7, 5, 1.7)
    let source = TestPattern.stress(width, height, .rgba, .premultiplied)
    let pixels = FloatImage(source)
    let result = Self.blur(source, radius, kernel, edge)
    func weight(_ i: Int) -> Double {
      let d = Double(abs(i))
      switch kernel {
      case .gaussian: return exp(-d * d / (2 * radius * radius))
      case .apple:
        // floor(2.5 x 1.7) = 4, and 0.25 of the fifth.
        return (d <= 4 ? 1 : d == 5 ? 0.25 : 0) * exp(-d * d / (2 * 1.615 * 1.615))
      }
    }
    func inside(_ i: Int, _ count: Int) -> Int? {
      if (0..<count).contains(i) { return i }
      switch edge {
      case .clamp: return i < 0 ? 0 : count - 1
      case .mirror:
        let phase = ((i % (2 * count)) + 2 * count) % (2 * count)
        return phase < count ? phase : 2 * count - 1 - phase
      default: return nil
      }
    }
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<4 {
          var (sum, total) = (0.0, 0.0)
          for j in -14...14 {
            for i in -14...14 {
              let w = weight(i) * weight(j)
              if let px = inside(x + i, width), let py = inside(y + j, height) {
                sum += w * pixels[px, py, channel]
                total += w
              } else if edge != .normalized {
                total += w
              }
            }
          }
          #expect(abs(result[x, y, channel] - sum / total) < 1e-9)
        }
      }
    }
  }

  @Test func tinyRadiusChangesNothing() {
    let source = TestPattern.stress(9, 9, .rgb, .opaque)
    for radius in [1e-200, 1e-6, 0.05] {
      for kernel in BlurKernel.allCases {
        let result = Self.blur(source, radius, kernel).values
        let worst = zip(result, FloatImage(source).values).map { abs($0 - $1) }.max()
        #expect((worst ?? 1) < 1e-80)
      }
    }
  }
}
