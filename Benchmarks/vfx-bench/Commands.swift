import GPUEffects
import Glibc

private let usage = """
  vfx-bench run [--filter TEXT]... [--rounds N] [--threads N] [--device ID]
                [--commit TEXT] [--json FILE]
      Times the cases whose name holds every TEXT: steady calls, first calls of
      fresh processes, peak memory. --json appends a line for each row.
  vfx-bench cases
      Lists the names.
  vfx-bench serve PICTURE BACKEND [--threads N] [--device ID]
      Obeys lines of standard input, for Benchmarks/peers.
  vfx-bench first CASE [--threads N] [--device ID]
      What `run` starts to meet a case for the first time.
  """

/// A command's arguments in a form that is easy to ask.
struct Arguments {
  private(set) var words: [String] = []
  private var options: [(name: String, value: String)] = []

  init?(_ arguments: [String]) {
    let known = ["--filter", "--rounds", "--threads", "--device", "--commit", "--json"]
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        words.append(word)
        continue
      }
      guard known.contains(word), let value = rest.popFirst() else { return nil }
      options.append((word, value))
    }
  }

  func all(_ name: String) -> [String] { options.filter { $0.name == name }.map(\.value) }
  func last(_ name: String) -> String? { all(name).last }
  func number(_ name: String, default value: Int) -> Int { last(name).flatMap(Int.init) ?? value }

  /// Threads of the CPU backend, and of the copies that it is compared with.
  var threads: Int { max(1, number("--threads", default: 2)) }
}

/// The exit status of `vfx-bench` with these arguments.
func runCommand(_ arguments: [String]) -> Int32 {
  guard let arguments = Arguments(arguments), let command = arguments.words.first else {
    return complain(usage, status: 2)
  }
  let words = arguments.words.dropFirst()
  do {
    switch (command, words.count) {
    case ("cases", 0):
      for benchmark in Case.all { print(benchmark.name) }
    case ("run", 0):
      try Suite(arguments).run()
    case ("first", 1):
      guard let benchmark = Case.all.first(where: { $0.name == words.first }) else {
        return complain("There is no case \(words.first ?? ""); `vfx-bench cases` lists them.")
      }
      try FirstCall.measure(benchmark, arguments).printLine()
    case ("serve", 2):
      guard let picture = Picture(rawValue: words[1]), let backend = Backend(rawValue: words[2])
      else { return complain(usage, status: 2) }
      var service = try Service(picture, backend, arguments)
      try service.run()
    default:
      return complain(usage, status: 2)
    }
    return 0
  } catch {
    return complain("\(error)")
  }
}

private func complain(_ text: String, status: Int32 = 1) -> Int32 {
  say(text)
  return status
}

/// Tells a person something that is no result.
func say(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

/// Why a benchmark can't go on, for people.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
