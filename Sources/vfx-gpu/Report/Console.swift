import Glibc
import Synchronization

/// What a command says to people: one line each, on standard error, so that
/// standard output is free for images and reports.
struct Console: Sendable {
  enum Level: Sendable {
    case quiet
    case normal
    case verbose
  }

  let command: String
  let level: Level
  /// Lines go around it, while there is one.
  let bar = ProgressBar()
  private let said = SaidKinds()

  init(command: String, level: Level = .normal) {
    self.command = command
    self.level = level
  }

  /// Always shown: what went wrong.
  func error(_ message: String) { line("vfx-gpu \(command): \(message)") }

  /// Shown unless `--quiet`: what somebody may want to know.
  func note(_ message: String) {
    if level != .quiet { line(message) }
  }

  /// A note of which one of its kind is enough.
  func noteOnce(_ message: String, _ kind: String) {
    if said.isNew(kind) { note(message + " (said once)") }
  }

  /// Shown with `--verbose`.
  func detail(_ message: String) {
    if level == .verbose { line(message) }
  }

  /// One write a line, so that lines of several threads don't mix. There is
  /// nobody to tell when it fails.
  private func line(_ text: String) { bar.write(text) }

  /// Writes text to standard output.
  static func print(_ text: String) throws(CommandError) {
    do throws(SystemError) {
      try write(text, to: STDOUT_FILENO)
    } catch {
      // Somebody who reads only the head of a listing has seen enough.
      if error.code != EPIPE {
        throw CommandError(.failed, "can't write to standard output: \(error)")
      }
    }
  }

  static func write(_ text: String, to descriptor: Int32) throws(SystemError) {
    let bytes = Array(text.utf8)
    var failure: SystemError?
    bytes.withUnsafeBytes { buffer in
      do throws(SystemError) {
        try writeAll(buffer, to: descriptor)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}

/// The kinds of notes that were shown.
private final class SaidKinds: Sendable {
  private let kinds = Mutex<Set<String>>([])

  func isNew(_ kind: String) -> Bool { kinds.withLock { $0.insert(kind).inserted } }
}
