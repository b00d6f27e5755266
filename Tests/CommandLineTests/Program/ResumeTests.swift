import GPUEffectsCodecs
import Glibc
import Testing

@testable import vfx_gpu

/// What is finished stays, what is not is made, and nothing is mixed.
struct ResumeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func contents(_ name: Path) throws -> [Path: [UInt8]] {
    var contents: [Path: [UInt8]] = [:]
    for file in try namesInFolder(folder[name]) {
      contents[file] = try readFile(folder[name].appending(file))
    }
    return contents
  }

  /// Runs the program again and again, killed at a moment of chance each time.
  private func killing(
    _ times: Int, _ arguments: [Path], into out: Path, files: Int
  ) throws {
    for round in 0..<times {
      let child = try Child(
        [try Tool.program()] + arguments + ["-o", folder[out], "--resume", "-q"],
        input: "/dev/null", output: folder["out.txt"], errors: folder["err.txt"])
      // Some time after it finished another file, at the latest at its end.
      let before = ((try? contents(out).count) ?? 0)
      for _ in 0..<2000 {
        let now = (try? namesInFolder(folder[out]).count) ?? 0
        if now >= min(before + 1, files) { break }
        usleep(500)
      }
      usleep(UInt32.random(in: 0...3000))
      child.send(SIGKILL)
      _ = try child.wait()
      // Whatever has a picture's name is a whole picture.
      for name in (try? namesInFolder(folder[out])) ?? [] where name.fileExtension == "png" {
        _ = try PNG.decode(readFile(folder[out].appending(name)))
      }
      _ = round
    }
    let last = try Tool.run(
      ["render", "-q"] + arguments.dropFirst() + [
        "-o", folder[out], "--resume",
      ])
    #expect(last.status == 0, "\(last.errors)")
  }

  @Test func aBatchThatIsKilledTwentyTimesEndsAsAnUndisturbedOne() throws {
    for n in 0..<60 {
      try folder.write(TestImages.noise(width: 160 + n, height: 120), to: Path("in/\(n).png"))
    }
    let arguments: [Path] = ["render", folder["in"], "--blur", "3", "--backend", "cpu"]
    let whole = try Tool.run(arguments + ["-o", folder["whole/"], "-q"])
    #expect(whole.status == 0)
    try killing(20, arguments, into: "out/", files: 60)
    #expect(try contents("out") == contents("whole"))
  }

  @Test func anAnimationThatIsKilledEndsAsAnUndisturbedOne() throws {
    let input = try folder.write(TestImages.noise(width: 200, height: 150), to: "a.png")
    let arguments: [Path] = [
      "render", input, "--frames", "40", "--blur", "9", "--backend", "cpu",
    ]
    #expect(try Tool.run(arguments + ["-o", folder["whole/"], "-q"]).status == 0)
    try killing(8, arguments, into: "out/", files: 40)
    #expect(try contents("out") == contents("whole"))
  }

  @Test func nothingIsMadeTwice() throws {
    for n in 0..<3 { try folder.write(TestImages.png(width: 9 + n), to: Path("in/\(n).png")) }
    let arguments: [Path] = [
      "render", folder["in"], "-o", folder["out/"], "--blur", "2", "--resume",
    ]
    #expect(try Tool.run(arguments).status == 0)
    let before = try FileStatus(of: folder["out/1.png"]).identity
    _ = folder["out/0.png"].withCString { unlink($0) }
    let again = try Tool.run(arguments + ["--json"])
    #expect(again.status == 0)
    #expect(again.errorLines.last?.hasPrefix("rendered 1, up to date 2, failed 0") == true)
    #expect(again.text.contains("\"upToDate\": 2"))
    #expect(try FileStatus(of: folder["out/1.png"]).identity == before)
  }

  @Test(
    arguments: [
      ["--blur", "3"], ["--blur", "2", "--mask", "linear:0,0:0,1"],
      ["--blur", "2", "--depth", "16"],
      ["--blur", "2", "--png-compression", "small"], ["--blur", "2", "--backend", "reference"],
    ] as [[Path]])
  func otherSettingsNeverMix(other: [Path]) throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    let same: [Path] = ["--blur", "2"]
    func run(_ look: [Path], _ more: Path...) throws -> Tool.Result {
      let backend: [Path] = look.contains("--backend") ? [] : ["--backend", "cpu"]
      return try Tool.run(
        ["render", input, "-o", folder["b.png"], "--resume", "-q"] + look + backend + more)
    }
    #expect(try run(same).status == 0)
    let first = try readFile(folder["b.png"])
    let refused = try run(other)
    #expect(refused.status == 1 && refused.errors.contains("other settings"))
    #expect(try readFile(folder["b.png"]) == first)
    #expect(try run(other, "-y").status == 0)
    #expect(try readFile(folder["b.png"]) != first)
    #expect(try run(other).status == 0)
  }

  @Test func anotherInputIsRenderedAgain() throws {
    try folder.write(TestImages.png(), to: "a.png")
    func run(_ more: Path...) throws -> Tool.Result {
      try Tool.run(["render", folder["a.png"], "-o", folder["b.png"], "--resume"] + more)
    }
    #expect(try run().status == 0)
    try folder.write(TestImages.noise(width: 24, height: 16), to: "a.png")
    #expect(try run().status == 1)
    #expect(try run("-y").status == 0)
    #expect(
      try TestImages.samples(folder["b.png"]) == TestImages.samples(folder["a.png"]))
  }

  /// An output that becomes an input carries its own mark, not the old one.
  @Test func aResultOfAResultHasOneMark() throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    #expect(try Tool.run("render", input, "-o", folder["b.png"], "--blur", "1").status == 0)
    #expect(
      try Tool.run("render", folder["b.png"], "-o", folder["c.png"], "--blur", "2").status == 0)
    let texts = try PNG.decode(readFile(folder["c.png"])).metadata.texts
    #expect(texts.count == 1)
    let again = try Tool.run(
      "render", folder["b.png"], "-o", folder["c.png"], "--blur", "2", "--resume")
    #expect(again.errors.contains("up to date 1"))
  }

  @Test func aSceneIsResumed() throws {
    let scene = try folder.write(
      Array(
        """
        { "canvas": { "size": [12, 8] }, "fps": 10, "duration": 1, "layers": [
          { "id": "plate", "frame": [0, 0, 6, 8], "color": "black" } ], "timeline": [
          { "at": 0, "duration": 1, "layer": "plate", "opacity": [1, 0] } ] }
        """.utf8), to: "card.json")
    func run(_ more: Path...) throws -> Tool.Result {
      try Tool.run(["animate", scene, "-o", folder["out/"], "--resume"] + more)
    }
    #expect(try run().status == 0)
    let whole = try contents("out")
    for name: Path in ["out/card_00003.png", "out/card_00007.png"] {
      _ = folder[name].withCString { unlink($0) }
    }
    let again = try run()
    #expect(again.errorLines.last?.hasPrefix("rendered 2, up to date 8, failed 0") == true)
    #expect(try contents("out") == whole)
    // The same names would be other instants.
    #expect(try run("--fps", "20").status == 1)
    #expect(try run("--set", "plate.opacity=0.5").status == 1)
    #expect(try contents("out").filter { whole[$0.key] != nil } == whole)
  }
}
