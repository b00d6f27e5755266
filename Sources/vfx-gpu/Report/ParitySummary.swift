import GPUEffects
import GPUEffectsParity
import GPUEffectsSceneFile

/// The whole of a run, for people and for machines.
struct ParitySummary: Sendable {
  let targets: [ParityTarget]
  let results: [ParityResult]
  let drivers: [String: ParityRun.Driver]
  let seed: Int
  let seconds: Double
  /// By device: megapixels a second for pictures of several sizes.
  var throughput: [String: JSONValue] = [:]
  /// What is wrong beside the rows, a sentence each.
  var problems: [String] = []

  func count(_ status: ParityResult.Status) -> Int { results.count { $0.status == status } }

  func count(_ change: ParityResult.Change) -> Int { results.count { $0.change == change } }

  var over: [ParityResult] { results.filter(\.isOver) }

  var isGood: Bool { over.isEmpty && problems.isEmpty }

  // MARK: For people

  /// A line a device, then what is wrong, then the counts.
  var text: String {
    var text = ""
    for target in targets {
      let own = results.filter { $0.target == target.id }
      let failed = own.count { $0.status.isFailure }
      let worst = own.filter { $0.status == .passed && $0.row.expectation.other == nil }
        .max { ($0.closeness ?? 0) < ($1.closeness ?? 0) }
      text += "\(target.id): \(title(target))\n"
      text +=
        "  \(own.count { $0.status == .passed }) of \(own.count) rows pass"
        + (failed > 0 ? ", \(failed) fail" : "")
      if let worst, let closeness = worst.closeness {
        text += "; closest to its bound: \(worst.row.name), \(hundredths(closeness * 100))%"
      }
      text += "\n"
      if let problem = drivers[target.id]?.problem { text += "  \(problem)\n" }
    }
    for result in results where result.status.isFailure || result.change == .fixed {
      text += "\n" + paragraph(result)
    }
    for problem in problems { text += "\n\(problem)\n" }
    return text + "\n" + summary + "\n"
  }

  private func title(_ target: ParityTarget) -> String {
    guard let facts = drivers[target.id]?.facts, facts["renderer"] != nil else {
      return target.name
    }
    var words = [facts["renderer"]?.text ?? target.name, facts["glVersion"]?.text ?? ""]
    if facts["software"]?.flag == true { words.append("software") }
    if let address = target.candidate?.pciAddress { words.append("PCI \(address)") }
    if let size = facts["largestTexture"]?.integer { words.append("textures to \(size)") }
    let formats = facts["renderableFormats"]?.list?.compactMap(\.text) ?? []
    words.append("draws to \(formats.isEmpty ? "RGBA32UI only" : formats.joined(separator: " "))")
    words.append("\(facts["timerBits"]?.integer ?? 0) timer bits")
    return words.joined(separator: ", ")
  }

  private func paragraph(_ result: ParityResult) -> String {
    let state =
      switch (result.change, result.status) {
      case (.fixed, _): "FIXED, it failed in the baseline"
      case (.known, _): "\(result.status.rawValue), as in the baseline"
      default: result.status.rawValue.uppercased()
      }
    var text = "\(result.row.name) on \(result.target): \(state)\n"
    if let reason = result.reason { text += "  \(reason)\n" }
    if result.status == .failed, !result.histogram.isEmpty {
      text += "  samples by levels off: \(result.histogramText)\n"
    }
    if let smallest = result.evidence?["smallest"]?.text { text += "  smallest: \(smallest)\n" }
    if result.status.isFailure { text += "  again: \(result.command)\n" }
    return text
  }

  var summary: String {
    var parts = ParityResult.Status.allCases.compactMap { status -> String? in
      let number = count(status)
      let word = status == .notRun ? "not run" : status.rawValue
      return number > 0 || status == .passed ? "\(number) \(word)" : nil
    }
    if count(.known) > 0 { parts.append("\(count(.known)) known from the baseline") }
    if count(.fixed) > 0 { parts.append("\(count(.fixed)) fixed since the baseline") }
    return "\(results.count) rows on \(targets.count) devices in \(hundredths(seconds)) s: "
      + parts.joined(separator: ", ")
  }

  // MARK: For machines

  var json: JSON {
    .object([
      ("command", .string("parity")),
      ("version", .string(version)),
      ("seed", .integer(seed)),
      ("processors", .integer(availableProcessors())),
      ("good", .bool(isGood)),
      (
        "summary",
        .object(
          [
            ("rows", .integer(results.count)),
            ("seconds", .number((seconds * 100).rounded() / 100)),
          ]
            + ParityResult.Status.allCases.map { ($0.rawValue, .integer(count($0))) }
            + [
              ("regressions", .integer(count(.regression))), ("known", .integer(count(.known))),
              ("fixed", .integer(count(.fixed))),
            ])
      ),
      ("problems", .array(problems.map { .string($0) })),
      ("devices", .array(targets.map(json))),
      ("rows", .array(results.map(\.json))),
    ])
  }

  private func json(_ target: ParityTarget) -> JSON {
    let candidate = target.candidate
    return .object([
      ("id", .string(target.id)),
      ("name", .string(drivers[target.id]?.facts?["renderer"]?.text ?? target.name)),
      ("platform", .optional(candidate?.platform.rawValue)),
      ("node", .optional(candidate?.node)),
      ("pciAddress", .optional(candidate?.pciAddress)),
      ("uuid", .optional(candidate?.uuid)),
      ("driver", drivers[target.id]?.facts?.json ?? .null),
      ("problem", .optional(drivers[target.id]?.problem)),
      ("throughput", throughput[target.id]?.json ?? .array([])),
    ])
  }
}

extension ParityResult {
  /// How much of its bound the worst sample takes.
  var closeness: Double? {
    worst.flatMap { row.expectation.far > 0 ? $0.levels / row.expectation.far : nil }
  }

  /// `=0: 5011, <=0.05: 12`.
  var histogramText: String {
    let limits = Histogram.limits
    return histogram.enumerated().filter { $1 > 0 }.map { i, count in
      let name =
        i == 0 ? "0" : i < limits.count ? "to \(limits[i])" : "over \(limits[limits.count - 1])"
      return "\(name): \(count)"
    }.joined(separator: ", ")
  }
}
