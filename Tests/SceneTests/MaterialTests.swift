import GPUEffectsModel
import Testing

/// SEMANTICS' tables of UIBlurEffect and UIVibrancyEffect.
struct MaterialTests {
  static let backdrops: [(Double, Double, Double)] = [
    (0, 0, 0), (255, 255, 255), (128, 128, 128), (64, 64, 64), (191, 191, 191), (255, 0, 0),
    (0, 255, 0), (0, 0, 255), (200, 120, 60), (60, 140, 160), (180, 150, 140),
  ]

  /// Measured on the simulator, in the order of `backdrops`.
  static let measured: [(BlurEffect.Style, [(Double, Double, Double)])] = [
    (
      .systemUltraThinMaterialLight,
      [
        (88.7, 88.7, 88.7), (245, 245, 245), (169.3, 169.3, 169.3), (130, 130, 130),
        (209.3, 209.3, 209.3), (234, 93, 93), (101.6, 244, 101.6), (90, 90, 230.3),
        (210.7, 166.3, 133), (131.3, 176, 187.3), (201.3, 184, 179.3),
      ]
    ),
    (
      .systemThinMaterialLight,
      [
        (141.1, 141.2, 141.2), (245.1, 245.1, 245.2), (200.3, 200.4, 200.3), (175.1, 175.2, 175.2),
        (222.2, 222.2, 222.2), (254.9, 141.2, 141.2), (120.1, 254.9, 120.2), (141.1, 141.2, 254.9),
        (239.1, 195.8, 163.2), (165.1, 208, 218.2), (222.5, 208, 202),
      ]
    ),
    (
      .systemMaterialLight,
      [
        (196.1, 197.9, 196.1), (244.8, 245, 244.9), (222.2, 223.9, 222.2), (207.9, 208, 208),
        (237.1, 238.9, 237.1), (254.9, 185.8, 185.8), (167, 254.9, 167), (192.1, 192.1, 254.9),
        (251, 220.1, 197.9), (198.1, 228, 236.9), (240.8, 228, 224.2),
      ]
    ),
    (
      .systemThickMaterialLight,
      [
        (234, 234, 234), (246, 246, 246), (243, 243, 243), (237, 237, 237), (246, 246, 246),
        (254.9, 225.9, 225.9), (213.9, 254.9, 213.9), (231, 231, 254.9), (254.9, 240.9, 231),
        (231, 243.9, 249), (249, 243, 243),
      ]
    ),
    (
      .systemChromeMaterialLight,
      [
        (178, 179.2, 178), (247, 247.6, 247), (239.6, 239.6, 239.6), (210.2, 211, 210.1),
        (254.9, 254.9, 254.9), (254.9, 190.6, 190.6), (203.6, 254.9, 203.6), (182.2, 182.2, 252.6),
        (254.9, 238.2, 221.6), (221.6, 243.2, 247.6), (254.9, 247, 244.6),
      ]
    ),
    (
      .systemUltraThinMaterialDark,
      [
        (31.8, 31.8, 31.8), (176.8, 176.8, 176.8), (100, 100, 100), (63.4, 63.4, 63.4),
        (137.8, 137.8, 137.8), (168.8, 29, 29), (32, 172.6, 32), (30.2, 30.3, 169), (139, 95, 61.8),
        (63, 107.8, 118.8), (128.2, 112.3, 107.8),
      ]
    ),
    (
      .systemThinMaterialDark,
      [
        (32, 32, 32), (125.8, 125.8, 125.8), (76, 76, 76), (55.8, 55.9, 55.9), (98.1, 98.1, 98.1),
        (159.1, 21.9, 21.9), (0.1, 133, 0.1), (27.8, 27.9, 165.1), (114, 70, 38), (40, 83.8, 94.1),
        (98.1, 82, 78),
      ]
    ),
    (
      .systemMaterialDark,
      [
        (31.8, 31.8, 31.8), (84, 84, 84), (63.8, 63.8, 63.8), (53.8, 53.8, 53.8),
        (71.8, 71.8, 71.8), (126, 30.2, 30.3), (2, 97.6, 2), (32.2, 32.2, 128.3), (90, 59.8, 37.8),
        (39.8, 69.8, 75.8), (75.8, 65.8, 61.8),
      ]
    ),
    (
      .systemThickMaterialDark,
      [
        (30, 30, 30), (36, 36, 36), (42, 42, 42), (39, 39, 39), (42, 42, 42), (75.4, 30, 30),
        (9, 54.5, 9), (30, 30, 77.1), (54.4, 39, 30), (30, 45.5, 48.4), (48.4, 42, 39),
      ]
    ),
    (
      .systemChromeMaterialDark,
      [
        (18, 19.2, 19.1), (87.8, 87.9, 87.8), (74.8, 75.2, 74.8), (58.1, 59.9, 58.2),
        (79.8, 80.2, 79.8), (156.1, 28, 28), (0.1, 114, 0.1), (24.1, 24.2, 152.6),
        (108.9, 69.7, 39), (42.1, 82.8, 92.8), (90.8, 74.7, 69.9),
      ]
    ),
    (
      .light,
      [
        (77, 77, 77), (255, 255, 255), (167, 167, 167), (121, 121, 121), (210, 210, 210),
        (255, 77, 77), (77, 255, 77), (77, 77, 255), (254.8, 154, 78.9), (83.3, 183, 208),
        (217, 178, 165),
      ]
    ),
    (
      .extraLight,
      [
        (198, 198, 198), (249, 249, 249), (223, 223, 223), (211, 211, 211), (236, 236, 236),
        (249, 198, 198), (198, 249, 198), (198, 198, 249), (249, 220, 198), (199, 228, 235),
        (237, 227, 223),
      ]
    ),
    (
      .dark,
      [
        (20, 20, 20), (89, 89, 89), (55, 55, 55), (38, 38, 38), (72, 72, 72), (89, 20, 20),
        (20, 89, 20), (20, 20, 89), (89, 50, 21), (23, 62, 72), (74, 59, 54),
      ]
    ),
  ]

