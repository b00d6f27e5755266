import GPUEffects
import GPUEffectsModel
import Testing

@testable import vfx_gpu

struct RenderOptionsTests {
  private func options(_ words: String...) throws -> RenderOptions {
    try RenderOptions(ArgumentParser(.render).parse(words.map { Path($0) }))
  }

  private func message(_ words: String...) -> String {
    do {
      _ = try RenderOptions(ArgumentParser(.render).parse(words.map { Path($0) }))
      return ""
    } catch {
      return error.message
    }
  }

  @Test func everythingIsNeutralByDefault() throws {
    let options = try options("a.png", "-o", "b.png")
    let settings = options.look.settings(width: 10, height: 10, name: "a.png")
    #expect(settings == RenderSettings(VisualEffectValues()))
    #expect(options.backend == .auto && options.batch.errorPolicy == .skip)
    #expect(options.batch.jobs == availableProcessors())
  }

  @Test func allValuesArrive() throws {
    let look = try options(
      "a", "-o", "b.png", "--blur", "6", "--brightness", "-0.25", "--contrast", "1.4",
      "--saturation", "1.8", "--grayscale", "0.85", "--hue", "37", "--opacity", "0.75"
    ).look
    let settings = look.settings(width: 10, height: 10, name: "a")
    #expect(
      settings.values
        == VisualEffectValues(
          blurRadius: 6, brightness: -0.25, contrast: 1.4, saturation: 1.8, grayscale: 0.85,
          hueRotation: 37, opacity: 0.75))
  }

  @Test func qualityOptionsArrive() throws {
    let look = try options(
      "a", "-o", "b.png", "--mask", "m.png", "--mask-mode", "radius", "--color-space", "linear",
      "--dither"
    ).look
    let settings = look.settings(width: 10, height: 10, name: "a")
    #expect(settings.maskMode == .radius && settings.colorSpace == .linear && settings.dither)
    let plain = try options(
      "a", "-o", "b.png", "--mask", "m.png", "--mask-mode", "fade", "--color-space", "encoded"
    ).look
    #expect(
      plain.settings(width: 10, height: 10, name: "a") == RenderSettings(VisualEffectValues()))
  }

  @Test func qualityOptionsAreChecked() {
    #expect(message("a", "-o", "b", "--mask-mode", "radius").contains("give --mask too"))
    #expect(message("a", "-o", "b", "--color-space", "P3").contains("linear"))
    #expect(message("a", "-o", "b", "--mask", "m", "--mask-mode", "blur").contains("radius"))
  }

  @Test func singleValuesOverrideThePreset() throws {
    let preset = try options("a", "-o", "b.png", "--preset", "blurredIn").look
    #expect(preset.resolvedValues(width: 1, height: 1, name: "a") == .blurredIn)
    let changed = try options("a", "-o", "b.png", "--blur", "2", "--preset", "blurredIn").look
    #expect(changed.resolvedValues(width: 1, height: 1, name: "a").blurRadius == 2)
  }

  @Test func theScaleComesFromTheOptionThenTheName() throws {
    let look = try options("a", "-o", "b.png", "--blur", "20px").look
    #expect(look.settings(width: 9, height: 9, name: "card@2x.png").scale == 2)
    #expect(look.resolvedValues(width: 9, height: 9, name: "card@2x.png").blurRadius == 10)
    #expect(look.settings(width: 9, height: 9, name: "d@3x/card.png").scale == 1)
    let set = try options("a", "-o", "b.png", "--scale", "3").look
    #expect(set.settings(width: 9, height: 9, name: "card@2x.png").scale == 3)
  }

  @Test func percentagesDependOnTheImage() throws {
    let look = try options("a", "-o", "b.png", "--blur", "2%", "--scale", "2").look
    #expect(look.resolvedValues(width: 600, height: 400, name: "a").blurRadius == 4)
  }

  @Test func hugeNumbersAreTamed() throws {
    let look = try options(
      "a", "-o", "b.png", "--blur", "1e300", "--contrast=-1e300", "--hue", "1e300", "--scale", "2",
      "--extend", "1e300"
    ).look
    let settings = look.settings(width: 4, height: 4, name: "a")
    #expect(settings.values.blurRadius * settings.scale == 1e4)
    #expect(settings.values.contrast == -1e6)
    #expect(abs(settings.values.hueRotation) < 360)
    #expect(settings.canvasExtension == .pixels(1_000_000))
  }

  @Test func theCanvasGrowsByPointsOrByItself() throws {
    let look = try options("a", "-o", "b.png", "--extend", "3", "--scale", "2").look
    #expect(look.settings(width: 4, height: 4, name: "a").canvasExtension == .pixels(6))
    let own = try options("a", "-o", "b.png", "--extend", "auto").look
    #expect(own.settings(width: 4, height: 4, name: "a").canvasExtension == .auto)
  }

  @Test func gradientsAreRead() throws {
    let mask = try options("a", "-o", "b.png", "--mask", "linear:0,0.35:0,0.65:0@0,1@1").mask
    guard case .gradient(let gradient) = mask else {
      Issue.record("no gradient: \(String(describing: mask))")
      return
    }
    #expect(
      gradient
        == LinearGradient(
          stops: [.init(alpha: 0, at: 0), .init(alpha: 1, at: 1)],
          startPoint: UnitPoint(x: 0, y: 0.35), endPoint: UnitPoint(x: 0, y: 0.65)))
  }

  @Test(arguments: [
    "linear:", "linear:0,0", "linear:0,0:0", "linear:0,0:1,1:", "linear:0,0:1,1:2@0",
    "linear:0,0:1,1:1@0.5,0@0.2", "linear:0,0:0,0", "linear:nan,0:1,1", "linear:0,0:1,1:1@0:2",
  ])
  func brokenGradientsAreErrors(text: String) {
    #expect(message("a", "-o", "b.png", "--mask", text).contains("--mask: '\(text)'"))
  }

  @Test func remarksSayWhatMaySurprise() throws {
    #expect(try options("a", "-o", "b.png", "--brightness", "-1").look.remarks.count == 1)
    #expect(try options("a", "-o", "b.png", "--brightness", "0.99").look.remarks.isEmpty)
    let hidden = try options("a", "-o", "b.png", "--blur-overrides-opacity", "--hue", "9").look
    #expect(hidden.remarks.first?.contains("invisible") == true)
    #expect(
      try options("a", "-o", "b.png", "--blur-overrides-opacity", "--blur", "2").look.remarks
        .isEmpty)
  }

  @Test func anAnimationHasItsDefaults() throws {
    let animation = try #require(try options("a", "-o", "b/", "--frames", "60").animation)
    #expect(animation.frameCount == 60 && animation.frameRate == 60)
    #expect(animation.start == .blurredOut && animation.duration == 0.45)
  }

  @Test func combinationsThatMakeNoSenseAreErrors() {
    #expect(message("in.png", "out.png") == "no output; did you mean -o out.png?")
    #expect(message("in.png").hasPrefix("no output"))
    #expect(message("-o", "out.png").hasPrefix("no input"))
    #expect(message("", "-o", "out.png") == "an input's name is empty")
    #expect(message("a", "-o", "b.png", "--fps", "60").contains("--frames"))
    #expect(message("a", "-o", "b.png", "--mask-fit", "stretch").contains("--mask"))
    #expect(message("a", "-o", "-", "--json").contains("--json=FILE"))
    #expect(message("-", "-o", "b.png", "--files-from", "-").contains("standard input"))
    #expect(message("a", "-o", "b.png", "--format", "gif").contains("not part of this version"))
    #expect(message("a", "-o", "b.png", "--format", "bmp").contains("'bmp'"))
    #expect(message("a", "-o", "b.png", "--edge", "miror").contains("did you mean mirror?"))
    #expect(message("a", "-o", "b.png", "--background", "reddish").contains("'reddish'"))
    #expect(message("a", "-o", "b.png", "--jobs", "0").contains("from 1 to 1024"))
    #expect(message("a", "-o", "b.png", "--scale", "0").contains("--display-scale: '0'"))
  }
}
