import GPUEffects
import GPUEffectsModel
import TestSupport
import Testing

struct ShadowAndMaskTests {
  private let lightGray = Color(red: 2.0 / 3, green: 2.0 / 3, blue: 2.0 / 3)

  /// A surface that shows nothing but its shadow.
  private func surface(_ frame: Rect, _ shadow: Shadow, radius: Double = 0) -> Layer {
    Layer(
      frame: frame,
      content: .backdrop(
        VisualEffect(values: VisualEffectValues(), blurOverridesOpacity: false)),
      cornerRadius: radius, shadow: shadow)
  }

  /// SEMANTICS' table: distances outside the edge, far from corners, over white.
  @Test func shadowOfAFloatingView() throws {
    // The edge lies at the centre of column 50.
    let frame = Rect(x: 50.5, y: -100, width: 200, height: 300)
    let levels = try rendered(
      [surface(frame, Shadow(color: lightGray, radius: 4, opacity: 0.4))], on: .test(100, 60))
    for (distance, grey) in [
      (-8, 221.8), (-4, 226.4), (0, 238.0), (2, 244.5), (4, 249.6), (8, 254.2), (12, 255.0),
    ] { expectNear([levels[50 - distance, 30][0]], [grey], within: 1.5, "\(distance)") }
    // Of sigma in points: at scale 2 twice as many pixels.
    let double = try rendered(
      [surface(frame, Shadow(color: lightGray, radius: 4, opacity: 0.4))],
      on: .test(100, 60, scale: 2))
    expectNear([double[100 - 8, 60][0]], [249.6], within: 1.5)
  }

  @Test func aShadowIsCastAsideAndSeenByItsSurface() throws {
    var layer = surface(
      Rect(x: 10, y: 10, width: 20, height: 20),
      Shadow(color: .black, radius: 0, opacity: 0.5, offset: Point(x: 5, y: 7)))
    let plain = try rendered([layer], on: .test(60, 60))
    #expect(plain[14, 20] == [255, 255, 255])
    expectNear([plain[34, 36][0]], [127.5], within: 0.01)
    expectNear([plain[20, 20][0]], [127.5], within: 0.01, "it isn't knocked out")
    // The surface inverts what lies below, the shadow with it.
    layer.content = .backdrop(
      VisualEffect(values: VisualEffectValues(contrast: -1), blurOverridesOpacity: false))
    let inverted = try rendered([layer], on: .test(60, 60))
    #expect(inverted[12, 12] == [0, 0, 0])
    expectNear([inverted[20, 20][0]], [127.5], within: 0.01)
  }

  /// The rounded blurred view: the container's shadow is that of its child.
  @Test func aContainersShadowIsThatOfItsContent() throws {
    let child = Layer(
      frame: Rect(x: 10, y: 10, width: 40, height: 40),
      content: .material(Material(style: .extraLight)), cornerRadius: 12)
    let container = Layer(
      shadow: Shadow(color: .black, radius: 2, opacity: 1), layers: [child])
    var own = child
    own.shadow = container.shadow
    #expect(try rendered([container], on: .test(60, 60)) == rendered([own], on: .test(60, 60)))
  }

  // MARK: Masks

  @Test func gradientRows() throws {
    var band = Layer(
      frame: Rect(x: 0, y: 10, width: 8, height: 54), content: .color(.black),
      mask: .linearGradient(ColorGradient(colors: [.black, .clear])))
    let levels = try rendered([band], on: .test(8, 74))
    for row in 0..<54 {
      let alpha = 1 - (Double(row) + 0.5) / 54
      #expect(abs(1 - levels[4, 10 + row][0] / 255 - alpha) < 5e-5, "\(row)")
    }
    #expect(levels[4, 9] == [255, 255, 255] && levels[4, 64] == [255, 255, 255])
    // The seed's band: (1 - a) sharp + a blurred, on rows of equal colour.
    band.content = .backdrop(
      VisualEffect(values: VisualEffectValues(brightness: -0.4), blurOverridesOpacity: false))
    let faded = try rendered([band], on: .test(8, 74))
    for row in [0, 13, 26, 53] {
      let alpha = 1 - (Double(row) + 0.5) / 54
      expectNear([faded[4, 10 + row][0]], [255 - 0.4 * alpha * 255], within: 0.02)
    }
  }

  @Test func masksMultiplyAndEndAtTheirFrame() throws {
    let fade = LayerMask.linearGradient(
      ColorGradient(colors: [gray(0, alpha: 0.5), gray(0, alpha: 0.5)]))
    var hole = Layer(frame: Rect(x: 4, y: 4, width: 8, height: 8), content: .color(.black))
    hole.opacity = 0.5
    let layer = Layer(mask: fade, layers: [Layer(content: .color(.black), mask: .layer(hole))])
    let levels = try rendered([layer], on: .test(16, 16))
    expectNear(levels[8, 8], [191.25, 191.25, 191.25], within: 0.02)
    #expect(levels[3, 8] == [255, 255, 255] && levels[12, 8] == [255, 255, 255])
  }

  /// Half of the light passes a group at half opacity, whatever lies in it.
  @Test func opacityIsOfTheWholeGroup() throws {
    let plates = (0..<2).map {
      Layer(
        frame: Rect(x: Double($0) * 4, y: 0, width: 8, height: 8), content: .color(.black))
    }
    let levels = try rendered(
      [Layer(opacity: 0.5, layers: plates)], on: .test(12, 8))
    for x in 0..<12 { expectNear(levels[x, 4], [127.5, 127.5, 127.5], within: 0.01) }
  }

  // MARK: Radius by mask

  /// Where the mask is 0 nothing is blurred; colour applies in full.
  @Test func theMaskScalesTheRadius() throws {
    let stripes = (0..<40).map {
      Layer(frame: Rect(x: 0, y: Double(2 * $0), width: 40, height: 1), content: .color(.black))
    }
    let surface = Layer(
      content: .backdrop(
        VisualEffect(
          values: VisualEffectValues(blurRadius: 8, brightness: 0.1),
          blurInsets: EdgeInsets(top: -40, left: -40, bottom: -40, right: -40),
          blurOverridesOpacity: false, maskMode: .radius)),
      mask: .linearGradient(
        ColorGradient(
          stops: [
            .init(color: .black, location: 0), .init(color: .black, location: 0.4),
            .init(color: .clear, location: 0.6),
          ])))
    let levels = try rendered(stripes + [surface], on: .test(40, 80))
    for y in [64, 70, 76] {
      expectNear([levels[20, y][0]], [25.5], within: 0.1)
      expectNear([levels[20, y + 1][0]], [255], within: 0.1)
    }
    for y in [25, 26, 30] { expectNear([levels[20, y][0]], [153], within: 1.5) }
  }
}