  @Test(arguments: measured)
  func swatches(style: BlurEffect.Style, swatches: [(Double, Double, Double)]) {
    let recipe = MaterialRecipe(style)
    let tolerance = recipe.tint == nil ? 3.0 : 2
    for (backdrop, swatch) in zip(Self.backdrops, swatches) {
      let result = recipe.color(
        of: Color(red: backdrop.0 / 255, green: backdrop.1 / 255, blue: backdrop.2 / 255))
      #expect(abs(result.red * 255 - swatch.0) < tolerance)
      #expect(abs(result.green * 255 - swatch.1) < tolerance)
      #expect(abs(result.blue * 255 - swatch.2) < tolerance)
      #expect(result.alpha == 1)
    }
  }

  @Test func workedExample() {
    // 200, 120, 60 under the light system material: 250.8, 220.8, 198.3.
    let recipe = MaterialRecipe(.systemMaterialLight)
    let result = recipe.color(of: Color(red: 200.0 / 255, green: 120.0 / 255, blue: 60.0 / 255))
    #expect(abs(result.red * 255 - 250.8) < 0.06)
    #expect(abs(result.green * 255 - 220.8) < 0.06)
    #expect(abs(result.blue * 255 - 198.3) < 0.06)
    #expect(abs((recipe.curve?.value(at: 0.52029) ?? 0) - 0.87262) < 1e-5)
  }

  @Test(
    arguments: [
      (.systemMaterialLight, [0.9, 0.8727, 0.8725, 0.8648, 0.815]),
      (.systemMaterialDark, [0.16, 0.1928, 0.1675, 0.1234, 0.1]),
      (.systemChromeMaterialLight, [0.8, 0.8848, 0.9531, 0.9512, 0.825]),
    ] as [(BlurEffect.Style, [Double])])
  func luminanceCurve(style: BlurEffect.Style, values: [Double]) {
    let curve = MaterialRecipe(style).curve
    for (index, value) in values.enumerated() {
      #expect(abs((curve?.value(at: Double(index) / 4) ?? -1) - value) < 5.1e-5)
    }
  }

