/// What a moving picture is written as.
enum MovieFormat: String, CaseIterable, Sendable {
  /// YUV4MPEG2, uncompressed.
  case y4m
  /// Raw pixels without a header: red, green, blue and straight alpha, 8 bits each.
  case rgba

  /// The format that a file's name asks for.
  init?(_ path: Path) {
    guard let format = MovieFormat(rawValue: path.fileExtension), format != .rgba else {
      return nil
    }
    self = format
  }
}
