import Foundation
import GPUEffects
import GPUEffectsMeasuring
import GPUEffectsModel
import Testing

@testable import vfx_gpu

/// `vfx-gpu bench`: its figures, its report and what it calls slower.
@Suite(.serialized)
struct BenchTests {
  private static let quick: [Path] = ["--size", "40x24", "--duration", "0.05"]

  // MARK: Parts

  @Test func quantilesAreInterpolated() {
    var times = Times()
    #expect(times.median == 0)
    for time in [40.0, 10, 30, 20] { times.add(time) }
    #expect(times.minimum == 10 && times.median == 25 && times.quantile(1) == 40)
    #expect(abs(times.quantile(0.1) - 13) < 1e-9 && abs(times.quantile(0.9) - 37) < 1e-9)
  }

  @Test func processorsAreNamed() {
    let text = "processor\t: 0\ncpu family\t: 6\nmodel\t\t: 207\nmodel name\t: Some CPU @ 2 GHz\n"
    let x86 = Hardware(processorInfo: text + "flags\t\t: fpu sse2 avx2\n")
    #expect(x86.processor == "Some CPU @ 2 GHz, family 6 model 207" && x86.vectors == "avx2")
    #expect(Hardware(processorInfo: "").processor == "unknown processor")
  }

  private static func spread(_ p10: Double, _ median: Double, _ p90: Double) -> Spread {
    Spread(minimum: p10, p10: p10, median: median, p90: p90, calls: 9)
  }

  @Test(arguments: [
    // The time now, and whether it is slower than 9, 10, 12.
    (spread(12.5, 13, 14), true),
    // Within the old spread.
    (spread(11, 11.9, 14), false),
    // Its own spread reaches down to the old median.
    (spread(9.9, 13, 20), false),
    (spread(9, 10, 12), false), (spread(4, 5, 6), false),
  ])
  func slowerMeansOutsideTheSpread(now: Spread, isSlower: Bool) {
    #expect(now.isSlower(than: Self.spread(9, 10, 12)) == isSlower)
  }

  @Test func lessThanATenthIsNotSlower() {
    #expect(!Self.spread(10.8, 10.9, 11).isSlower(than: Self.spread(9.9, 10, 10.1)))
    #expect(Self.spread(10.8, 11.1, 11.2).isSlower(than: Self.spread(9.9, 10, 10.1)))
  }

  private static func result(
    _ medians: [BenchStage: Double], name: String = "rgb8/blur-6"
  ) -> BenchResult {
    BenchResult(
      name: name, stages: medians.mapValues { spread(0.9 * $0, $0, 1.1 * $0) },
      copy: spread(1, 2, 3))
  }

  @Test func theLongestStageIsTheLimit() {
    let onCPU = Self.result([.decode: 20, .render: 4, .encode: 16])
    #expect(onCPU.limit == .decode && onCPU.framesPerSecond == 25 && onCPU.ratioToCopy == 2)
    // On a GPU it is a part of rendering, not the whole of it.
    let onGPU = Self.result([
      .decode: 5, .render: 12, .upload: 4, .draw: 1, .readback: 6, .encode: 3,
    ])
    #expect(onGPU.limit == .readback && onGPU.framesPerSecond == 50)
  }

