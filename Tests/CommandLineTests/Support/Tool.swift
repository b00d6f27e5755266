import Glibc
import Testing

@testable import vfx_gpu

/// The built program, run as a child process.
struct Tool {
  struct Result {
    /// The exit status; 128 + the signal's number if a signal ended it.
    let status: Int32
    let output: [UInt8]
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var errorLines: [Substring] { errors.split(separator: "\n") }
  }

  /// It lies beside the test program.
  static func program() throws -> Path {
    let program = try #require(realPath("/proc/self/exe")).folder.appending("vfx-gpu")
    try #require((try? FileStatus(of: program))?.kind == .file, "\(program) is not built")
    return program
  }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - input: standard input; empty without.
  ///   - environment: `NAME=VALUE`, added to the own one.
  ///   - shell: instead of the program itself, a shell script that finds it in `$0`.
  static func run(
    _ arguments: Path..., input: Path = "/dev/null", environment: [String] = []
  ) throws -> Result {
    try run(arguments, input: input, environment: environment)
  }

  static func run(
    _ arguments: [Path], input: Path = "/dev/null", environment: [String] = []
  ) throws -> Result {
    let folder = try TemporaryFolder()
    let child = try Child(
      [try program()] + arguments, input: input, output: folder["out"], errors: folder["err"],
      environment: environment)
    let status = try child.wait()
    return Result(
      status: status, output: try readFile(folder["out"]),
      errors: String(decoding: try readFile(folder["err"]), as: UTF8.self))
  }

  /// Runs a shell script in which `$vfx` is the program and `$1`, `$2`, ... are `arguments`.
  static func shell(_ script: String, _ arguments: Path...) throws -> Result {
    try shell(script, arguments)
  }

  static func shell(_ script: String, _ first: Path, _ rest: [Path]) throws -> Result {
    try shell(script, [first] + rest)
  }

  private static func shell(_ script: String, _ arguments: [Path]) throws -> Result {
    let folder = try TemporaryFolder()
    let child = try Child(
      ["/bin/sh", "-c", Path(script), "sh"] + arguments, input: "/dev/null",
      output: folder["out"], errors: folder["err"], environment: ["vfx=\(try program())"])
    let status = try child.wait()
    return Result(
      status: status, output: try readFile(folder["out"]),
      errors: String(decoding: try readFile(folder["err"]), as: UTF8.self))
  }
}

/// A child process with its streams in files.
final class Child {
  let pid: pid_t

  init(
    _ command: [Path], input: Path, output: Path, errors: Path, environment: [String] = []
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let create = O_WRONLY | O_CREAT | O_TRUNC
    for (stream, path, flags) in [(0, input, O_RDONLY), (1, output, create), (2, errors, create)] {
      _ = path.withCString {
        posix_spawn_file_actions_addopen(&actions, Int32(stream), $0, flags, 0o600)
      }
    }
    let strings = CStrings()
    var arguments = command.map {
      UnsafeMutablePointer(mutating: strings.copy($0.bytes)) as UnsafeMutablePointer<CChar>?
    }
    arguments.append(nil)
    var variables = environment.map {
      UnsafeMutablePointer(mutating: strings.copy($0)) as UnsafeMutablePointer<CChar>?
    }
    var inherited = environ
    while let variable = inherited.pointee {
      variables.append(variable)
      inherited += 1
    }
    variables.append(nil)
    var pid = pid_t()
    let code = command[0].withCString {
      posix_spawn(&pid, $0, &actions, nil, arguments, variables)
    }
    if code != 0 { throw SystemError(code) }
    self.pid = pid
  }

  func send(_ signal: Int32) { kill(pid, signal) }

  func wait() throws -> Int32 {
    var status: Int32 = 0
    try retrying { waitpid(pid, &status, 0) }
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }
}
