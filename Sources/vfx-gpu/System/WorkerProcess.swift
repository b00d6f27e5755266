import Glibc
import Synchronization

/// A child process that answers with lines.
final class WorkerProcess {
  enum End: Hashable, Sendable {
    case exited(Int32)
    case signal(Int32)
  }

  private let process: pid_t
  private let output: Int32
  private let errors: UnsafeMutablePointer<FILE>?
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// Starts a program whose standard input are these bytes.
  init(_ program: Path, _ arguments: [String], input: [UInt8]) throws(SystemError) {
    // Files instead of pipes: neither side can block the other.
    guard let inputFile = tmpfile() else { throw SystemError() }
    defer { fclose(inputFile) }
    input.withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, inputFile) }
    guard fflush(inputFile) == 0 else { throw SystemError() }
    lseek(fileno(inputFile), 0, SEEK_SET)
    let errors = tmpfile()
    self.errors = errors
    do throws(SystemError) {
      (process, output) = try Self.starting.withLock { _ throws(SystemError) in
        try Self.start(program, arguments, fileno(inputFile), errors.map { fileno($0) })
      }
    } catch {
      if let errors { fclose(errors) }
      throw error
    }
  }

  /// Between the making of a pipe and its being closed on exec no other child
  /// may be started: it would keep the pipe open.
  private static let starting = Mutex(())

  private static func start(
    _ program: Path, _ arguments: [String], _ input: Int32, _ errors: Int32?
  ) throws(SystemError) -> (pid_t, Int32) {
    var ends: [Int32] = [-1, -1]
    try retrying { pipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    if let errors { posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }
    let strings = CStrings()
    var argv = ([program] + arguments.map { Path($0) }).map {
      UnsafeMutablePointer(mutating: strings.copy($0.bytes)) as UnsafeMutablePointer<CChar>?
    }
    argv.append(nil)
    var process = pid_t()
    let code = program.withCString { posix_spawn(&process, $0, &actions, nil, argv, environ) }
    close(ends[1])
    if code != 0 {
      close(ends[0])
      throw SystemError(code)
    }
    return (process, ends[0])
  }

  /// The next line, without its end.
  ///
  /// - Parameter seconds: to wait for it.
  /// - Returns: nil at the end.
  /// - Throws: `ETIMEDOUT` when there is none in time.
  func line(within seconds: Double) throws(SystemError) -> [UInt8]? {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while true {
      if let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Array(buffer[start..<end])
      }
      if isAtEnd { return nil }
      buffer.removeFirst(start)
      start = 0
      let left = max(0, (deadline - .now) / .milliseconds(1))
      var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let ready = try retrying { poll(&descriptor, 1, Int32(min(left, 1e6))) }
      if ready == 0 { throw SystemError(ETIMEDOUT) }
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      let count = try retrying { read(output, &chunk, chunk.count) }
      if count == 0 { isAtEnd = true } else { buffer += chunk[..<count] }
    }
  }

  /// Ends it, if it runs, and says how it ended.
  func end(killing: Bool) -> End {
    if killing { kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    close(output)
    let signal = status & 0x7f
    return signal == 0 ? .exited((status >> 8) & 0xff) : .signal(signal)
  }

  /// The last words on its standard error, once it has ended.
  func lastWords() -> String {
    guard let errors else { return "" }
    defer { fclose(errors) }
    let size = lseek(fileno(errors), 0, SEEK_END)
    lseek(fileno(errors), max(0, size - 2000), SEEK_SET)
    let bytes = (try? readAll(fileno(errors), limit: 4000)) ?? nil
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
