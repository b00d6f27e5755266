import GPUEffects
import GPUEffectsMeasuring
import Glibc

/// What a fresh process needs for its first call, and how much memory in all.
struct FirstCall {
  /// Milliseconds to make the renderer.
  var start: Double
  /// Milliseconds of the first call.
  var first: Double
  /// The most memory that the process ever held beyond what it had before the
  /// picture existed, in pictures: source and result count one each.
  var pictures: Double

  /// Measures in this process, which must not have rendered anything yet.
  static func measure(_ benchmark: Case, _ arguments: Arguments) throws -> FirstCall {
    let clock = ContinuousClock()
    let started = clock.now
    let bench = try Bench(benchmark.backend, arguments)
    let start = (clock.now - started) / .milliseconds(1)
    let base = Hardware.memory("VmRSS")
    let image = try benchmark.picture.make()
    let settings = RenderSettings(benchmark.look.values)
    var result: Image?
    let first = try milliseconds { result = try bench.renderer.render(image, settings) }
    for _ in 0..<4 {
      // One result at a time, as where frames are written to files.
      result = nil
      result = try bench.renderer.render(image, settings)
    }
    let held = Hardware.memory("VmHWM") - base
    _ = consume result
    return FirstCall(
      start: start, first: first, pictures: Double(held) / Double(image.pixels.byteCount))
  }

  func printLine() { print(start, first, pictures) }

  /// Measures in a fresh process of this program.
  static func inFreshProcess(_ benchmark: Case, _ arguments: Arguments) throws -> FirstCall {
    var command = ["/proc/self/exe", "first", benchmark.name, "--threads", "\(arguments.threads)"]
    if let device = arguments.last("--device") { command += ["--device", device] }
    let line = try output(of: command)
    let numbers = line.split(whereSeparator: { " \n".contains($0) }).compactMap { Double($0) }
    guard numbers.count == 3 else {
      throw BenchmarkError("A process of its own for \(benchmark.name) failed.")
    }
    return FirstCall(start: numbers[0], first: numbers[1], pictures: numbers[2])
  }
}

/// What a program writes to its standard output.
private func output(of command: [String]) throws(BenchmarkError) -> String {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { throw BenchmarkError("There is no pipe to be had.") }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
  var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
  arguments.append(nil)
  var process: pid_t = 0
  let status = posix_spawn(&process, command[0], &actions, nil, arguments, environ)
  for argument in arguments { free(argument) }
  posix_spawn_file_actions_destroy(&actions)
  close(ends[1])
  defer { close(ends[0]) }
  guard status == 0 else { throw BenchmarkError("Can't start \(command[0]).") }
  var text: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = read(ends[0], &chunk, chunk.count)
    guard count > 0 else { break }
    text += chunk[..<count]
  }
  waitpid(process, nil, 0)
  return String(decoding: text, as: UTF8.self)
}
