import Glibc

/// Finds outputs that would replace an input or each other, before any work.
struct Collisions {
  private var inputs: [FileStatus.Identity: Path] = [:]
  private var outputs: [Location: Path] = [:]
  private var folders: [Path: Path?] = [:]

  /// Everything that is read: images, the mask, a scene and its pictures.
  mutating func read(_ path: Path, _ identity: FileStatus.Identity?) {
    if let identity { inputs[identity] = path }
  }

  mutating func read(_ path: Path) {
    if path != "-" { read(path, (try? FileStatus(of: path))?.identity) }
  }

  /// A file that is written: a picture, a report.
  ///
  /// - Parameter source: what it is made of, for people.
  mutating func write(_ path: Path, from source: Path) throws(CommandError) {
    let status = try? FileStatus(of: path)
    // Devices and pipes take any number of outputs, and are none the worse.
    if status?.kind == .special { return }
    if let identity = status?.identity, let input = inputs[identity] {
      throw .usage(
        "the output \(path) would replace the input \(input); write to another folder")
    }
    let location = Location(path, cache: &folders)
    guard let other = outputs.updateValue(source, forKey: location) else { return }
    throw .usage(
      "\(other) and \(source) would both be written to \(path); give them different places")
  }

  /// The frames of an animation: only those that are there already need a look.
  mutating func write(
    _ pattern: FramePattern, _ numbers: Range<Int>, from source: Path
  ) throws(CommandError) {
    for name in (try? namesInFolder(pattern.folder)) ?? [] {
      guard let number = pattern.number(in: name), numbers.contains(number) else { continue }
      let path = pattern.path(number)
      if let identity = (try? FileStatus(of: path))?.identity, let input = inputs[identity] {
        throw .usage(
          "the output \(path) would replace the input \(input); write to another folder")
      }
    }
    for (location, other) in outputs where location.folder == realPath(pattern.folder) {
      if let number = pattern.number(in: location.name), numbers.contains(number) {
        throw .usage(
          "\(other) and \(source) would both be written to \(pattern.path(number)); "
            + "give them different places")
      }
    }
  }

  /// Where a file is or would be, the same for all ways to write it.
  private struct Location: Hashable {
    let folder: Path
    let name: Path

    init(_ path: Path, cache: inout [Path: Path?]) {
      let folder = path.folder
      let real = cache[folder] ?? realPath(folder)
      cache[folder] = real
      self.folder = real ?? folder.trimmed
      name = path.name
    }
  }
}

/// The path without symbolic links and `..`; nil when there is nothing at it.
func realPath(_ path: Path) -> Path? {
  guard let real = path.withCString({ realpath($0, nil) }) else { return nil }
  defer { free(real) }
  return Path(cString: real)
}
