import GPUEffects
import GPUEffectsCodecs
import Testing

@testable import vfx_gpu

/// `--frames` from the command line to files.
struct AnimationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func framesFollowTheSpring() throws {
    let input = try folder.write(TestImages.png(), to: "card.png")
    let result = try Tool.run(
      "render", input, "-o", folder["anim/"], "--frames", "4", "--fps", "10", "--brightness", "0.6",
      "--backend", "cpu")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try folder.names(in: "anim")
        == ["card_00000.png", "card_00001.png", "card_00002.png", "card_00003.png"])
    let original = TestImages.pattern().bytes
    #expect(try TestImages.samples(folder["anim/card_00000.png"]) == original)
    // The spring of 0.45 s and bounce 0.1, closed form, 0 to 6 at 0.1, 0.2, 0.3 s.
    for (frame, position) in [(1, 2.583112), (2, 4.890296), (3, 5.758534)] {
      let samples = try TestImages.samples(folder[Path("anim/card_0000\(frame).png")])
      let expected = original.map {
        UInt8(min(255, (Double($0) + 0.1 * position * 255 + 0.5).rounded(.down)))
      }
      #expect(samples == expected)
    }
  }

  @Test func framesMayStartElsewhere() throws {
    let input = try folder.write(TestImages.png(), to: "card.png")
    let result = try Tool.run(
      "render", input, "-o", folder["f%02d.png"], "--frames", "2", "--fps", "1", "--from",
      "blurredIn", "--start-number", "8", "--animation-duration", "0.01", "--backend", "cpu", "-q")
    #expect(result.status == 0 && result.errors.isEmpty)
    // Blurred at first, neutral when the short spring has come to rest.
    #expect(try TestImages.samples(folder["f08.png"]) != TestImages.pattern().bytes)
    #expect(try TestImages.samples(folder["f09.png"]) == TestImages.pattern().bytes)
  }

  @Test func anAnimationIsOfOneImage() throws {
    let a = try folder.write(TestImages.png(), to: "a.png")
    let b = try folder.write(TestImages.png(), to: "b.png")
    #expect(try Tool.run("render", a, b, "-o", folder["o/"], "--frames", "2").status == 2)
    #expect(try Tool.run("render", a, "-o", folder["o.png"], "--frames", "2").status == 2)
    let broken = try folder.write([], to: "c.png")
    let result = try Tool.run("render", broken, "-o", folder["o/"], "--frames", "2")
    #expect(result.status == 1 && result.errors.contains("empty"))
  }

  @Test func aMillionFramesCanBePlanned() throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    let result = try Tool.run(
      "render", input, "-o", folder["o/"], "--frames", "1000000", "--dry-run", "--json")
    #expect(result.status == 0 && result.text.contains("a_999999.png"))
  }
}