  @Test(
    arguments: [
      (.systemUltraThinMaterial, .light, 22.5, 170), (.systemThinMaterial, .light, 30, 200),
      (.systemMaterial, .light, 30, 223), (.systemThickMaterial, .light, 45, 243),
      (.systemChromeMaterial, .light, 22.5, 240), (.systemUltraThinMaterial, .dark, 22.5, 100),
      (.systemThinMaterial, .dark, 30, 76), (.systemMaterial, .dark, 30, 64),
      (.systemThickMaterial, .dark, 45, 42), (.systemChromeMaterial, .dark, 22.5, 75),
      (.regular, .light, 30, 166), (.prominent, .light, 20, 247), (.regular, .dark, 20, 27),
      (.prominent, .dark, 20, 27), (.light, .dark, 30, 166), (.extraLight, .dark, 20, 247),
    ] as [(BlurEffect.Style, InterfaceStyle, Double, Double)])
  func radiusAndFallback(
    style: BlurEffect.Style, interface: InterfaceStyle, radius: Double, level: Double
  ) {
    let recipe = MaterialRecipe(style, interface: interface)
    #expect(recipe.blurRadius == radius)
    #expect(abs(recipe.fallback.red * 255 - level) < 1.5)
    #expect(recipe.fallback.alpha == 1)
    #expect(recipe.blursFirst == (style.rawValue < 6))
  }

  @Test func rawValuesAreUIKits() {
    #expect(BlurEffect.Style.allCases.map(\.rawValue) == [0, 1, 2] + Array(4...20))
    #expect(BlurEffect.Style.systemChromeMaterialDark.rawValue == 20)
  }

  @Test func namesAndAliases() {
    for style in BlurEffect.Style.allCases { #expect(BlurEffect.Style(named: style.name) == style) }
    #expect(BlurEffect.Style(named: "regularMaterial") == .systemMaterial)
    #expect(BlurEffect.Style(named: "bar") == .systemChromeMaterial)
    #expect(BlurEffect.Style(named: "regular") == .regular)
    #expect(BlurEffect.Style(named: "ultraThinMaterial") == .systemUltraThinMaterial)
    #expect(BlurEffect.Style(named: "ultraThickMaterial") == nil)
    #expect(BlurEffect.Style(named: "thin") == nil)
  }

  @Test func interfaceResolvesStyles() {
    #expect(BlurEffect.Style.systemThinMaterial.resolved(for: .light) == .systemThinMaterialLight)
    #expect(
      BlurEffect.Style.systemChromeMaterial.resolved(for: .dark) == .systemChromeMaterialDark)
    #expect(
      BlurEffect.Style.systemThinMaterialLight.resolved(for: .dark) == .systemThinMaterialLight)
    #expect(BlurEffect.Style.regular.resolved(for: .dark) == .dark)
    #expect(BlurEffect.Style.prominent.resolved(for: .light) == .extraLight)
    #expect(BlurEffect.Style.prominent.tone(for: .dark) == .dark)
    #expect(BlurEffect.Style.light.tone(for: .dark) == .light)
  }

  @Test(
    arguments: [
      (0, 0, 0, 16, 16, 16, 128, 128, 128), (32, 32, 32, 28, 28, 28, 144, 144, 144),
      (64, 64, 64, 40, 40, 40, 160, 160, 160), (127, 127, 127, 64, 64, 64, 191, 191, 191),
      (196, 196, 196, 89, 89, 89, 226, 226, 226), (222, 222, 222, 99, 99, 99, 238, 238, 238),
      (245, 245, 245, 108, 108, 108, 250, 250, 250), (255, 255, 255, 112, 112, 112, 255, 255, 255),
      (83, 183, 208, 0, 128, 179, 78, 253, 255), (200, 120, 60, 193, 33, 0, 255, 166, 61),
    ] as [(Double, Double, Double, Double, Double, Double, Double, Double, Double)])
  func vibrancy(
    r: Double, g: Double, b: Double, lightR: Double, lightG: Double, lightB: Double, darkR: Double,
    darkG: Double, darkB: Double
  ) {
    func check(_ tone: InterfaceStyle, _ expected: [Double]) {
      let m = VibrancyEffect.matrix(for: tone).elements
      for row in 0..<3 {
        let value = m[4 * row] * r + m[4 * row + 1] * g + m[4 * row + 2] * b + m[4 * row + 3] * 255
        #expect(abs(min(max(value, 0), 255) - expected[row]) < 1)
      }
    }
    check(.light, [lightR, lightG, lightB])
    check(.dark, [darkR, darkG, darkB])
  }

  @Test func vibrancyLevels() {
    #expect(
      VibrancyEffect.Style.allCases.map(\.level) == [1, 0.6, 0.3, 0.18, 0.2, 0.16, 0.12, 0.3])
  }
}
