import Testing

@testable import vfx_gpu

struct FramePatternTests {
  @Test func numbersAreFilledWithZeros() throws {
    let pattern = try #require(try FramePattern("frames/f%05d.png"))
    #expect(pattern.path(12) == "frames/f00012.png")
    #expect(pattern.path(1_234_567) == "frames/f1234567.png")
    #expect(try FramePattern("%d.png")?.path(7) == "7.png")
    #expect(try FramePattern("/x%3d%%.png")?.path(7) == "/x007%.png")
  }

  @Test func onlyNamesThatThePatternWritesMatch() throws {
    let pattern = try #require(try FramePattern("in/f%03d.png"))
    #expect(pattern.number(in: "f012.png") == 12)
    #expect(pattern.number(in: "f1234.png") == 1234)
    for other: Path in [
      "f12.png", "f0012.png", "f.png", "g012.png", "f012.pn", "f01a.png", "f-12.png",
    ] {
      #expect(pattern.number(in: other) == nil)
    }
    #expect(try FramePattern("%d")?.number(in: "99999999999999999999999") == nil)
  }

  @Test func otherPercentSignsAreOrdinary() throws {
    for name: Path in ["100%.png", "a.png", "50%off.png", "%", "%%d.png", "%999d", "%x.png"] {
      #expect(try FramePattern(name) == nil)
    }
  }

  @Test func onePlaceInTheLastPartIsPossible() {
    #expect(throws: CommandError.self) { try FramePattern("%d_%d.png") }
    #expect(throws: CommandError.self) { try FramePattern("%d/a.png") }
  }

  @Test func gapsAreNamed() {
    #expect(gapSentence([1, 2, 3]) == nil)
    #expect(gapSentence([]) == nil)
    #expect(gapSentence([1, 3]) == "frame 2 is missing between 1 and 3")
    #expect(gapSentence([1, 5, 6, 8]) == "frames 2-4, 7 are missing between 1 and 8")
    let many = gapSentence((0..<40).map { $0 * 2 })
    #expect(many?.contains("and 31 more stretches") == true)
  }

  @Test func numbersAndScalesAreFoundInNames() {
    #expect(frameNumber(in: "a/IMG_0012.png") == 12)
    #expect(frameNumber(in: "IMG_0012@2x.png") == 12)
    #expect(frameNumber(in: "a1b2") == 2)
    #expect(frameNumber(in: "coffee.png") == nil)
    #expect(displayScale(ofName: "a@2x.png") == 2)
    #expect(displayScale(ofName: "a@3x~ipad.png") == 3)
    #expect(displayScale(ofName: "a@3x_0001.png") == 3)
    #expect(displayScale(ofName: "a@2xl.png") == nil)
    #expect(displayScale(ofName: "a@2.png") == nil)
    #expect(displayScale(ofName: "@2x/a.png") == nil)
  }
}
