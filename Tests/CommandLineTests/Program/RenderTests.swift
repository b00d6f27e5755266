import Foundation
import GPUEffects
import GPUEffectsCodecs
import Testing

@testable import vfx_gpu

/// `vfx-gpu render` from files to files.
struct RenderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func render(_ arguments: Path..., input: Path = "/dev/null") throws -> Tool.Result {
    try Tool.run(["render", "--backend", "cpu"] + arguments, input: input)
  }

  @Test func neutralValuesKeepThePixels() throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    let result = try render(input, "-o", folder["b.png"])
    #expect(result.status == 0 && result.output.isEmpty)
    #expect(try TestImages.samples(folder["b.png"]) == TestImages.pattern().bytes)
    #expect(result.errorLines.count == 2)
    #expect(result.errorLines.first?.hasPrefix("rendering on the CPU (") == true)
    #expect(result.errorLines.last?.hasPrefix("rendered 1, failed 0, skipped 0 in ") == true)
  }

  @Test func valuesArrive() throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    #expect(try render(input, "-o", folder["b.png"], "--contrast=-1", "-q").errors.isEmpty)
    // Contrast -1 is the negative.
    let negative = TestImages.pattern().bytes.map { 255 - $0 }
    #expect(try TestImages.samples(folder["b.png"]) == negative)
  }

  @Test func aFolderIsRenderedIntoAFolder() throws {
    for name: Path in ["in/a.png", "in/b.png", "in/without-extension"] {
      try folder.write(TestImages.png(), to: name)
    }
    try folder.write(Array("words".utf8), to: "in/notes.txt")
    try folder.write([], to: "in/.hidden.png")
    try folder.write(TestImages.png(), to: "in/deeper/c.png")
    let result = try render(folder["in"], "-o", folder["new/out/"], "--blur", "2")
    #expect(result.status == 0)
    #expect(
      try folder.names(in: "new/out") == ["a.png", "b.png", "without-extension.png"])
    #expect(result.errorLines.last?.hasPrefix("rendered 3, failed 0, skipped 1 ") == true)
  }

  @Test func badFilesFailAloneAndAreNamed() throws {
    let bad: [(Path, [UInt8], String)] = [
      ("truncated.png", Array(try TestImages.png().dropLast(40)), "incomplete"),
      ("sum.png", try TestImages.pngWithWrongSum(), "damaged"),
      ("zero.png", try TestImages.png(stating: 0, 16), "at least one pixel"),
      ("huge.png", try TestImages.png(stating: 787_402, 787_402), "limit"),
      ("text.png", Array("this is no picture\n".utf8), "text"),
      ("empty.png", [], "empty"),
      ("photo.jpg", [0xff, 0xd8, 0xff, 0xe0] + Array(repeating: 0, count: 40), "JPEG"),
    ]
    for (name, bytes, _) in bad { try folder.write(bytes, to: name) }
    try folder.write(TestImages.png(), to: "good1.png")
    try folder.write(TestImages.png(), to: "good2.png")
    let arguments: [Path] =
      [folder["good1.png"], folder["missing.png"], "/proc/self/mem"] + bad.map { folder[$0.0] }
      + [folder["good2.png"], "-o", folder["out/"], Path("--json=\(folder["report.json"])")]
    let result = try Tool.run(["render", "--backend", "cpu"] + arguments)
    #expect(result.status == 1)
    #expect(try folder.names(in: "out") == ["good1.png", "good2.png"])
    for (name, _, word) in bad {
      let lines = result.errorLines.filter { $0.contains("/\(name): ") }
      #expect(lines.count == 1 && lines[0].contains(word), "\(name): \(lines)")
    }
    #expect(result.errors.contains("missing.png: no such file"))
    #expect(result.errorLines.last?.hasPrefix("rendered 2, failed 9, skipped 0 ") == true)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(readFile(folder["report.json"])))
        as? [String: Any])
    #expect(report["rendered"] as? Int == 2 && report["failed"] as? Int == 9)
    let images = try #require(report["images"] as? [[String: Any]])
    #expect(images.count == 11)
    #expect(images.filter { $0["error"] is String }.count == 9)
  }

  @Test func anUnreadableFolderOrNothingAtAllFails() throws {
    let nothing = try folder.write(Array("x".utf8), to: "in/notes.txt").folder
    let result = try render(nothing, "-o", folder["out/"])
    #expect(result.status == 1)
    #expect(result.errors.contains("no images in this folder"))
    #expect(result.errors.contains("nothing to render"))
    let loop = folder["loop"]
    loop.withCString { path in #expect(symlink("loop", path) == 0) }
    #expect(try render(loop, "-o", folder["out/"]).errors.contains("circles"))
    #expect(try render(folder["f%d.png"], "-o", folder["out/"]).errors.contains("no file matches"))
  }

  @Test func theFirstFailureMayStopTheBatch() throws {
    try folder.write([], to: "in/a.png")
    try folder.write(TestImages.png(), to: "in/b.png")
    let result = try render(
      folder["in"], "-o", folder["out/"], "--on-error", "stop", "--jobs", "1")
    #expect(result.status == 1)
    #expect(try folder.names(in: "out").isEmpty)
  }

  @Test func existingOutputsAreKept() throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    try folder.write([1, 2, 3], to: "b.png")
    let result = try render(input, "-o", folder["b.png"])
    #expect(result.status == 1 && result.errors.contains("give --overwrite"))
    #expect(try readFile(folder["b.png"]) == [1, 2, 3])
    #expect(try render(input, "-o", folder["b.png"], "-y").status == 0)
    #expect(try TestImages.samples(folder["b.png"]) == TestImages.pattern().bytes)
  }

  @Test func collisionsAreRefusedBeforeAnyWork() throws {
    let a = try folder.write(TestImages.png(), to: "x/a.png")
    let b = try folder.write(TestImages.png(), to: "y/a.png")
    let twice = try render(a, b, "-o", folder["out/"])
    #expect(twice.status == 2 && twice.errors.contains("would both be written"))
    #expect((try? FileStatus(of: folder["out"])) == nil)
    let same = try render(a, "-o", folder["x/../x/a.png"], "-y")
    #expect(same.status == 2 && same.errors.contains("would replace the input"))
    folder["l.png"].withCString { path in #expect(symlink("x/a.png", path) == 0) }
    #expect(try render(folder["l.png"], "-o", a, "-y").status == 2)
    #expect(try render(folder["x"], "-o", folder["x"], "-y").status == 2)
  }

  @Test func missingFoldersAreNamed() throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    let result = try render(input, "-o", folder["none/b.png"])
    #expect(result.status == 1)
    #expect(result.errors.contains("none does not exist"))
    let file = try render(input, "-o", Path("\(folder["a.png"])/"))
    #expect(file.status == 1 && file.errors.contains("can't make the folder"))
  }

  @Test func patternsKeepNumbersAndGapsAreNamed() throws {
    for n in [1, 2, 4, 10] { try folder.write(TestImages.png(), to: Path("f\(n).png")) }
    let result = try render(folder["f%d.png"], "-o", folder["g%03d.png"])
    #expect(result.status == 0)
    #expect(result.errors.contains("frames 3, 5-9 are missing between 1 and 10"))
    #expect(
      try folder.names().filter { $0.bytes.first == UInt8(ascii: "g") }
        == ["g001.png", "g002.png", "g004.png", "g010.png"])
  }

  @Test func standardStreamsCarryImages() throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    let result = try render("-", "-o", "-", input: input)
    #expect(result.status == 0)
    #expect(try PNG.decode(result.output).image.bytes == TestImages.pattern().bytes)
    let closed = try Tool.shell(
      "($vfx render \"$1\" -o - -q --backend cpu; echo $? >&2) | :", input)
    #expect(closed.errors.hasSuffix("\n1\n") || closed.errors == "0\n", "\(closed.errors)")
    #expect(try render("-", "-o", folder["x/"], input: input).status == 0)
    #expect(try folder.names(in: "x") == ["stdin.png"])
  }

  @Test func listsNameInputs() throws {
    let a = try folder.write(TestImages.png(), to: "a b.png")
    let list = try folder.write(a.bytes + Array("\n\nmissing\n".utf8), to: "list")
    let result = try render("--files-from", list, "-o", folder["out/"])
    #expect(result.status == 1 && result.errors.contains("missing: no such file"))
    #expect(try folder.names(in: "out") == ["a b.png"])
    #expect(try render("--files-from", folder["none"], "-o", folder["out/"]).status == 1)
  }

  @Test func aDryRunWritesNothing() throws {
    let input = try folder.write(TestImages.png(), to: "in/a.png")
    let result = try render(folder["in"], "-o", folder["out/"], "--dry-run")
    #expect(result.status == 0)
    #expect(result.text == "\(input) -> \(folder["out/a.png"])\n")
    #expect(try folder.names() == ["in"])
    #expect(result.errors == "would render 1, fail 0, skip 0\n")
  }

  @Test(arguments: [
    Path("-dash.png"), Path("naïve ☃ \u{1f600}.png"), Path("line\nbreak.png"),
    Path([0xff, 0xfe, 0x80] + Array(".png".utf8)),
    Path(String(repeating: "n", count: 251) + ".png"),
    Path("100%.png"), Path("%%.png"), Path(" .png"),
  ])
  func anyNameWorks(name: Path) throws {
    try folder.write(TestImages.png(), to: Path(Array("in/".utf8) + name.bytes))
    let result = try render(folder["in"], "-o", folder["out/"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try folder.names(in: "out") == [name])
    let direct = try Tool.shell(
      "cd \"$1/in\" && \"$vfx\" render --backend cpu -q -o ../direct/ -- \"$2\"", folder.path, name)
    #expect(direct.status == 0, "\(direct.errors)")
  }

  @Test func masksFadeTheLook() throws {
    let input = try folder.write(TestImages.png(width: 4, height: 8), to: "a.png")
    let linear = try render(
      input, "-o", folder["b.png"], "--contrast=-1", "--mask", "linear:0,0.5:0,0.5001")
    #expect(linear.status == 0, "\(linear.errors)")
    let original = TestImages.pattern(width: 4, height: 8).bytes
    let masked = try TestImages.samples(folder["b.png"])
    #expect(Array(masked[..<48]) == original[..<48].map { 255 - $0 })
    #expect(masked[48...] == original[48...])

    let small = try folder.write(TestImages.png(width: 2, height: 2), to: "mask.png")
    let mismatch = try render(input, "-o", folder["c.png"], "--mask", small)
    #expect(mismatch.status == 1 && mismatch.errors.contains("--mask-fit stretch"))
    #expect(
      try render(input, "-o", folder["c.png"], "--mask", small, "--mask-fit", "stretch").status == 0
    )
    #expect(try render(input, "-o", folder["d.png"], "--mask", folder["none"]).status == 1)
  }

  @Test func aRadiusMaskScalesNothingButTheBlur() throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    let plain = try render(input, "-o", folder["b.png"], "--grayscale", "1")
    let masked = try render(
      input, "-o", folder["c.png"], "--grayscale", "1", "--mask", "linear:0,0:1,0", "--mask-mode",
      "radius")
    #expect(plain.status == 0 && masked.status == 0, "\(masked.errors)")
    #expect(try TestImages.samples(folder["b.png"]) == TestImages.samples(folder["c.png"]))
  }

  @Test func aPipeIsReadFromItsStart() throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    let result = try Tool.shell(
      "mkfifo \"$3\" && { cat \"$1\" >\"$3\" & \"$vfx\" render \"$3\" -q -o \"$2\" --blur 2; }",
      input, folder["b.png"], folder["pipe"])
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func anExtremeRadiusIsNoCrash() throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    let negative = try render(input, "-o", folder["b.png"], "--extend", "auto", "--blur=-1e300")
    #expect(negative.status == 0, "\(negative.errors)")
    let slow = try render(
      input, "-o", folder["o/"], "--frames", "3", "--fps", "1e-308", "--extend", "auto", "--blur",
      "5")
    #expect(slow.status == 2 && slow.errors.contains("frame rate"))
  }

  @Test func aFrameThatLinksToTheInputIsRefused() throws {
    let input = try folder.write(TestImages.png(), to: "in.png")
    let before = try readFile(input)
    let result = try Tool.shell(
      "cd \"$1\" && ln -s in.png f_1.png && \"$vfx\" render in.png -o f_%d.png --frames 3 -y",
      folder.path)
    #expect(result.status == 2 && result.errors.contains("would replace the input"))
    #expect(try readFile(input) == before)
  }

  @Test func theDepthMayBeChosen() throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    #expect(try render(input, "-o", folder["b.png"], "--depth", "16").status == 0)
    #expect(try PNG.decode(readFile(folder["b.png"])).image.format.depth == .unorm16)
  }

  @Test func theNumberOfThreadsDoesNotMatter() throws {
    for n in 0..<9 {
      try folder.write(TestImages.png(width: 30 + n, height: 20), to: Path("in/\(n).png"))
    }
    #expect(try render(folder["in"], "-o", folder["one/"], "--blur", "3", "-j", "1").status == 0)
    #expect(try render(folder["in"], "-o", folder["many/"], "--blur", "3", "-j", "7").status == 0)
    #expect(try folder.names(in: "many").count == 9)
    for name in try folder.names(in: "one") {
      #expect(
        try readFile(folder["one"].appending(name)) == readFile(folder["many"].appending(name)))
    }
  }

  @Test func sizesHaveLimits() throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    for extend: Path in ["1e300", "100000px", "200000%"] {
      let result = try render(input, "-o", folder["b.png"], "--extend", extend)
      #expect(result.status == 1 && result.errors.contains("more than the limit"))
    }
    let blurred = try render(input, "-o", folder["b.png"], "--extend", "auto", "--blur", "1e300")
    #expect(blurred.status == 1 && blurred.errors.contains("more than the limit"))
    let grown = try render(input, "-o", folder["b.png"], "--extend", "3")
    #expect(grown.status == 0, "\(grown.errors)")
    #expect(try PNG.decode(readFile(folder["b.png"])).image.width == 30)
  }

  @Test func whatNeverEndsIsNotReadToItsEnd() throws {
    let result = try render("/dev/zero", "-o", folder["b.png"])
    #expect(result.status == 1 && result.errors.contains("this is no PNG, JPEG or WebP image"))
  }

  @Test func surprisesAreSaid() throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    let result = try render(input, "-o", folder["b.png"], "--brightness", "1")
    #expect(result.errors.contains("added to every channel, as in SwiftUI"))
    let hidden = try render(input, "-o", folder["c.png"], "--blur-overrides-opacity", "-v")
    #expect(hidden.errors.contains("invisible"))
  }
}