  @Test func onlyWhatEveryRunFindsIsSlower() throws {
    let before = try #require(
      BenchBaseline(report([Self.result([.decode: 10, .render: 5, .encode: 10])])))
    let now = Self.result([.decode: 20, .render: 2, .encode: 20])
    let comparison = BenchComparison([now], with: before)
    #expect(comparison.stageCount == 3)
    #expect(comparison.slower.map(\.stage) == [.decode, .encode])
    #expect(comparison.faster.map(\.stage) == [.render])
    let again = BenchComparison([Self.result([.decode: 10, .encode: 20])], with: before)
    #expect(comparison.confirmed(by: again).slower.map(\.stage) == [.encode])
    let other = Self.result([.decode: 90], name: "rgb8/blur-1")
    #expect(BenchComparison([other], with: before).stageCount == 0)
  }

  private func report(_ results: [BenchResult]) -> [UInt8] {
    Array(
      JSON.object([
        ("command", .string("bench")), ("width", .integer(40)), ("height", .integer(24)),
        ("cases", .array(results.map { $0.json(otherwise: "cpu") })),
      ]).document.utf8)
  }

  @Test func picturesHaveDetailAndVaryingAlpha() {
    for picture in BenchPicture.allCases {
      let image = picture.make(width: 600, height: 300)
      #expect(image.format == picture.format)
      let bytes = image.bytes
      #expect(Set(bytes).count > 100, "\(picture)")
      if picture == .rgba8 {
        let alphas = Set(stride(from: 3, to: bytes.count, by: 4).map { bytes[$0] })
        #expect(alphas.contains(0) && alphas.contains(255) && alphas.count == 256)
      }
    }
  }

  // MARK: The program

  @Test func casesAreListedAndChosen() throws {
    let all = try Tool.run("bench", "--list")
    #expect(all.status == 0)
    #expect(all.text.split(separator: "\n").count == BenchCase.all.count)
    let some = try Tool.run(
      "bench", "--list", "--case", "gray8/colour,blur-1", "--case", "6/blur-5")
    #expect(
      some.text == """
        rgb8/blur-1
        rgba8/blur-1
        gray8/blur-1
        gray8/colour
        rgba16/blur-1
        rgba16/blur-50

        """)
  }

  private func members(_ bytes: [UInt8]) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  @Test(arguments: [
    ("cpu", ["decode", "render", "encode"]), ("reference", ["decode", "render", "encode"]),
    ("gpu", ["decode", "render", "upload", "draw", "gpu", "readback", "encode"]),
  ])
  func theReportHasEveryStage(backend: String, stages: [String]) throws {
    let run = try Tool.run(
      [
        "bench", "--case", "rgb8/blur-6,rgba16/fused-20", "--backend", Path(backend), "--json",
        "-j1",
      ]
        + Self.quick)
    #expect(run.status == 0, "\(run.errors)")
    let report = try members(run.output)
    #expect(report["command"] as? String == "bench" && report["version"] as? String == version)
    #expect(report["width"] as? Int == 40 && report["height"] as? Int == 24)
    #expect(report["threads"] as? Int == 1 && report["duration"] as? Double == 0.05)
    #expect(report["comparison"] is NSNull)
    let machine = try #require(report["machine"] as? [String: Any])
    #expect(Set(machine.keys) == ["processor", "vectors", "processors", "load"])
    let described = try #require(report["backend"] as? [String: Any])
    #expect(described["name"] as? String == backend)
    let driver = described["driver"] as? [String: Any]
    #expect((driver != nil) == (backend == "gpu"))
    if let driver {
      #expect(
        Set(driver.keys) == ["software", "vendor", "renderer", "glVersion", "largestTexture"])
      #expect((driver["glVersion"] as? String)?.contains("OpenGL ES 3") == true)
    }
    let cases = try #require(report["cases"] as? [[String: Any]])
    #expect(cases.map { $0["case"] as? String } == ["rgb8/blur-6", "rgba16/fused-20"])
    for entry in cases {
      #expect(entry["renderedBy"] as? String == backend)
      let list = try #require(entry["stages"] as? [[String: Any]])
      #expect(list.map { $0["stage"] as? String } == stages)
      for stage in list {
        let values = try ["minimum", "p10", "median", "p90"].map { name in
          try #require(stage[name] as? Double)
        }
        #expect(values == values.sorted() && values[3] > 0, "\(stage)")
        #expect(try #require(stage["calls"] as? Int) >= 4)
      }
      #expect(stages.contains(try #require(entry["limit"] as? String)))
      #expect(try #require(entry["framesPerSecond"] as? Double) > 0)
    }
  }

  @Test func peopleGetATable() throws {
    let run = try Tool.run(["bench", "--case", "gray8/colour", "--backend", "cpu"] + Self.quick)
    #expect(run.status == 0 && run.errors.isEmpty)
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == 6 && lines[0] == "vfx-gpu \(version)")
    #expect(lines[4].hasPrefix("CASE") && lines[5].hasPrefix("gray8/colour"))
    #expect(lines[4].count == lines[5].count)
  }

  @Test func aSlowerStageIsNamedAndFails() throws {
    let folder = try TemporaryFolder()
    let words = ["bench", "--case", "rgb8/blur-6", "--backend", "cpu"] + Self.quick
    let before = folder["before.json"]
    #expect(try Tool.run(words + [Path("--json=\(before)"), "-q"]).status == 0)
    // A report whose times are all a thousandth: everything is slower now.
    var report = try members(try readFile(before))
    var cases = try #require(report["cases"] as? [[String: Any]])
    let stages = try #require(cases[0]["stages"] as? [[String: Any]])
    func scaled(by factor: Double) throws -> [[String: Any]] {
      try stages.map { stage in
        var stage = stage
        for name in ["minimum", "p10", "median", "p90"] {
          stage[name] = try #require(stage[name] as? Double) * factor
        }
        return stage
      }
    }
    for (factor, status) in [(0.001, 1), (1000, 0)] as [(Double, Int32)] {
      cases[0]["stages"] = try scaled(by: factor)
      report["cases"] = cases
      let doctored = try folder.write(
        Array(try JSONSerialization.data(withJSONObject: report)), to: "doctored.json")
      let run = try Tool.run(words + ["--json", "--compare", doctored])
      #expect(run.status == status, "\(run.errors)")
      let said = run.errors.contains("vfx-gpu bench: rgb8/blur-6: decode takes ")
      #expect(said == (status == 1))
      let comparison = try #require(try members(run.output)["comparison"] as? [String: Any])
      #expect(comparison["stages"] as? Int == 3)
      #expect((comparison["slower"] as? [Any])?.count == (status == 1 ? 3 : 0))
      #expect((comparison["faster"] as? [Any])?.count == (status == 1 ? 0 : 3))
    }
    // Nothing of it can be compared with other sizes or cases.
    let size = try Tool.run("bench", "--compare", before, "--size", "41x24")
    #expect(size.status == 2 && size.errors.contains("give --size 40x24"))
    let others = try Tool.run(["bench", "--compare", before, "--case", "gray8"] + Self.quick)
    #expect(others.status == 2 && others.errors.contains("none of the cases"))
  }

  /// Each command line with what its one sentence must contain.
  @Test(arguments: [
    (["--case", "blurr-20"], "'blurr-20' in its name; did you mean blur-20?"),
    (["--case", "rgb8,"], "no case has '' in its name"),
    (["--case", "zzzz"], "--list has them all"),
    (["--size", "1920"], "--size: '1920'"), (["--size", "0x5"], "--size: '0x5'"),
    (["--size", "99999999999x99999999999"], "--size: '9999"),
    (["--duration", "0"], "--duration: '0'"), (["--backend", "cpuu"], "did you mean cpu?"),
    (["photo.png"], "bench makes its own pictures"),
    (["--list", "--json"], "leave out --json"),
    (["--compare", "/nonexistent.json"], "can't read /nonexistent.json: no such file"),
    (["--compare", "/proc/version"], "is no report of"),
  ])
  func wrongUsageIsOneSentence(words: [String], sentence: String) throws {
    let result = try Tool.run((["bench"] + words).map { Path($0) })
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errorLines.count == 1 && result.errors.contains(sentence), "\(result.errors)")
  }

  @Test func aMissingDeviceIsSaid() throws {
    let run = try Tool.run("bench", "--device", "pci:ffff:ff:1f.7", "--backend", "gpu")
    #expect(run.status == 3 && run.errorLines.count == 1)
  }
}
