import GPUEffects
import GPUEffectsMeasuring
import Glibc

/// Renders one picture as lines of standard input ask, so that another program
/// can time its own blur in turns with ours, on the same pixels:
///
///     pixels PATH   writes the picture's samples        ok
///     blur SIGMA    blurs                               milliseconds
///     copy          copies the picture by all threads   milliseconds
///     save PATH     writes the last result's samples    ok
///
/// Each is answered by one line; the first line of all says what there is:
/// width, height, channels, bytes of a sample and who renders.
struct Service {
  private let picture: Image
  private let bench: Bench
  private let copy: MemoryCopy
  private var result: Image?

  init(_ picture: Picture, _ backend: Backend, _ arguments: Arguments) throws {
    self.picture = try picture.make()
    bench = try Bench(backend, arguments)
    copy = MemoryCopy(self.picture, threads: arguments.threads)
  }

  mutating func run() throws {
    let format = picture.format
    reply(
      "\(picture.width) \(picture.height) \(format.channels.rawValue) \(format.depth.rawValue) "
        + bench.driver)
    while let line = readLine() {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      reply(try answer(words.first ?? "", words.dropFirst().first ?? ""))
    }
  }

  private mutating func answer(_ command: String, _ argument: String) throws -> String {
    switch command {
    case "blur":
      guard let sigma = Double(argument) else { break }
      let settings = RenderSettings(VisualEffectValues(blurRadius: sigma))
      // Given back before the call, like the target that a caller of C reuses.
      result = nil
      return "\(try milliseconds { result = try bench.renderer.render(picture, settings) })"
    case "copy":
      return "\(milliseconds { copy.run() })"
    case "pixels":
      return try save(picture, argument)
    case "save":
      return try save(result ?? picture, argument)
    default:
      break
    }
    throw BenchmarkError("\"\(command) \(argument)\" is no command.")
  }

  private func save(_ image: Image, _ path: String) throws(BenchmarkError) -> String {
    try image.pixels.withUnsafeBytes { (bytes) throws(BenchmarkError) in
      try writeFile(path, bytes)
    }
    return "ok"
  }

  private func reply(_ line: String) {
    print(line)
    fflush(nil)
  }
}
