import Glibc

/// `--log-json`: a line of JSON for every event, as it happens.
final class EventLog: Sendable {
  private let file: Int32
  private let start = ContinuousClock.now

  init(_ path: Path) throws(CommandError) {
    do throws(SystemError) {
      file = try retrying {
        path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o666) }
      }
    } catch {
      throw CommandError(.failed, "can't write the log \(path): \(error)")
    }
  }

  deinit { close(file) }

  /// One write a line, so that lines of several threads don't mix. The pictures
  /// matter more than a log that can't be written.
  func write(_ event: String, _ members: [(String, JSON)]) {
    let elapsed = ContinuousClock.now - start
    let seconds =
      Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    let line = JSON.object([("event", .string(event)), ("seconds", .number(seconds))] + members)
    try? Console.write(line.line + "\n", to: file)
  }
}
