import GPUEffects
import GPUEffectsParity
import GPUEffectsSceneFile

extension ParitySummary {
  /// The report as continuous integration reads it: a suite a device, a case a
  /// row.
  var junit: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites \(counts(results)) name=\"vfx-gpu parity\">\n"
    for target in targets {
      let own = results.filter { $0.target == target.id }
      text += "  <testsuite \(counts(own)) name=\"\(escaped(target.id))\">\n    <properties>\n"
      for (name, value) in properties(target) {
        text += "      <property name=\"\(name)\" value=\"\(escaped(value))\"/>\n"
      }
      text += "    </properties>\n" + own.map(testCase).joined() + "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private func counts(_ results: [ParityResult]) -> String {
    let errors = results.count { $0.isOver && ($0.status == .crashed || $0.status == .hung) }
    let failures = results.count { $0.isOver } - errors
    let skipped = results.count { $0.isLeftOut }
    let seconds = results.reduce(0) { $0 + $1.seconds }
    return "tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"\(errors)\" "
      + "skipped=\"\(skipped)\" time=\"\(hundredths(seconds))\""
  }

  private func properties(_ target: ParityTarget) -> [(String, String)] {
    guard case .object(let facts)? = drivers[target.id]?.facts else { return [] }
    var properties = facts.keys.map { ($0, facts[$0]?.json.line ?? "") }
    if let address = target.candidate?.pciAddress { properties.append(("pciAddress", address)) }
    return properties
  }

  private func testCase(_ result: ParityResult) -> String {
    var text =
      "    <testcase classname=\"\(escaped(result.target)).\(result.row.group)\" "
      + "name=\"\(escaped(result.row.name))\" time=\"\(hundredths(result.seconds))\">"
    let reason = escaped(result.reason ?? "")
    if result.isLeftOut {
      text += "<skipped message=\"\(reason)\"/>"
    } else if result.isOver {
      let tag = result.status == .crashed || result.status == .hung ? "error" : "failure"
      text +=
        "<\(tag) type=\"\(result.status.rawValue)\" message=\"\(reason)\">"
        + escaped("\(result.row)\n\(result.command)\n") + "</\(tag)>"
    } else if result.change == .fixed {
      text += "<system-out>fixed: it failed in the baseline</system-out>"
    }
    return text + "</testcase>\n"
  }
}

extension ParityResult {
  /// Not run, or known to fail.
  fileprivate var isLeftOut: Bool {
    status == .skipped || status == .notRun || (status.isFailure && change == .known)
  }
}

/// Text as XML and HTML write it; what XML can't hold becomes a question mark.
func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "\n": result += "&#10;"
    case _ where scalar.value < 0x20: result += "?"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
