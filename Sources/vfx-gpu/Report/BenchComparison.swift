import GPUEffectsSceneFile

/// An earlier report of `vfx-gpu bench --json`, as far as it is compared.
struct BenchBaseline: Sendable {
  let width: Int
  let height: Int
  let processor: String
  /// Who rendered, for people.
  let device: String
  /// The spread of each stage of each case.
  let cases: [String: [BenchStage: Spread]]

  /// nil where the bytes are no such report.
  init?(_ bytes: [UInt8]) {
    guard let report = try? JSONParser.parse(bytes), report["command"]?.text == "bench",
      let width = report["width"]?.number, let height = report["height"]?.number,
      let entries = report["cases"]?.list
    else { return nil }
    self.width = Int(exactly: width) ?? 0
    self.height = Int(exactly: height) ?? 0
    processor = report["machine"]?["processor"]?.text ?? ""
    device = report["backend"]?["device"]?.text ?? ""
    var cases: [String: [BenchStage: Spread]] = [:]
    for entry in entries {
      guard let name = entry["case"]?.text, let stages = entry["stages"]?.list else { return nil }
      for stage in stages {
        // A stage of another version is nothing to compare with.
        guard let word = stage["stage"]?.text, let key = BenchStage(rawValue: word) else {
          continue
        }
        guard let spread = Spread(stage) else { return nil }
        cases[name, default: [:]][key] = spread
      }
    }
    self.cases = cases
  }
}

/// What became slower, or faster, since an earlier report.
struct BenchComparison: Sendable {
  struct Change: Sendable {
    let name: String
    let stage: BenchStage
    let before: Spread
    let now: Spread

    var sentence: String {
      "\(name): \(stage.rawValue) takes \(hundredths(now.median)) ms, before "
        + "\(hundredths(before.median)) ms (90th percentile \(hundredths(before.p90)))"
    }

    fileprivate var json: JSON {
      .object([
        ("case", .string(name)), ("stage", .string(stage.rawValue)),
        ("before", .milliseconds(before.median)), ("now", .milliseconds(now.median)),
      ])
    }
  }

  /// Stages that both reports have.
  private(set) var stageCount = 0
  private(set) var slower: [Change] = []
  private(set) var faster: [Change] = []

  init(_ results: [BenchResult], with baseline: BenchBaseline) {
    for result in results {
      guard let earlier = baseline.cases[result.name] else { continue }
      for stage in BenchStage.allCases {
        guard let before = earlier[stage], let now = result.stages[stage] else { continue }
        stageCount += 1
        let change = Change(name: result.name, stage: stage, before: before, now: now)
        if now.isSlower(than: before) { slower.append(change) }
        if before.isSlower(than: now) { faster.append(change) }
      }
    }
  }

  /// The same without what another run of the slower cases doesn't confirm.
  func confirmed(by again: BenchComparison) -> BenchComparison {
    var comparison = self
    comparison.slower = slower.filter { change in
      again.slower.contains { $0.name == change.name && $0.stage == change.stage }
    }
    return comparison
  }

  var summary: String {
    "\(stageCount) stages compared: \(slower.count) slower, \(faster.count) faster"
  }

  var json: JSON {
    .object([
      ("stages", .integer(stageCount)),
      ("slower", .array(slower.map(\.json))),
      ("faster", .array(faster.map(\.json))),
    ])
  }
}

extension Spread {
  fileprivate init?(_ json: JSONValue) {
    guard let minimum = json["minimum"]?.number, let p10 = json["p10"]?.number,
      let median = json["median"]?.number, let p90 = json["p90"]?.number,
      let calls = json["calls"]?.number.flatMap({ Int(exactly: $0) })
    else { return nil }
    self.init(minimum: minimum, p10: p10, median: median, p90: p90, calls: calls)
  }
}
