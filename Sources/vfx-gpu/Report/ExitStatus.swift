/// What the process tells its caller.
enum ExitStatus: Int32, Sendable {
  case done = 0
  /// Some inputs failed, nothing matched, or the disk is full; `compare`: they differ.
  case failed = 1
  /// Wrong usage; `compare`: can't compare.
  case usage = 2
  /// No usable device.
  case noDevice = 3
}

/// Why a command ends early: one sentence for people, and the exit status.
struct CommandError: Error, Sendable {
  let status: ExitStatus
  let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  static func usage(_ message: String) -> CommandError { CommandError(.usage, message) }
}
