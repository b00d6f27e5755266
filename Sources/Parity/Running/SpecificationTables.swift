package import GPUEffectsModel

/// Numbers of the specification that concern pixels, for all three executors.
package enum SpecificationTables {
  /// What colour values make of (200, 120, 60).
  package struct ColorRow: Sendable, CustomStringConvertible {
    package let values: VisualEffectValues
    /// Red, green and blue in levels of 255, before clamping.
    package let exact: [Double]
    /// After clamping and rounding.
    package let rounded: [Int]

    init(_ values: VisualEffectValues, _ exact: [Double], _ rounded: [Int]) {
      self.values = values
      self.exact = exact
      self.rounded = rounded
    }

    package var description: String { "\(exact)" }
  }

  package static let input: [UInt8] = [200, 120, 60]

  package static let colors = [
    ColorRow(.init(brightness: 0.18), [245.9, 165.9, 105.9], [246, 166, 106]),
    ColorRow(.init(brightness: -0.25), [136.25, 56.25, -3.75], [136, 56, 0]),
    ColorRow(.init(contrast: 1.4), [229, 117, 33], [229, 117, 33]),
    ColorRow(.init(contrast: 0), [127.5, 127.5, 127.5], [128, 128, 128]),
    ColorRow(.init(contrast: -1), [55, 135, 195], [55, 135, 195]),
    ColorRow(.init(saturation: 0), [132.676, 132.676, 132.676], [133, 133, 133]),
    ColorRow(.init(saturation: 0.5), [166.33, 126.34, 96.34], [166, 126, 96]),
    ColorRow(.init(saturation: 1.8), [253.82, 109.86, 1.86], [254, 110, 2]),
    ColorRow(.init(grayscale: 0.85), [142.77, 130.77, 121.77], [143, 131, 122]),
    ColorRow(.init(grayscale: 1), [132.676, 132.676, 132.676], [133, 133, 133]),
    ColorRow(.init(hueRotation: 37), [142.69, 139.66, 34.13], [143, 140, 34]),
    ColorRow(.init(hueRotation: 90), [60.00, 161.10, 65.37], [60, 161, 65]),
    ColorRow(.init(hueRotation: 180), [65.37, 145.35, 205.35], [65, 145, 205]),
    ColorRow(.init(brightness: 0.1, saturation: 1.4), [252.40, 140.43, 56.43], [252, 140, 56]),
    ColorRow(
      .init(brightness: 0.1, contrast: 1.2, saturation: 1.5, grayscale: 0.2, hueRotation: 30),
      [195.90, 168.96, 25.23], [196, 169, 25]),
    // 360 degrees is not neutral: the odd digit of red's row shows.
    ColorRow(.init(hueRotation: 360), [199.98, 120, 60], [200, 120, 60]),
  ]

  /// Alpha at the n-th row inside a long straight edge of an opaque image with
  /// transparent edges, radius 6.
  package static let coverage: [BlurKernel: [Int: Double]] = [
    .apple: [
      0: 0.5352, 1: 0.6046, 2: 0.6708, 3: 0.7322, 4: 0.7872, 6: 0.8757, 8: 0.9351, 10: 0.9705,
      12: 0.9891, 13: 0.9943, 15: 1, 20: 1,
    ],
    .gaussian: [
      0: 0.5332, 1: 0.5988, 2: 0.6617, 3: 0.7204, 4: 0.7736, 6: 0.8610, 8: 0.9220, 10: 0.9601,
      12: 0.9815, 16: 0.9971, 18: 0.9990,
    ],
  ]

  /// Half of the simulator's kernel for radius 6.
  package static let appleTaps = [
    0.07045, 0.06937, 0.06624, 0.06133, 0.05507, 0.04795, 0.04048, 0.03314, 0.02631, 0.02025,
    0.01512, 0.01094, 0.00768, 0.00523, 0.00345, 0.00221, 0, 0,
  ]

  /// What `executor` gets wrong in the tables, one line each; 8-bit colours
  /// may be a level off, 16-bit ones and coverage 0.2 beside the last digit.
  package static func deviations(of executor: ParityExecutor) throws -> [String] {
    var deviations: [String] = []
    func check(_ value: Double, _ expected: Double, within tolerance: Double, _ what: String) {
      if !(abs(value - expected) <= tolerance) {
        deviations.append("\(what): \(value) instead of \(expected)")
      }
    }
    let source = TestPattern.constant(3, 2, input, .opaque)
    for row in colors {
      let effect = Effect(row.values)
      let bytes = FloatImage(try executor(effect, source, .unorm8))
      let words = FloatImage(try executor(effect, source, .unorm16))
      for channel in 0..<3 {
        let exact = min(max(row.exact[channel], 0), 255)
        check(
          bytes[2, 1, channel] * 255, Double(row.rounded[channel]), within: 1.001, "8-bit \(row)")
        check(words[2, 1, channel] * 255, exact, within: 0.206, "16-bit \(row)")
      }
    }
    let white = TestPattern.constant(90, 90, [255, 255, 255, 255], .premultiplied)
    for (kernel, rows) in coverage {
      let blur = Effect.Blur(radius: 6, kernel: kernel, edge: .transparent)
      let result = FloatImage(try executor(Effect(blur: blur), white, .unorm16))
      for (row, alpha) in rows {
        for value in [result[45, row, 3], result[row, 45, 3], result[89 - row, 45, 0]] {
          check(value * 255, alpha * 255, within: 0.2 + 0.0255, "\(kernel) row \(row)")
        }
      }
    }
    // A line, so that one axis shows the taps themselves.
    let line = TestPattern.image(61, 5, .gray, .opaque) { x, _, _ in x == 30 ? 255 : 0 }
    let wide = line.converted(to: PixelFormat(.gray, .unorm16, .opaque))
    let blur = Effect.Blur(radius: 6, kernel: .apple, edge: .clamp)
    let result = FloatImage(try executor(Effect(blur: blur), wide, .unorm16))
    for (i, tap) in appleTaps.enumerated() {
      for x in [30 - i, 30 + i] {
        check(result[x, 2, 0] * 255, tap * 255, within: 0.2 + 0.0013, "tap \(i)")
      }
    }
    return deviations
  }
}
