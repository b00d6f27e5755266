/// One image to be rendered.
struct InputImage: Hashable, Sendable {
  enum Source: Hashable, Sendable {
    case file(Path)
    case standardInput
  }

  let source: Source
  /// Its place in the pattern that it was found by.
  var frame: Int?
  /// Which file it is; nil for standard input.
  var identity: FileStatus.Identity?

  /// What names it in messages and outputs.
  var name: Path {
    switch source {
    case .file(let path): path
    case .standardInput: "stdin"
    }
  }
}

/// An input that can't be rendered.
struct InputFailure: Hashable, Sendable {
  let name: Path
  /// What is wrong with it, to follow its name and a colon.
  let message: String
  /// How many images were found before it.
  var place = 0
}

/// What the operands stand for.
struct InputList: Sendable {
  var images: [InputImage] = []
  var failures: [InputFailure] = []
  /// Files in folders that are no images.
  var skipped = 0
  /// Sentences for people: gaps in numbers, empty folders.
  var notes: [String] = []
}
