import Foundation
import GPUEffectsCodecs
import Testing

@testable import vfx_gpu

/// What belongs to a batch besides its pictures: bounds, reports, messages.
struct BatchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func report(_ name: Path = "report.json") throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(readFile(folder[name]))) as? [String: Any])
  }

  // MARK: Memory

  @Test func whatTakesTooMuchIsRefusedInOneSentence() throws {
    let input = try folder.write(TestImages.png(width: 1, height: 1), to: "a.png")
    let result = try Tool.shell(
      """
      ulimit -v 2000000; "$vfx" render "$1" -o "$2" --extend 8000 --max-memory 1G --backend cpu -q
      """, input, folder["b.png"])
    #expect(result.status == 1 && result.errorLines.count == 1, "\(result.errors)")
    #expect(result.errors.contains("--max-memory") && result.errors.contains("GB"))
    #expect(try folder.names() == ["a.png"])
  }

  /// What a pipe gives is only known when it is read.
  @Test func alsoFromAPipe() throws {
    let input = try folder.write(TestImages.png(stating: 16384, 16384), to: "a.png")
    for more in ["", "--frames 2"] {
      let result = try Tool.shell(
        """
        ulimit -v 2000000; cat "$1" | "$vfx" render - -o "$2/" --max-memory 1G --backend cpu -q \(more)
        """, input, folder["out"])
      #expect(result.status == 1 && result.errorLines.count == 1, "\(result.errors)")
      #expect(result.errors.contains("--max-memory"))
    }
  }

  /// An endless list must not become an endless process.
  @Test func anEndlessListIsRefused() throws {
    let result = try Tool.shell(
      "ulimit -v 2000000; \"$vfx\" render --files-from /dev/zero -o \"$1\"", folder["o/"])
    #expect(result.status == 1 && result.errorLines.count == 1, "\(result.errors)")
    #expect(result.errors.contains("64 MiB"))
  }

  @Test(arguments: [("2G", 2_000_000_000), ("1.5GiB", 1_610_612_736), ("500m", 500_000_000)])
  func sizesAreRead(text: String, bytes: Int) throws {
    #expect(try OptionValue(option: "max-memory", bytes: Path(text)).size() == bytes)
  }

  @Test(arguments: ["", "G", "-1G", "nan", "1e30T", "12", "2 G", "0x1G"])
  func otherSizesAreNot(text: String) {
    #expect(throws: CommandError.self) {
      try OptionValue(option: "max-memory", bytes: Path(text)).size()
    }
  }

  @Test func limitsOfTheSystemAreRead() {
    #expect(roomBelow(limit: "1000\n", use: "400\n") == 600)
    #expect(roomBelow(limit: "400", use: "1000") == 0)
    #expect(roomBelow(limit: "max\n", use: "400") == nil)
    // The first version of control groups says "no limit" by a huge number.
    #expect(roomBelow(limit: "9223372036854771712\n", use: "5") == nil)
    #expect(spareMemory("MemTotal: 9 kB\nMemAvailable:   12 kB\nSwapFree: 1 kB\n") == 12288)
    #expect(spareMemory("MemTotal: 9 kB\n") == nil)
    #expect(availableMemory() > 0)
  }

  @Test(arguments: ["1", "2", "7"])
  func theResultDependsOnNoNumberOfJobs(jobs: Path) throws {
    for n in 0..<9 {
      try folder.write(TestImages.noise(width: 30 + n, height: 20), to: Path("in/\(n).png"))
    }
    let base: [Path] = ["render", folder["in"], "--blur", "4", "--backend", "cpu", "-q"]
    #expect(try Tool.run(base + ["-o", folder["one/"], "-j", "1"]).status == 0)
    #expect(
      try Tool.run(base + ["-o", folder["more/"], "-j", jobs, "--max-memory", "1M"]).status == 0)
    for name in try folder.names(in: "one") {
      #expect(
        try readFile(folder["one"].appending(name)) == readFile(folder["more"].appending(name)))
    }
  }

  // MARK: Reports

  @Test func aReportTellsWhatHappenedBeforeTheFirstImage() throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    let json = Path("--json=\(folder["report.json"])")
    let result = try Tool.run(
      "render", input, "-o", folder["b.png"], "--mask", folder["no.png"], json)
    #expect(result.status == 1)
    #expect((try report()["error"] as? String)?.contains("no.png") == true)
    #expect(try report()["rendered"] as? Int == 0)
    let scene = try Tool.run("animate", folder["no.json"], "-o", folder["o/"], json)
    #expect(scene.status == 1)
    #expect((try report()["error"] as? String)?.contains("no.json") == true)
  }

  @Test func imagesAreReportedInTheOrderOfTheInputs() throws {
    var inputs: [Path] = []
    for n in 0..<12 {
      // The first ones take longest.
      try folder.write(TestImages.noise(width: 400 - 30 * n, height: 200), to: Path("\(n).png"))
      inputs.append(folder[Path("\(n).png")])
      if n % 4 == 1 { inputs.append(folder[Path("missing\(n).png")]) }
    }
    let result = try Tool.run(
      ["render", "-o", folder["out/"], Path("--json=\(folder["report.json"])"), "-j", "4"] + inputs)
    #expect(result.status == 1)
    let images = try #require(try report()["images"] as? [[String: Any]])
    #expect(images.map { $0["input"] as? String } == inputs.map { "\($0)" })
  }

  @Test func theLogHasALineForEveryImage() throws {
    try folder.write(TestImages.png(), to: "in/a.png")
    try folder.write(Array("text".utf8), to: "in/b.png")
    let result = try Tool.run(
      "render", folder["in"], "-o", folder["out/"], "--log-json", folder["log"])
    #expect(result.status == 1)
    let lines = String(decoding: try readFile(folder["log"]), as: UTF8.self).split(separator: "\n")
    var events: [String: [String: Any]] = [:]
    for line in lines {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      events[try #require(object["event"] as? String)] = object
    }
    #expect(lines.count == 2)
    #expect((events["rendered"]?["output"] as? String)?.hasSuffix("out/a.png") == true)
    #expect((events["failed"]?["error"] as? String)?.isEmpty == false)
  }

  @Test func manyFailuresAreListedAtTheEnd() throws {
    for n in 0..<60 {
      try folder.write(n % 30 == 7 ? [] : TestImages.png(), to: Path("in/\(n).png"))
    }
    let result = try Tool.run("render", folder["in"], "-o", folder["out/"])
    let end = result.errorLines.suffix(4)
    #expect(end.first == "failed:")
    #expect(end.dropFirst().prefix(2).allSatisfy { $0.contains("the file is empty") })
    #expect(end.last?.hasPrefix("rendered 58, failed 2") == true)
  }

  // MARK: Inputs and outputs

  @Test func aListMayBeginWithAByteOrderMark() {
    #expect(pathsInList([0xef, 0xbb, 0xbf] + Array("a\nb".utf8)) == ["a", "b"])
  }

  @Test func standardOutputHasOtherNames() throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    for name: Path in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
      let result = try Tool.run("render", input, "-o", name, "-q")
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(try PNG.decode(result.output).image.bytes == TestImages.pattern().bytes)
    }
  }
}
