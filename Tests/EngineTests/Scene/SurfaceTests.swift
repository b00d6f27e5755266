import GPUEffects
import TestSupport
import Testing

@testable import GPUEffectsModel

/// SEMANTICS' numbers through the whole pipeline: scene, plan, pixels.
struct SurfaceTests {
  // MARK: Materials

  @Test(arguments: MaterialSwatches.measured)
  func swatches(style: BlurEffect.Style, swatches: [(Double, Double, Double)]) throws {
    let isLegacy = [.light, .extraLight, .dark].contains(style)
    for (backdrop, measured) in zip(MaterialSwatches.backdrops, swatches) {
      let color = Color(
        red: backdrop.0 / 255, green: backdrop.1 / 255, blue: backdrop.2 / 255)
      let levels = try rendered(
        [Layer(content: .color(color)), Layer(content: .material(Material(style: style)))],
        on: .test(24, 24))
      for place in [(0, 0), (12, 12), (23, 5)] {
        expectNear(
          levels[place.0, place.1], [measured.0, measured.1, measured.2],
          within: isLegacy ? 2 : 3, "\(style) on \(backdrop)")
      }
    }
  }

  /// Nothing beyond the frame counts, so a frame over one colour is flat to
  /// its very edge, on whole pixels and between them.
  @Test(arguments: [20.0, 20.5, 20.125])
  func materialsEndAtTheirFrame(left: Double) throws {
    let levels = try rendered(
      [
        Layer(
          frame: Rect(x: 20, y: 0, width: 40, height: 80), content: .color(gray(128))),
        Layer(
          frame: Rect(x: left, y: 10, width: 60 - left, height: 60),
          content: .material(Material(style: .systemUltraThinMaterialDark))),
      ], on: .test(80, 80, background: .white))
    for x in [21, 40, 59] { expectNear(levels[x, 40], [99.9, 99.9, 99.9], within: 0.4, "\(x)") }
    #expect(levels[10, 40] == [255, 255, 255] && levels[61, 40] == [255, 255, 255])
  }

  // MARK: Vibrancy

  @Test(arguments: [
    ((0.0, 0.0, 0.0), (16.0, 16.0, 16.0), (128.0, 128.0, 128.0)),
    ((64, 64, 64), (40, 40, 40), (160, 160, 160)),
    ((127, 127, 127), (64, 64, 64), (191, 191, 191)),
    ((245, 245, 245), (108, 108, 108), (250, 250, 250)),
    ((83, 183, 208), (0, 128, 179), (78, 253, 255)),
    ((200, 120, 60), (193, 33, 0), (255, 166, 61)),
  ])
  func vibrancy(
    below: (Double, Double, Double), light: (Double, Double, Double),
    dark: (Double, Double, Double)
  ) throws {
    let color = Color(red: below.0 / 255, green: below.1 / 255, blue: below.2 / 255)
    for (tone, expected) in [(InterfaceStyle.light, light), (.dark, dark)] {
      let label = ResolvedLayer.plate(
        Rect(x: 2, y: 2, width: 4, height: 4), gray(77),
        vibrancy: ResolvedVibrancy(matrix: VibrancyEffect.matrix(for: tone), level: 1))
      let frame = SceneFrame(
        size: Size(width: 8, height: 8), scale: 1, background: color, kernel: .gaussian,
        layers: [label])
      let levels = Levels(try sceneRenderer().render(frame))
      expectNear(
        levels[3, 3], [expected.0, expected.1, expected.2], within: 1, "\(below) \(tone)")
      expectNear(levels[1, 1], [below.0, below.1, below.2], within: 0.01)
    }
  }

  /// A level is a factor on the label's alpha; under Reduce Transparency the
  /// label has its own colour.
  @Test func vibrancyOnAMaterial() throws {
    func label(_ vibrancy: VibrancyEffect.Style?, reduces: Bool = false) throws -> [Double] {
      let label = Layer(
        frame: Rect(x: 4, y: 4, width: 8, height: 8), content: .color(gray(30)),
        vibrancy: vibrancy)
      return try rendered(
        [
          Layer(content: .color(gray(128))),
          Layer(
            content: .material(
              Material(style: .systemMaterialDark, reduceTransparency: reduces)),
            layers: [label]),
        ], on: .test(16, 16))[8, 8]
    }
    // Grey g becomes .5 g + 127.5; the material is 64 there.
    let full = 0.5 * 64 + 127.5
    expectNear(try label(.label), [full, full, full], within: 1)
    let half = 64 + 0.6 * (full - 64)
    expectNear(try label(.secondaryLabel), [half, half, half], within: 1)
    expectNear(try label(.label, reduces: true), [30, 30, 30], within: 0.01)
  }

  // MARK: Reduce Transparency

  @Test func reducedTransparencyIsTheMeanColour() throws {
    let material = Material(style: .systemMaterialLight, reduceTransparency: true)
    let half = Layer(frame: Rect(x: 0, y: 0, width: 16, height: 32), content: .color(.black))
    let levels = try rendered([half, Layer(content: .material(material))], on: .test(32, 32))
    let expected = MaterialRecipe(.systemMaterialLight).color(of: gray(127.5))
    for x in [0, 15, 16, 31] {
      expectNear(
        levels[x, 16], [expected.red, expected.green, expected.blue].map { $0 * 255 },
        within: 0.01)
    }
    let nothing = try rendered(
      [Layer(content: .material(material))], on: .test(8, 8, background: .clear))
    expectNear(nothing[4, 4], [223, 223, 223, 255], within: 2)
  }

