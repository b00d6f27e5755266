import GPUEffects
import GPUEffectsCodecs

/// What the command line says about moving pictures.
struct MovieOptions: Sendable {
  /// `--format`, where it names one of a moving picture.
  let format: MovieFormat?
  /// `--yuv-matrix`; nil is by the number of lines.
  let matrix: YUVEncoding.Matrix?
  /// `--size`, of raw frames on standard input.
  let size: (width: Int, height: Int)?
  /// `--fps`.
  let rate: FrameRate?
  /// Under what is translucent; black by default.
  let background: Color?

  /// Whether the command line speaks of a moving picture for sure.
  var isGiven: Bool { format != nil || size != nil }

  init(_ arguments: ParsedArguments) throws(CommandError) {
    format = arguments.value("format").flatMap { MovieFormat(rawValue: $0.text.lowercased()) }
    matrix = try arguments.value("yuv-matrix").flatMap { (value) throws(CommandError) in
      if value.text == "auto" { return nil }
      return try value.word(YUVEncoding.Matrix.self)
    }
    size = try arguments.value("size").map { (value) throws(CommandError) in
      let numbers = value.text.split(separator: "x", omittingEmptySubsequences: false)
        .map { Int($0) ?? 0 }
      guard numbers.count == 2, numbers.allSatisfy({ (1...65_536).contains($0) }),
        numbers[0] * numbers[1] <= DecodeLimits().maximumPixels
      else { throw value.error("a size: write 1920x1080") }
      return (numbers[0], numbers[1])
    }
    rate = try arguments.value("fps").flatMap { (value) throws(CommandError) in
      _ = try value.frameRate()
      return FrameRate(value.text)
    }
    background = arguments.value("background").flatMap { Color($0.text) }
  }
}

extension ParsedArguments {
  /// The arguments for who reads stills only.
  func withoutFormat(_ format: MovieFormat?) -> ParsedArguments {
    guard format != nil else { return self }
    var arguments = self
    arguments.occurrences.removeAll { $0.name == "format" }
    return arguments
  }
}
