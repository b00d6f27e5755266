import GPUEffectsCodecs
import Testing

@testable import vfx_gpu

struct PlanTests {
  private func images(_ names: Path...) -> [InputImage] {
    names.map { InputImage(source: .file($0)) }
  }

  private func rule(_ output: Path, folders: Set<Path> = []) throws -> OutputRule {
    try OutputRule(output) { folders.contains($0) ? .folder : nil }
  }

  private func outputs(_ images: [InputImage], to output: Path, from start: Int? = nil) throws
    -> [Path]
  {
    try rule(output).destinations(for: images, startNumber: start).map(\.name)
  }

  @Test func anOutputIsAFileAFolderOrAPattern() throws {
    #expect(try rule("o.png") == .file("o.png"))
    #expect(try rule("o/") == .folder("o/"))
    #expect(try rule("o", folders: ["o"]) == .folder("o"))
    #expect(try rule("-") == .standardOutput)
    #expect(try outputs(images("a"), to: "o%d.png") == ["o0.png"])
  }

  @Test func foldersKeepNames() throws {
    #expect(
      try outputs(images("x/a.png", "b.PNG", "c", "d.jpg", "e.gif"), to: "o/")
        == ["o/a.png", "o/b.PNG", "o/c.png", "o/d.jpg", "o/e.png"])
  }

  @Test func patternsKeepNumbers() throws {
    #expect(try outputs(images("f2.png", "f10.png"), to: "%03d.png") == ["002.png", "010.png"])
    var found = images("f7.png")
    found[0].frame = 7
    #expect(try outputs(found, to: "%d.png") == ["7.png"])
    // Without numbers of their own, images are counted.
    #expect(try outputs(images("a.png", "f10.png"), to: "%d.png") == ["0.png", "1.png"])
    #expect(try outputs(images("f2.png", "f10.png"), to: "%d.png", from: 5) == ["5.png", "6.png"])
    #expect(try outputs(images("a/f2.png", "b/f2.png"), to: "%d.png") == ["0.png", "1.png"])
  }

  @Test func impossibleOutputsAreErrors() throws {
    #expect(throws: CommandError.self) { try outputs(images("a", "b"), to: "o.png") }
    #expect(throws: CommandError.self) { try outputs(images("a", "b"), to: "-") }
    #expect(throws: CommandError.self) { try outputs(images("a"), to: "o.bmp") }
    #expect(throws: CommandError.self) { try outputs(images("a"), to: "o") }
    #expect(throws: CommandError.self) { try rule("o%d.bmp") }
    #expect(throws: CommandError.self) { try rule("o%d") }
  }

  @Test func aFormatOrADeviceMakesAnyNameAFile() throws {
    #expect(try OutputRule("o", format: .png) { _ in nil } == .file("o"))
    #expect(try OutputRule("o.dat", format: .png) { _ in nil } == .file("o.dat"))
    #expect(try OutputRule("/dev/null") { _ in .special } == .file("/dev/null"))
  }

  @Test func animationsNumberTheirFrames() throws {
    let animation = RenderOptions.Animation(
      frameCount: 1_000_000, frameRate: 60, start: .blurredOut, duration: 0.45)
    let plan = try RenderPlan(
      images("in/coffee.png"), to: rule("o/"), animation: animation, startNumber: nil)
    #expect(plan.count == 1_000_000)
    #expect(plan[0].destination.name == "o/coffee_00000.png")
    #expect(plan[999_999].destination.name == "o/coffee_999999.png")
    #expect(plan[3].frame == 3)
    let numbered = try RenderPlan(
      images("a.png"), to: rule("f%d.png"), animation: animation, startNumber: 10)
    #expect(numbered[0].destination.name == "f10.png")
    #expect(throws: CommandError.self) {
      try RenderPlan(
        images("a.png", "b.png"), to: rule("o/"), animation: animation, startNumber: nil)
    }
    #expect(throws: CommandError.self) {
      try RenderPlan(images("a.png"), to: rule("o.png"), animation: animation, startNumber: nil)
    }
  }

  @Test func twoImagesMayNotShareAnOutput() throws {
    #expect(throws: CommandError.self) {
      try RenderPlan(
        images("x/a.png", "y/a.png"), to: rule("o/"), animation: nil, startNumber: nil)
    }
  }

  @Test func anOutputMayNotBeAnInput() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(TestImages.png(), to: "f2.png")
    try folder.write(TestImages.png(), to: "f5.png")
    var gathering = InputGathering(isSupported: isSupportedImage)
    try gathering.add(input)
    for output in [folder["./f2.png"], folder.path] {
      #expect(throws: CommandError.self) {
        try RenderPlan(
          gathering.list.images, to: OutputRule(output) { $0 == folder.path ? .folder : nil },
          animation: nil,
          startNumber: nil)
      }
    }
    let animation = RenderOptions.Animation(
      frameCount: 3, frameRate: 60, start: .blurredOut, duration: 0.45)
    #expect(throws: CommandError.self) {
      try RenderPlan(
        gathering.list.images, to: rule(folder["f%d.png"]), animation: animation,
        startNumber: nil)
    }
  }
}
