import GPUEffectsCodecs

/// What `-o` asks for.
enum OutputRule: Hashable, Sendable {
  case file(Path)
  case folder(Path)
  case pattern(FramePattern)
  case standardOutput
  /// A new name without extension: meant as a file or a folder, nobody knows.
  case unclear(Path)

  /// - Parameters:
  ///   - format: what `--format` says; it makes a file's extension immaterial.
  ///   - kind: what exists at a path.
  init(
    _ output: Path, format: StillFormat? = nil, kind: (Path) -> FileStatus.Kind?
  ) throws(CommandError) {
    if Self.isStandardOutput(output) {
      self = .standardOutput
      return
    }
    let existing = kind(output)
    if output.endsInSlash || existing == .folder {
      self = .folder(output)
      return
    }
    let pattern = try FramePattern(output)
    let name = pattern?.path(0) ?? output
    if format != nil || existing == .special || StillFormat(name) != nil {
      self = pattern.map { .pattern($0) } ?? .file(output)
    } else if name.fileExtension.isEmpty {
      if pattern != nil { throw .usage("-o \(output): end the pattern in .png, .jpg or .webp") }
      self = .unclear(output)
    } else {
      throw .usage(
        "-o \(output): vfx-gpu writes png, jpg and webp, not "
          + printable(Array(name.fileExtension.utf8)))
    }
  }

  /// Whether a path is one of standard output's names.
  static func isStandardOutput(_ path: Path) -> Bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(path)
  }

  /// The folder of all outputs.
  struct Folder: Hashable, Sendable {
    let path: Path
    /// Whether it was named as one, and is made where it is missing.
    let isMade: Bool

    /// Makes it, or makes sure that it is there: otherwise every single output
    /// would fail.
    func prepare() throws(CommandError) {
      if isMade {
        do throws(SystemError) {
          try makeFolder(path)
        } catch {
          throw CommandError(.failed, "can't make the folder \(path): \(error)")
        }
      } else if (try? FileStatus(of: path))?.kind != .folder {
        throw CommandError(.failed, "the output folder \(path) does not exist; make it first")
      }
    }
  }

  /// nil where there is none to look at.
  var folder: Folder? {
    switch self {
    case .folder(let path): Folder(path: path, isMade: true)
    case .pattern(let pattern): Folder(path: pattern.folder, isMade: false)
    case .file, .standardOutput, .unclear: nil
    }
  }

  /// Where one result goes, and under which number it goes there.
  enum Destination: Hashable, Sendable {
    case file(Path)
    case standardOutput

    var name: Path {
      switch self {
      case .file(let path): path
      case .standardOutput: "-"
      }
    }
  }

  /// The destinations of images, in their order.
  ///
  /// - Parameters:
  ///   - startNumber: numbers the outputs of a pattern from here on, instead of
  ///     by the inputs' own numbers.
  ///   - format: what `--format` says; nil keeps each input's.
  func destinations(
    for images: [InputImage], startNumber: Int?, format: StillFormat? = nil
  ) throws(CommandError) -> [Destination] {
    switch self {
    case .standardOutput:
      guard images.count <= 1 else {
        throw .usage("standard output takes one image, but there are \(images.count) inputs")
      }
      return images.map { _ in .standardOutput }
    case .file(let path), .unclear(let path):
      guard images.count <= 1 else {
        throw .usage(
          "\(images.count) inputs can't go to one file; did you mean the folder -o \(path)/?")
      }
      if case .unclear = self {
        throw .usage("-o \(path): end it in .png, .jpg or .webp for a file, or in / for a folder")
      }
      return images.map { _ in .file(path) }
    case .folder(let folder):
      return images.map { .file(folder.appending(Self.outputName(for: $0.name, format))) }
    case .pattern(let pattern):
      return Self.numbers(of: images, startNumber).map { .file(pattern.path($0)) }
    }
  }

  /// The destinations of an animation's frames.
  func frames(
    of image: InputImage, count: Int, format: StillFormat? = nil
  ) throws(CommandError) -> FramePattern {
    switch self {
    case .pattern(let pattern): return pattern
    case .folder(let folder):
      return FramePattern(
        folder: folder, name: image.name.stem,
        fileExtension: (format ?? .png).fileExtensions[0])
    case .file(let path), .unclear(let path):
      throw .usage(
        "\(count) frames can't go to one file; write a pattern such as "
          + "\(path.folder.appending(path.stem))_%05d.png, or the folder \(path)/")
    case .standardOutput:
      throw .usage(
        "an animation can't go to standard output in this version; write to a folder or a pattern")
    }
  }

  /// The input's own name where that says what is written, else with the
  /// extension of it. What has no format of ours becomes a PNG.
  private static func outputName(for input: Path, _ format: StillFormat?) -> Path {
    let own = StillFormat(input)
    if let own, own == format ?? own { return input.name }
    return Path(input.stem.bytes + Array(".\((format ?? .png).fileExtensions[0])".utf8))
  }

  /// The numbers that a pattern gives to images: that of the pattern they were
  /// found by, else the one in their names if all have one, else their place.
  private static func numbers(of images: [InputImage], _ startNumber: Int?) -> [Int] {
    let start = startNumber ?? 0
    if startNumber == nil {
      let own = images.map { $0.frame ?? frameNumber(in: $0.name) }
      let known = own.compactMap(\.self)
      if known.count == images.count, Set(known).count == images.count { return known }
    }
    return images.indices.map { start + $0 }
  }
}

extension StillFormat {
  /// The format that a file's name promises; nil where it promises none of ours.
  init?(_ path: Path) { self.init(fileExtension: path.fileExtension) }
}
