import Testing

@testable import vfx_gpu

/// What the program answers before it looks at any image.
struct UsageTests {
  @Test func theVersionIsOneLine() throws {
    let result = try Tool.run("--version")
    #expect(result.status == 0 && result.text == "vfx-gpu \(version)\n" && result.errors.isEmpty)
    #expect(try Tool.run("render", "--version").text == result.text)
  }

  @Test(arguments: [
    ["--help"], ["help"], ["-h"], ["render", "--help"], ["help", "compare"], ["devices", "-h"],
    ["animate", "--help"], ["bench", "--help"],
  ])
  func helpGoesToStandardOutput(words: [String]) throws {
    let result = try Tool.run(words.map { Path($0) })
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.text.hasPrefix("usage: vfx-gpu"))
    #expect(result.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func withoutArgumentsTheOverviewIsAnError() throws {
    let result = try Tool.run()
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.hasPrefix("usage: vfx-gpu COMMAND"))
  }

  /// Each command line with what its one sentence must contain.
  @Test(arguments: [
    (["rneder"], "unknown command 'rneder'; did you mean render?"),
    (
      ["frobnicate"],
      "unknown command 'frobnicate'; there are render, animate, compare, devices, parity, bench"
    ),
    ([""], "unknown command ''"),
    (["--blur", "6"], "the command comes first"),
    (["pairty"], "did you mean parity?"),
    (["render"], "no input"),
    (["render", "in.png", "out.png"], "did you mean -o out.png?"),
    (["render", "in.png", "-o", "o.png", "--blr", "6"], "did you mean --blur?"),
    (
      ["render", "in.png", "-o", "o.png", "--quality", "900"], "--quality"
    ),
    (["render", "in.png", "-o", "o.png", "--blur", "nan"], "--blur-radius: 'nan'"),
    (["render", "in.png", "-o", "o.png", "--opacity=inf"], "--opacity: 'inf'"),
    (["render", "in.png", "-o", "o.png", "--contrast", "much"], "--contrast: 'much'"),
    (["render", "in.png", "-o", "o.png", "--frames", "100000000000"], "--frames: '100000000000'"),
    (["render", "a.png", "-o", "a%d_%d.png"], "2 places for a number"),
    (["compare", "a.png"], "two images are compared, but 1 were named"),
    (["compare", "a.png", "b.png", "--max-level", "256"], "--max-level: '256'"),
    (["devices", "x"], "'x'"),
  ])
  func wrongUsageIsOneSentence(words: [String], sentence: String) throws {
    let result = try Tool.run(words.map { Path($0) })
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.contains(sentence), "\(result.errors)")
  }

  @Test func nothingTheCallerLacksIsFatal() throws {
    // Closed streams, a reader that goes away, and no arguments at all.
    #expect(try Tool.shell("$vfx --version >&-").status == 1)
    #expect(try Tool.shell("$vfx render x 2>&- <&-").status == 2)
    #expect(
      try Tool.shell("($vfx render --help; echo $? >&2) | head -c 1 >/dev/null").errors == "0\n")
  }

  @Test func devicesAreListedWithReasons() throws {
    let result = try Tool.run("devices")
    #expect(result.status == 0)
    #expect(result.text.hasPrefix("Can render:"))
    #expect(result.text.contains("--backend cpu"))
    let report = try Tool.run("devices", "--json")
    #expect(report.text.hasPrefix("{\n  \"command\": \"devices\""))
    let folder = try TemporaryFolder()
    let written = try Tool.run("devices", Path("--json=\(folder["report.json"])"))
    #expect(written.text == result.text)
    #expect(try readFile(folder["report.json"]) == report.output)
  }
}
