import GPUEffects
import GPUEffectsCodecs

extension StillEncoding {
  /// What `--png-compression`, `--quality` and `--background` say.
  init(_ arguments: ParsedArguments) throws(CommandError) {
    self.init()
    if let value = arguments.value("png-compression") {
      compression = try value.word(PNGCompression.self)
    }
    if let value = arguments.value("quality") {
      quality = try value.integer(in: 1...100, "a quality")
    }
    if let value = arguments.value("background") {
      guard let color = Color(value.text), color.alpha == 1 else {
        throw value.error("an opaque colour: write #RGB, #RRGGBB, black or white")
      }
      background = color
    }
  }
}

extension StillFormat {
  /// What `--format` says; nil without it.
  init?(_ arguments: ParsedArguments) throws(CommandError) {
    guard let value = arguments.value("format") else { return nil }
    let word = value.text.lowercased()
    if let format = StillFormat(fileExtension: word) {
      self = format
      return
    }
    let later = ["y4m", "rgba", "gif", "apng", "mp4", "mov", "webm"]
    if later.contains(word) {
      throw .usage(
        "--format \(word) is not part of this version of vfx-gpu; it writes png, jpeg and webp")
    }
    throw value.error("a format: png, jpeg or webp")
  }
}