  // MARK: The package's backdrop

  /// The alpha of a surface's rim, told from black over white.
  private func rim(_ kernel: BlurKernel, insets: Double) throws -> [Double] {
    let values = VisualEffectValues(blurRadius: 6, brightness: -1)
    let surface = Layer(
      frame: Rect(x: 50, y: 50, width: 100, height: 100),
      content: .backdrop(
        VisualEffect(
          values: values,
          blurInsets: EdgeInsets(top: insets, left: insets, bottom: insets, right: insets),
          clippedBlur: true, blurOverridesOpacity: false)))
    let levels = try rendered([surface], on: .test(200, 200, kernel: kernel))
    return (0..<24).map { 1 - levels[100, 50 + $0][0] / 255 }
  }

  @Test func withoutInsetsTheRimFades() throws {
    let apple = try rim(.apple, insets: 0)
    for (row, alpha) in [
      (0, 0.5352), (1, 0.6046), (2, 0.6708), (3, 0.7322), (4, 0.7872), (6, 0.8757), (8, 0.9351),
      (10, 0.9705), (12, 0.9891), (13, 0.9943), (16, 1),
    ] { #expect(abs(apple[row] - alpha) < 0.001, "\(row): \(apple[row])") }
    let gaussian = try rim(.gaussian, insets: 0)
    for (row, alpha) in [
      (0, 0.5332), (1, 0.5988), (2, 0.6617), (3, 0.7204), (6, 0.8610), (12, 0.9815), (16, 0.9971),
      (18, 0.9990),
    ] { #expect(abs(gaussian[row] - alpha) < 0.001, "\(row): \(gaussian[row])") }
  }

  @Test func withInsetsTheRimIsSolid() throws {
    #expect(try rim(.apple, insets: -16).allSatisfy { abs($0 - 1) < 1e-4 })
    #expect(try rim(.gaussian, insets: -24).allSatisfy { abs($0 - 1) < 2e-4 })
  }

  /// Beyond the canvas its border goes on, or nothing is there.
  @Test(arguments: [(OffscreenEdge.clamp, 1.0), (.transparent, 0.5332)])
  func offscreenEdges(edge: OffscreenEdge, alpha: Double) throws {
    let surface = Layer(
      content: .backdrop(
        VisualEffect(
          values: VisualEffectValues(blurRadius: 6, brightness: -1),
          blurInsets: EdgeInsets(top: -40, left: -40, bottom: -40, right: -40),
          blurOverridesOpacity: false, offscreenEdge: edge)))
    let levels = try rendered([surface], on: .test(100, 100))
    #expect(abs(1 - levels[50, 0][0] / 255 - alpha) < 0.001)
  }

  @Test func clippingCutsAtTheFrame() throws {
    func levels(clipped: Bool) throws -> Levels {
      try rendered(
        [
          Layer(
            frame: Rect(x: 30, y: 30, width: 40, height: 40),
            content: .backdrop(
              VisualEffect(
                values: VisualEffectValues(blurRadius: 4, brightness: -1), clippedBlur: clipped,
                blurOverridesOpacity: false)))
        ], on: .test(100, 100))
    }
    #expect(try levels(clipped: true)[50, 29] == [255, 255, 255])
    // Outside as much fades out as is missing inside.
    let open = try levels(clipped: false)
    expectNear([open[50, 29][0] + open[50, 30][0]], [255], within: 0.5)
  }

  // MARK: Stacks

  @Test func surfacesSeeThoseBelowThem() throws {
    func darker(_ amount: Double) -> Layer {
      Layer(
        content: .backdrop(
          VisualEffect(
            values: VisualEffectValues(brightness: amount), blurOverridesOpacity: false)))
    }
    let levels = try rendered([darker(-0.2), darker(-0.3)], on: .test(8, 8))
    expectNear(levels[4, 4], [127.5, 127.5, 127.5], within: 0.01)
  }

  /// There are no backdrop roots: in a group the canvas shows too.
  @Test func groupsHideNothingFromABackdrop() throws {
    let inverted = Layer(
      content: .backdrop(
        VisualEffect(values: VisualEffectValues(contrast: -1), blurOverridesOpacity: false)))
    let plate = Layer(
      frame: Rect(x: 0, y: 0, width: 4, height: 8), content: .color(gray(55)))
    let group = Layer(opacity: 0.5, layers: [plate, inverted])
    let levels = try rendered(
      [Layer(content: .color(gray(155))), group], on: .test(8, 8))
    // Left: 55 became 200, at half over 155. Right: 155 became 100.
    expectNear(levels[1, 4], [177.5, 177.5, 177.5], within: 0.01)
    expectNear(levels[6, 4], [127.5, 127.5, 127.5], within: 0.01)
  }
}

extension ResolvedLayer {
  /// A plain layer.
  fileprivate static func plate(
    _ frame: Rect, _ color: Color, vibrancy: ResolvedVibrancy? = nil
  ) -> ResolvedLayer {
    ResolvedLayer(
      id: nil, frame: frame, opacity: 1, content: .color(color),
      corners: Corners(radius: 0, curve: .circular, in: frame.size), clipsSublayers: false,
      border: nil, shadow: nil, mask: nil, effects: nil, vibrancy: vibrancy, sublayers: [])
  }
}
