import Foundation
import GPUEffectsParity
import GPUEffectsSceneFile
import TestSupport
import Testing

@testable import vfx_gpu

/// `vfx-gpu parity` as a program.
@Suite struct ParityCommandTests {
  private static let rows = """
    # Two that pass, three that can't.
    demo/good: photo 21x17 rgba8 | blur 6 | 8 bits, within 1, twice
    demo/scene: scene 20x16 white | [{"image":"photo.png"}] | 8 bits, within 1
    demo/far: stress 41x37 rgba8 | blur 6 normalized | 16 bits, within 0.0001
    demo/unlike: stress 11x7 rgb8 | blur 6 | 8 bits, differs by 250 from nothing
    demo/nowhere: scene 8x8 white | [{"image":"nobody.png"}] | 8 bits, within 1

    """

  private func parsed(_ bytes: [UInt8]) throws -> JSONValue { try JSONParser.parse(bytes) }

  private func statuses(_ report: JSONValue) -> [String] {
    (report["rows"]?.list ?? []).compactMap { $0["status"]?.text }
  }

  // MARK: Rows and reports

  @Test func theRowsAreListedAsTheyAreRead() throws {
    let run = try Tool.run("parity", "--list")
    let rows = try Manifest.rows(in: run.text)
    let builtIn = try Manifest.rows()
    #expect(run.status == 0 && Array(rows.prefix(builtIn.count)) == builtIn)
    #expect(rows.count == builtIn.count + 60 && rows.last?.name == "random/1-59")
    let some = try Tool.run("parity", "--list", "--only", "tables,mask/radius-*,random/7-3,deep/16")
    let names = try Manifest.rows(in: some.text).map(\.name)
    #expect(names.first == "tables/tables" && names.contains("mask/radius-noise"))
    #expect(names.suffix(2) == ["random/7-3", "deep/16-to-8"], "\(names)")
  }

