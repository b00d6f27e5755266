import GPUEffectsCodecs

/// All the work of one command, known before any of it is done.
struct RenderPlan: Sendable {
  struct Job: Sendable {
    let input: InputImage
    let destination: OutputRule.Destination
    /// The frame's place in an animation; nil for a still.
    var frame: Int?
    /// Its place among all inputs; nil for an animation's frames.
    var place: Int?
  }

  /// The frames of an animation are not listed: there may be millions.
  enum Work: Sendable {
    case stills([Job])
    case animation(InputImage, FramePattern, firstNumber: Int, frameCount: Int)
  }

  let work: Work
  /// Where the outputs go.
  let folder: OutputRule.Folder?

  /// All folders that something is written to.
  var folders: Set<Path> {
    switch work {
    case .stills(let jobs):
      Set(
        jobs.compactMap { if case .file(let path) = $0.destination { path.folder } else { nil } })
    case .animation(_, let pattern, _, _): [pattern.folder]
    }
  }

  /// Tells batches apart: their inputs, their outputs and their settings.
  func fingerprint(_ settings: Digest) -> String {
    var digest = settings
    switch work {
    case .stills(let jobs):
      for job in jobs {
        digest.add(job.input.name.bytes)
        digest.add(job.destination.name.bytes)
      }
    case .animation(let image, _, let first, let count):
      digest.add(image.name.bytes)
      digest.add(Digest("\(first) \(count)"))
    }
    return "\(digest)"
  }

  /// What of it this process does; nil for all.
  var shard: Shard?

  /// Jobs of the whole command.
  var totalCount: Int {
    switch work {
    case .stills(let jobs): jobs.count
    case .animation(_, _, _, let frameCount): frameCount
    }
  }

  /// Jobs of this process.
  var count: Int { shard?.size(of: totalCount) ?? totalCount }

  subscript(place: Int) -> Job {
    let index = shard?.number(place) ?? place
    return switch work {
    case .stills(let jobs): jobs[index]
    case .animation(let image, let pattern, let first, _):
      Job(input: image, destination: .file(pattern.path(first + index)), frame: index)
    }
  }

  /// - Parameters:
  ///   - format: what `--format` says; nil keeps each input's in a folder.
  ///   - collisions: knows what is read and what else is written.
  init(
    _ images: [InputImage], to rule: OutputRule, animation: RenderOptions.Animation?,
    startNumber: Int?, format: StillFormat? = nil, collisions: Collisions = Collisions()
  ) throws(CommandError) {
    var collisions = collisions
    for image in images { collisions.read(image.name, image.identity) }
    if let animation {
      guard images.count == 1 else {
        throw .usage(
          "--frames animates one image, but there are \(images.count) inputs")
      }
      let pattern = try rule.frames(
        of: images[0], count: animation.frameCount, format: format)
      let first = startNumber ?? 0
      work = .animation(images[0], pattern, firstNumber: first, frameCount: animation.frameCount)
      try collisions.write(pattern, first..<(first + animation.frameCount), from: images[0].name)
    } else {
      let destinations = try rule.destinations(
        for: images, startNumber: startNumber, format: format)
      let jobs = zip(images, destinations).enumerated().map { place, pair in
        Job(input: pair.0, destination: pair.1, place: 2 * place + 1)
      }
      for job in jobs {
        if case .file(let path) = job.destination {
          try collisions.write(path, from: job.input.name)
        }
      }
      work = .stills(jobs)
    }
    folder = rule.folder
  }
}
