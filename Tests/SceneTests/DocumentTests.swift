import GPUEffectsModel
import Testing

struct DocumentTests {
  @Test(
    arguments: [
      ("#fff", [255, 255, 255, 255]), ("#1a2B3c", [26, 43, 60, 255]), ("#f008", [255, 0, 0, 136]),
      ("#ffffff59", [255, 255, 255, 89]), ("clear", [0, 0, 0, 0]), ("black", [0, 0, 0, 255]),
      ("white", [255, 255, 255, 255]),
    ] as [(String, [Double])])
  func colors(text: String, bytes: [Double]) {
    let color = Color(text)
    #expect(color.map { [$0.red, $0.green, $0.blue, $0.alpha] } == bytes.map { $0 / 255 })
  }

  @Test(arguments: ["", "#", "#12", "#12345", "#ggg", "#1234567", "red", "ffffff", "#１２３", "#-ff"])
  func noColors(text: String) { #expect(Color(text) == nil) }

  @Test func whiteToClearPassesThroughGrey() {
    let gradient = ColorGradient(colors: [.white, .clear])
    let middle = gradient.color(at: 0.5)
    #expect(middle == Color(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.5))
    #expect(gradient.color(at: -3) == .white && gradient.color(at: 3) == .clear)
    #expect(ColorGradient(stops: []).color(at: 0) == .clear)
  }

  @Test func gradientStopsAndSteps() {
    let gradient = ColorGradient(stops: [
      .init(color: .black, location: 0.2), .init(color: .clear, location: 0.5),
      .init(color: .white, location: 0.5), .init(color: .black, location: 0.1),
    ])
    #expect(gradient.stops.map(\.location) == [0.2, 0.5, 0.5, 0.5])
    #expect(gradient.color(at: 0) == .black && gradient.color(at: 0.6) == .black)
    #expect(abs(gradient.color(at: 0.35).alpha - 0.5) < 1e-12)
    #expect(ColorGradient(colors: [.black, .white, .clear]).stops.map(\.location) == [0, 0.5, 1])
  }

  /// SEMANTICS' band: 54 rows from black to clear.
  @Test func gradientRowsAsAMask() {
    let mask = ColorGradient(colors: [.black, .clear]).alpha.mask(width: 1, height: 54)
    for (row, alpha) in [(0, 0.99074), (13, 0.75), (26, 0.50926), (27, 0.49074), (53, 0.00926)] {
      #expect(abs(Double(mask.values[row]) / 65535 - alpha) < 1e-5)
    }
  }

  @Test func frameRates() {
    #expect(FrameRate("60") == FrameRate(60) && FrameRate(60.0) == .sixty)
    #expect(FrameRate("30000/1001") == FrameRate(30000, 1001))
    #expect(FrameRate("29.97") == FrameRate(2997, 100))
    #expect(FrameRate("120/2") == FrameRate(60))
    for text in ["", "0", "-1", "60/0", "a", "1/2/3", "nan", "inf", "1e9", "60/", "/1"] {
      #expect(FrameRate(text) == nil, "\(text)")
    }
  }

  @Test(arguments: [
    (1.6, "60", 96), (1.0, "30000/1001", 30), (10.0, "30000/1001", 300), (0.0, "60", 0),
    (0.008, "60", 0), (0.0084, "60", 1), (2.0, "29.97", 60), (100.1, "30000/1001", 3000),
  ])
  func frameCounts(duration: Double, rate: String, count: Int) {
    #expect(FrameRate(rate)?.frameCount(duration: duration) == count)
  }

  @Test func frameTimesAreTheWrittenDecimals() {
    let rate = FrameRate.sixty
    #expect(rate.time(ofFrame: 6) == 0.1 && rate.time(ofFrame: 42) == 0.7)
    let film = FrameRate(30000, 1001) ?? .sixty
    #expect(film.time(ofFrame: 30) == 1.001)
    for index in [0, 1, 6, 7, 59, 12345] {
      for rate in [rate, film] {
        let time = rate.time(ofFrame: index)
        #expect(rate.firstFrame(notBefore: time) == index)
        #expect(rate.firstFrame(notBefore: time.nextUp) == index + 1)
      }
    }
    #expect(rate.firstFrame(notBefore: .nan) == 0 && rate.firstFrame(notBefore: -5) == 0)
  }

  @Test func selectionKeepsTheNumbers() {
    var scene = Scene(canvas: Canvas(size: Size(width: 1, height: 1)), duration: 1.6)
    #expect(scene.frames() == 0..<96)
    #expect(scene.frames(from: 0.5, to: 1) == 30..<60)
    #expect(scene.frames(from: 0.51, to: 0.55) == 31..<33)
    #expect(scene.frames(from: 1) == 60..<96)
    #expect(scene.frames(to: 9) == 0..<96)
    #expect(scene.frames(from: 5)?.isEmpty == true)
    #expect(scene.frames(from: 1, to: 0.5)?.isEmpty == true)
    scene.duration = nil
    #expect(scene.frames() == nil)
    #expect(scene.frames(from: 0.25, to: 0.5) == 15..<30)
  }

  @Test func canvasPixels() {
    let canvas = Canvas(size: Size(width: 100.3, height: 50.25), scale: 2)
    #expect(canvas.pixelWidth == 201 && canvas.pixelHeight == 101)
    let absurd = Canvas(size: Size(width: 1e300, height: .nan))
    #expect(absurd.pixelWidth == 1_000_000_000 && absurd.pixelHeight == 1)
  }
}