  @Test func theReportIsAsItsSchemaSays() throws {
    let folder = try TemporaryFolder()
    let rows = try folder.write(Array(Self.rows.utf8), to: "rows.txt")
    let junit = folder["junit.xml"]
    let run = try Tool.run(
      "parity", "--rows", rows, "--json", Path("--junit=\(junit)"), "--renderer-check",
      "^(llvm|soft)pipe", "--html", folder["page"])
    #expect(run.status == 1, "\(run.errors)")
    let report = try parsed(run.output)
    let schema = try parsed(try readFile(Path(Fixtures.path("../../docs/parity.schema.json"))))
    #expect(try SchemaValidator(schema).errors(report) == [])
    let devices = try #require(report["devices"]?.list)
    #expect(devices.first?["id"]?.text == "cpu" && devices.count > 1)
    for driver in devices.dropFirst().compactMap({ $0["driver"] }) {
      #expect(driver["gles"]?.text?.hasPrefix("3.") == true)
      #expect(driver["mesa"]?.text != nil && driver["largestTexture"]?.integer ?? 0 >= 2048)
    }
    #expect(
      statuses(report)
        == ["passed", "passed", "failed", "failed", "failed"].flatMap {
          [String](repeating: $0, count: devices.count)
        })
    let far = try #require(
      report["rows"]?.list?.first { $0["row"]?.text == "demo/far" && $0["device"]?.text != "cpu" })
    #expect(far["attempts"]?.integer == 2 && far["worst"]?["levels"]?.number ?? 0 > 0.0001)
    #expect(far["command"]?.text?.contains("--rows \(rows)") == true)
    #expect((far["plan"]?.list?.count ?? 0) > 1)
    // What was made small is a row again, and fails again.
    let smallest = try #require(far["smallest"]?.text)
    #expect(try Row(smallest).name == "demo/far")

    // The files of a failure, and the page with all of them.
    let device = try #require(far["device"]?.text)
    let files = folder["page"].appending(Path("demo-far@\(device)"))
    for file in [
      "expected.png", "actual.png", "difference.png", "plan.txt", "program.c", "row.txt",
    ] {
      #expect(try !readFile(files.appending(Path(file))).isEmpty, "\(file)")
    }
    let page = String(
      decoding: try readFile(folder["page"].appending("index.html")), as: UTF8.self)
    #expect(page.contains("demo-far@\(device)/program.c") && !page.contains("@@"))
    #expect(!page.contains("https://") && !page.contains(" src=\"http"))

    let document = try XMLCheck(try readFile(junit))
    #expect(document.count("testcase") == 5 * devices.count)
    #expect(document.count("testsuite") == devices.count)
    #expect(document.count("failure") == 3 * devices.count && document.count("error") == 0)
  }

  /// What failed before is known, what passes now is told, and only what is new
  /// fails the run.
  @Test func aBaselineTellsOldFromNew() throws {
    let folder = try TemporaryFolder()
    let rows = try folder.write(Array(Self.rows.utf8), to: "rows.txt")
    let before = folder["before.json"]
    let words: [Path] = ["parity", "--rows", rows, "--device", "cpu"]
    #expect(try Tool.run(words + [Path("--json=\(before)"), "-q"]).status == 1)
    let again = try Tool.run(words + ["--baseline", before])
    #expect(again.status == 0, "\(again.text)")
    #expect(again.text.contains("3 known from the baseline"))
    let better = try folder.write(
      Array(Self.rows.replacingOccurrences(of: "within 0.0001", with: "within 1").utf8),
      to: "better.txt")
    let fixed = try Tool.run("parity", "--rows", better, "--device", "cpu", "--baseline", before)
    #expect(fixed.status == 0 && fixed.text.contains("demo/far on cpu: FIXED"), "\(fixed.text)")
    let worse = try folder.write(
      Array(Self.rows.replacingOccurrences(of: "photo 21x17", with: "photo 1x1").utf8)
        + Array("demo/new: stress 9x9 rgb8 | blur 2 | 16 bits, within 0.00001\n".utf8),
      to: "worse.txt")
    let new = try Tool.run(
      "parity", "--rows", worse, "--device", "cpu", "--baseline", before, "--json")
    #expect(new.status == 1 && new.errors.contains("3 known"))
    #expect(try parsed(new.output)["summary"]?["regressions"]?.integer == 1)
  }

  @Test func skipsHaveReasons() throws {
    let folder = try TemporaryFolder()
    let rows = try folder.write(Array(Self.rows.utf8), to: "rows.txt")
    let skips = try folder.write(
      Array(
        "# known\ndemo/f* [cpu] rounds otherwise\ndemo/unlike  never\ndemo/no* gone\nx/y old\n".utf8
      ),
      to: "skips.txt")
    let run = try Tool.run(
      "parity", "--rows", rows, "--device", "cpu", "--skips", skips, "--json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("no row is 'x/y'"))
    let report = try parsed(run.output)
    #expect(statuses(report) == ["passed", "passed", "skipped", "skipped", "skipped"])
    #expect(report["rows"]?.list?[2]["reason"]?.text == "rounds otherwise")
    let bare = try folder.write(Array("demo/far\n".utf8), to: "bare.txt")
    let wrong = try Tool.run("parity", "--skips", bare)
    #expect(wrong.status == 2 && wrong.errors.contains("line 1: 'demo/far' has no reason"))
  }

  @Test func aMissingRendererFails() throws {
    let run = try Tool.run("parity", "--only", "format/size-1x1", "--renderer-check", "^Radeon")
    #expect(run.status == 1 && run.text.contains("no device's renderer matches '^Radeon'"))
  }

  @Test func timeThatIsOverIsSaid() throws {
    let run = try Tool.run("parity", "--device", "cpu", "--max-time", "0.0001", "--json")
    #expect(run.status == 0)
    let report = try parsed(run.output)
    #expect(report["summary"]?["notRun"]?.integer == report["summary"]?["rows"]?.integer)
  }

  /// Each command line with what its one sentence must contain.
  @Test(arguments: [
    (["photo.png"], "parity has its own rows"), (["--only", "bluur"], "did you mean blur?"),
    (["--device", "gpu9"], "names no device"), (["--backend", "reference"], "is the judge"),
    (["--renderer-check", "("], "is no regular expression"), (["--repeat", "0"], "--repeat: '0'"),
    (["--baseline", "/proc/version"], "is no report of"), (["--seed", "x"], "--seed: 'x'"),
    (["--rows", "/nonexistent"], "no such file"), (["--json", "--junit"], "can't both go"),
  ])
  func wrongUsageIsOneSentence(words: [String], sentence: String) throws {
    let result = try Tool.run((["parity"] + words).map { Path($0) })
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errorLines.count == 1 && result.errors.contains(sentence), "\(result.errors)")
  }

  // MARK: Processes

  /// A worker that is a shell script: it gets rows on standard input.
  private func run(
    _ script: String, timeout: Double = 20
  ) throws -> (results: [ParityResult], drivers: [String: ParityRun.Driver]) {
    let folder = try TemporaryFolder()
    let body = """
      #!/bin/sh
      folder=\(folder.path)
      say() { printf '%s\\n' "$1"; }
      say '{"driver":null}'
      while read -r line; do
        row=${line%%:*}
        say '{"begin":"'$row'"}'
        \(script)
        say '{"row":"'$row'","failure":null,"seconds":0,"histogram":[]}'
      done

      """
    let program = try folder.write(Array(body.utf8), to: "worker")
    #expect(program.withCString { chmod($0, 0o700) } == 0)
    let rows = try Manifest.rows(in: Self.rows)
    return ParityRun(ParityRun.Settings(program: program, jobs: 1, timeout: timeout))
      .run(rows, on: [.cpu])
  }

  @Test func aCrashCostsOneRow() throws {
    let results = try run(
      "if [ $row = demo/far ]; then echo 'it hurts' >&2; kill -SEGV $$; fi"
    ).results
    #expect(results.map(\.status) == [.passed, .passed, .crashed, .passed, .passed])
    let reason = try #require(results[2].reason)
    #expect(reason.contains("signal 11") && reason.contains("it hurts"), "\(reason)")
    #expect(results[2].attempts == 2)
  }

  @Test func aHangCostsOneRow() throws {
    let results = try run("[ $row = demo/scene ] && exec sleep 60", timeout: 1).results
    #expect(results.map(\.status) == [.passed, .hung, .passed, .passed, .passed])
    #expect(results[1].reason == "it took longer than 1 s")
  }

  /// What fails once and passes then is told from what fails always.
  @Test func aFlakeIsToldFromAFailure() throws {
    let results = try run(
      """
      if [ $row = demo/far ] && [ ! -e $folder/seen ]; then
        touch $folder/seen; say '{"row":"'$row'","failure":"by chance","seconds":0}'; continue
      fi
      if [ $row = demo/good ]; then
        say '{"row":"'$row'","failure":"always","seconds":0}'; continue
      fi
      """
    ).results
    #expect(results.map(\.status) == [.failed, .passed, .flaky, .passed, .passed])
    #expect(results[2].reason == "by chance; it passed when it was run again")
    #expect(results.filter(\.isOver).count == 2)
  }

  @Test func aDeviceThatDoesNotOpenFailsItsRows() throws {
    let (results, drivers) = try run("exit 3")
    #expect(results.map(\.status) == [.crashed, .crashed, .crashed, .crashed, .crashed])
    #expect(results[0].reason == "its process ended with status 3")
    #expect(drivers["cpu"]?.problem == nil)
    let missing = ParityRun(
      ParityRun.Settings(program: "/bin/false", jobs: 2, timeout: 5)
    ).run(try Manifest.rows(in: Self.rows), on: [.cpu])
    #expect(missing.results.allSatisfy { $0.status == .failed })
    #expect(missing.drivers["cpu"]?.problem?.contains("status 1") == true)
  }

  @Test func base64IsWhatOthersWrite() {
    for count in 0..<40 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 101 &+ 7) }
      #expect(Base64.encoded(bytes) == Data(bytes).base64EncodedString())
      #expect(Base64.decoded(Base64.encoded(bytes)) == bytes)
    }
    #expect(Base64.decoded("a b") == nil)
  }
}

/// The elements of an XML document that is well formed.
private final class XMLCheck {
  struct Malformed: Error {}

  private var counts: [String: Int] = [:]

  /// Tags must nest; attributes and texts hold no bare `<` or `&`.
  init(_ bytes: [UInt8]) throws {
    var open: [String] = []
    let text = String(decoding: bytes, as: UTF8.self)
    for piece in text.split(separator: "<").dropFirst() {
      guard let end = piece.firstIndex(of: ">") else { throw Malformed() }
      let tag = piece[..<end]
      let name = String(tag.drop { $0 == "/" }.prefix { !" />".contains($0) })
      if tag.hasPrefix("/") {
        guard open.popLast() == name else { throw Malformed() }
      } else {
        counts[name, default: 0] += 1
        if !tag.hasSuffix("/") { open.append(name) }
      }
      for entity in piece.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
        guard entity.prefix(8).contains(";") else { throw Malformed() }
      }
    }
    guard open.isEmpty else { throw Malformed() }
  }

  func count(_ name: String) -> Int { counts[name] ?? 0 }
}
