import Glibc

/// All the work of one command, known before any of it is done.
struct RenderPlan: Sendable {
  struct Job: Sendable {
    let input: InputImage
    let destination: OutputRule.Destination
    /// The frame's place in an animation; nil for a still.
    var frame: Int?
  }

  /// The frames of an animation are not listed: there may be millions.
  enum Work: Sendable {
    case stills([Job])
    case animation(InputImage, FramePattern, firstNumber: Int, frameCount: Int)
  }

  let work: Work
  /// The folder to make before anything is written.
  let folder: Path?

  var count: Int {
    switch work {
    case .stills(let jobs): jobs.count
    case .animation(_, _, _, let frameCount): frameCount
    }
  }

  subscript(index: Int) -> Job {
    switch work {
    case .stills(let jobs): jobs[index]
    case .animation(let image, let pattern, let first, _):
      Job(input: image, destination: .file(pattern.path(first + index)), frame: index)
    }
  }

  init(
    _ images: [InputImage], to rule: OutputRule, animation: RenderOptions.Animation?,
    startNumber: Int?
  ) throws(CommandError) {
    if let animation {
      guard images.count == 1 else {
        throw .usage(
          "--frames animates one image, but there are \(images.count) inputs")
      }
      let pattern = try rule.frames(of: images[0], count: animation.frameCount)
      let first = startNumber ?? 0
      work = .animation(images[0], pattern, firstNumber: first, frameCount: animation.frameCount)
      if case .file(let input) = images[0].source, let number = pattern.number(in: input.name),
        (first..<(first + animation.frameCount)).contains(number),
        Location(pattern.path(number)) == Location(input)
      {
        throw .usage("the output would replace the input \(input)")
      }
      try Self.refuseLinks(images[0], pattern, from: first, count: animation.frameCount)
    } else {
      let destinations = try rule.destinations(for: images, startNumber: startNumber)
      let jobs = zip(images, destinations).map { Job(input: $0, destination: $1) }
      try Self.refuseCollisions(jobs)
      work = .stills(jobs)
    }
    if case .folder(let path) = rule { folder = path } else { folder = nil }
  }

  /// An existing frame may be a link to the input.
  private static func refuseLinks(
    _ image: InputImage, _ pattern: FramePattern, from first: Int, count: Int
  ) throws(CommandError) {
    guard let input = image.identity else { return }
    for number in first..<(first + min(count, 100_000)) {
      let path = pattern.path(number)
      if let status = try? FileStatus(of: path), status.identity == input {
        throw .usage("the output \(path) would replace the input \(image.name)")
      }
    }
  }

  /// No output may be an input, nor two outputs the same file.
  private static func refuseCollisions(_ jobs: [Job]) throws(CommandError) {
    var inputs: [FileStatus.Identity: Path] = [:]
    for job in jobs {
      if let identity = job.input.identity { inputs[identity] = job.input.name }
    }
    var outputs: [Location: InputImage] = [:]
    var folders: [Path: Path?] = [:]
    for job in jobs {
      guard case .file(let path) = job.destination else { continue }
      let status = try? FileStatus(of: path)
      if let identity = status?.identity, let input = inputs[identity] {
        throw .usage("the output \(path) would replace the input \(input)")
      }
      if status?.kind == .special { continue }
      let location = Location(path, cache: &folders)
      if let other = outputs.updateValue(job.input, forKey: location) {
        throw .usage(
          "\(other.name) and \(job.input.name) would both be written to \(path); "
            + "render them into different folders")
      }
    }
  }

  /// Where a file is or would be, the same for all ways to write it.
  private struct Location: Hashable {
    let folder: Path
    let name: Path

    init(_ path: Path) {
      var cache: [Path: Path?] = [:]
      self.init(path, cache: &cache)
    }

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
