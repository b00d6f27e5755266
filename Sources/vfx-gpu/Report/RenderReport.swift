import Glibc
import Synchronization

/// What became of every image, counted as it happens by any thread.
final class RenderReport: Sendable {
  struct Entry: Sendable {
    enum Status: String, Sendable {
      case rendered
      /// It was there already, made from this input with these settings.
      case upToDate
      case failed
    }

    /// Its place among the inputs.
    var place = 0
    let input: Path
    var output: Path?
    var frame: Int?
    var width: Int?
    var height: Int?
    var status: Status
    var error: String?
  }

  struct Counts: Sendable {
    var rendered = 0
    var upToDate = 0
    var failed = 0
  }

  private struct State {
    var counts = Counts()
    var entries: [Entry] = []
    /// The first failures, for the summary.
    var failures: [String] = []
    var error: String?
    var backend: JSON = .null
  }
  private let state = Mutex(State())
  /// Entries are kept only for the report: an animation may have millions.
  private let keepsEntries: Bool
  private let command: String
  private let start = ContinuousClock.now

  init(command: String = "render", keepsEntries: Bool) {
    self.command = command
    self.keepsEntries = keepsEntries
  }

  var counts: Counts { state.withLock { $0.counts } }

  var seconds: Double {
    let elapsed = ContinuousClock.now - start
    return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
  }

  func add(_ entry: Entry) {
    state.withLock { state in
      switch entry.status {
      case .rendered: state.counts.rendered += 1
      case .upToDate: state.counts.upToDate += 1
      case .failed:
        state.counts.failed += 1
        if state.failures.count < Self.listedFailures {
          state.failures.append("\(entry.output ?? entry.input): \(entry.error ?? "failed")")
        }
      }
      if keepsEntries { state.entries.append(entry) }
    }
  }

  /// Why nothing, or nothing more, was done.
  func setError(_ message: String) { state.withLock { $0.error = message } }

  private static let listedFailures = 20

  /// The failures again, at the end of a batch in which they went by; empty
  /// where they can't have been overlooked.
  var failureList: [String] {
    let (failures, counts) = state.withLock { ($0.failures, $0.counts) }
    guard counts.failed > 0, counts.failed + counts.rendered + counts.upToDate > 50 else {
      return []
    }
    let more = counts.failed - failures.count
    return ["failed:"] + failures.map { "  " + $0 }
      + (more > 0 ? ["  and \(more) more"] : [])
  }

  /// Lets the threads that just finished files count them, a fifth of a second
  /// at most, before an interrupted process says how many there are.
  func awaitRendered(_ finished: Int) {
    for _ in 0..<200 where counts.rendered < finished { usleep(1000) }
  }

  func setBackend(name: String, device: String, reason: String) {
    state.withLock { state in
      state.backend = .object([
        ("name", .string(name)), ("device", .string(device)), ("reason", .string(reason)),
      ])
    }
  }

  /// The line at the end.
  func summary(skipped: Int, interrupted: Bool = false) -> String {
    let counts = counts
    return (interrupted ? "interrupted: " : "") + "rendered \(counts.rendered), "
      + (counts.upToDate > 0 ? "up to date \(counts.upToDate), " : "")
      + "failed \(counts.failed), skipped \(skipped) in \(hundredths(seconds)) s"
  }

  func json(skipped: Int, interrupted: Bool) -> JSON {
    let state = state.withLock { $0 }
    return .object([
      ("command", .string(command)),
      ("version", .string(version)),
      ("backend", state.backend),
      ("rendered", .integer(state.counts.rendered)),
      ("upToDate", .integer(state.counts.upToDate)),
      ("failed", .integer(state.counts.failed)),
      ("skipped", .integer(skipped)),
      ("interrupted", .bool(interrupted)),
      ("seconds", .number(seconds)),
      ("error", .optional(state.error)),
      ("images", .array(state.entries.sorted { $0.place < $1.place }.map(\.json))),
    ])
  }
}

extension RenderReport.Entry {
  var json: JSON {
    .object(members)
  }

  var members: [(String, JSON)] {
    [
      ("input", .string(String(decoding: input.bytes, as: UTF8.self))),
      ("output", .optional(output.map { String(decoding: $0.bytes, as: UTF8.self) })),
      ("frame", .optional(frame)),
      ("width", .optional(width)),
      ("height", .optional(height)),
      ("status", .string(status.rawValue)),
      ("error", .optional(error)),
    ]
  }
}

/// A number with two decimals.
func hundredths(_ value: Double) -> String {
  guard value.isFinite, abs(value) < 1e15 else { return String(value) }
  let scaled = Int((abs(value) * 100).rounded())
  let decimals = String(scaled % 100)
  return (value < 0 ? "-" : "") + "\(scaled / 100)." + (decimals.utf8.count < 2 ? "0" : "")
    + decimals
}

extension ReportDestination {
  func write(_ report: JSON) throws(CommandError) { try write(text: report.document) }

  func write(text: String) throws(CommandError) {
    switch self {
    case .standardOutput: try Console.print(text)
    case .file(let path):
      let bytes = Array(text.utf8)
      var failure: SystemError?
      bytes.withUnsafeBytes { buffer in
        do throws(SystemError) {
          try OutputFiles().write(buffer, to: path, overwrite: true)
        } catch {
          failure = error
        }
      }
      if let failure { throw CommandError(.failed, "can't write the report \(path): \(failure)") }
    }
  }
}
