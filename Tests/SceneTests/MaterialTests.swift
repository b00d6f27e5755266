import GPUEffectsModel
import TestSupport
import Testing

/// SEMANTICS' tables of UIBlurEffect and UIVibrancyEffect.
struct MaterialTests {
  static let backdrops = MaterialSwatches.backdrops
  static let measured = MaterialSwatches.measured

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
