import GPUEffectsModel
import GPUEffectsSceneFile

/// Rows that are drawn: the same for a seed on every machine.
package enum RandomRows {
  /// What their names begin with.
  package static let group = "random"

  /// `random/SEED-NUMBER`, an effect or a scene in turn.
  package static func row(seed: Int, number: Int) -> Row {
    var draw = Draw(SplitMix64(seed: UInt64(truncatingIfNeeded: seed &* 1_000_003 &+ number)))
    let name = "random/\(seed)-\(number)"
    return number % 2 == 0 ? effect(name, &draw) : scene(name, &draw)
  }

  /// The row of such a name.
  package static func row(named name: String) -> Row? {
    guard name.hasPrefix("random/") else { return nil }
    let numbers = name.dropFirst("random/".count).split(separator: "-").map { Int($0) }
    guard numbers.count == 2, let seed = numbers[0], let number = numbers[1] else { return nil }
    return row(seed: seed, number: number)
  }

  private static func effect(_ name: String, _ draw: inout Draw) -> Row {
    var source = ParitySource(
      draw.one(of: ParitySource.Picture.allCases), draw.number(1...90), draw.number(1...70),
      draw.one(of: [.opaque, .straight, .premultiplied]))
    source.isGray = draw.chance(0.2)
    source.depth = draw.chance(0.3) ? .unorm16 : .unorm8
    var look = Look()
    if draw.chance(0.8) {
      look.values.blurRadius = draw.hundredths(0.2, draw.one(of: [2, 8, 40]))
      look.edge = draw.one(of: EdgeMode.allCases)
      look.kernel = draw.one(of: BlurKernel.allCases)
      if draw.chance(0.2) { look.colorSpace = .linear }
    }
    if draw.chance(0.3) { look.values.brightness = draw.hundredths(-0.4, 0.4) }
    if draw.chance(0.3) { look.values.contrast = draw.hundredths(-1, 3) }
    if draw.chance(0.4) { look.values.saturation = draw.hundredths(0, 3) }
    if draw.chance(0.2) { look.values.grayscale = draw.hundredths(0, 1) }
    if draw.chance(0.3) { look.values.hueRotation = draw.hundredths(-360, 360) }
    if draw.chance(0.3) { look.values.opacity = draw.hundredths(0, 1) }
    if draw.chance(0.3) { look.mask = draw.one(of: Look.MaskPattern.allCases) }
    if look.mask != nil, draw.chance(0.3) { look.maskMode = .radius }
    var expectation = RowExpectation()
    expectation.depth = draw.one(of: [.unorm8, .unorm8, .unorm16])
    if expectation.depth == .unorm8, draw.chance(0.2) { look.dither = true }
    expectation.isRepeated = draw.chance(0.3)
    let isVariable = look.maskMode == .radius && look.values.blurRadius > 0
    let isDeep = expectation.depth == .unorm16 || source.depth == .unorm16
    // What a variable radius is allowed, gained by the colours after it.
    let gain = max(1, ColorMatrix(look.values).gain(opaque: source.alpha == .opaque))
    expectation.far =
      isVariable ? 4 * gain : expectation.depth == .unorm16 && isDeep ? 0.2 : 1
    return Row(name: name, work: .effect(look, on: source), expectation: expectation)
  }

  private static func scene(_ name: String, _ draw: inout Draw) -> Row {
    var scene = SceneRow(width: draw.number(12...56), height: draw.number(12...44), layers: "[]")
    scene.scale = draw.one(of: [1, 1, 1.5, 2])
    scene.background = draw.one(of: ["white", "black", "#8090a0", "clear"])
    if draw.chance(0.3) { scene.style = .dark }
    if draw.chance(0.5) { scene.kernel = .apple }
    var layers = ["{\"image\":\"\(draw.one(of: PatternPictures.names))\"}"]
    for _ in 0..<draw.number(1...4) { layers.append(layer(scene, depth: 0, &draw)) }
    scene.layers = "[" + layers.joined(separator: ",") + "]"
    var expectation = RowExpectation()
    let isClear = scene.background == "clear"
    expectation.depth = isClear ? .unorm16 : .unorm8
    expectation.isRepeated = draw.chance(0.3)
    return Row(name: name, work: .scene(scene), expectation: expectation)
  }

  private static func layer(_ scene: SceneRow, depth: Int, _ draw: inout Draw) -> String {
    var members: [String] = []
    let (width, height) = (Double(scene.width), Double(scene.height))
    let x = draw.tenths(-6, width * 0.6)
    let y = draw.tenths(-6, height * 0.6)
    members.append(
      "\"frame\":[\(shortest(x)),\(shortest(y)),\(shortest(draw.tenths(3, width))),"
        + "\(shortest(draw.tenths(3, height)))]")
    var group = false
    switch draw.number(0...6) {
    case 0: members.append("\"color\":\"\(draw.color())\"")
    case 1:
      members.append(
        "\"linearGradient\":{\"colors\":[\"\(draw.color())\",\"\(draw.color())\"],"
          + "\"startPoint\":\"\(draw.one(of: ["top", "leading", "topLeading"]))\","
          + "\"endPoint\":\"bottomTrailing\"}")
    case 2: members.append("\"image\":\"\(draw.one(of: PatternPictures.names))\"")
    case 3, 4:
      members.append(
        "\"backdrop\":{\"values\":{\"blurRadius\":\(shortest(draw.tenths(0, 9))),"
          + "\"saturation\":\(shortest(draw.tenths(0.2, 2)))}}")
    case 5:
      let style = draw.one(of: [
        "systemUltraThinMaterial", "systemMaterial", "systemChromeMaterial", "prominent",
      ])
      members.append("\"material\":{\"style\":\"\(style)\"}")
    default: group = true
    }
    if group {
      let sublayers = (0..<draw.number(1...2)).map { _ in
        depth < 2
          ? layer(scene, depth: depth + 1, &draw)
          : "{\"frame\":[1,1,8,6],\"color\":\"\(draw.color())\"}"
      }
      members.append("\"layers\":[\(sublayers.joined(separator: ","))]")
      if draw.chance(0.4) {
        members.append("\"effects\":{\"values\":{\"blurRadius\":\(shortest(draw.tenths(0, 5)))}}")
      }
      if draw.chance(0.4) { members.append("\"masksToBounds\":true") }
    }
    if draw.chance(0.4) {
      members.append("\"cornerRadius\":\(shortest(draw.tenths(0, 12)))")
      if draw.chance(0.5) { members.append("\"cornerCurve\":\"continuous\"") }
    }
    if draw.chance(0.2) {
      members.append("\"border\":{\"width\":1,\"color\":\"\(draw.color())\"}")
    }
    if draw.chance(0.2) {
      members.append(
        "\"shadow\":{\"radius\":\(shortest(draw.tenths(0, 5))),\"opacity\":0.5,\"offset\":[1,2]}")
    }
    if draw.chance(0.2) { members.append("\"opacity\":\(shortest(draw.tenths(0.1, 1)))") }
    return "{" + members.joined(separator: ",") + "}"
  }
}

/// Draws from a generator.
private struct Draw {
  private var random: SplitMix64

  init(_ random: SplitMix64) { self.random = random }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func chance(_ share: Double) -> Bool { Double(number(0...999)) < share * 1000 }

  mutating func one<T>(of values: [T]) -> T { values[number(0...(values.count - 1))] }

  mutating func tenths(_ low: Double, _ high: Double) -> Double {
    Double(number(Int(low * 10)...Int(high * 10))) / 10
  }

  mutating func hundredths(_ low: Double, _ high: Double) -> Double {
    Double(number(Int(low * 100)...Int(high * 100))) / 100
  }

  mutating func color() -> String {
    let digits = Array("0123456789abcdef")
    return "#" + String((0..<8).map { _ in one(of: digits) })
  }
}
