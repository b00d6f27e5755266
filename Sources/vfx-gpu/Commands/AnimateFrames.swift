import GPUEffects
import Glibc

/// The pictures that a scene is to become: instants, and where they go.
struct AnimateFrames: Sendable {
  struct Frame: Sendable {
    let time: Double
    let job: RenderPlan.Job
    /// Of `--batch`.
    var row = 0
  }

  private enum Kind: Sendable {
    case none
    case still(OutputRule.Destination)
    /// Frames of the scene, whose outputs have numbers shifted by so much.
    /// The rows of `--batch`, numbered from `start` on.
    case rows(Int, FramePattern, start: Int)
    case sequence(Range<Int>, FramePattern, shift: Int)
  }

  private let kind: Kind
  private let input: InputImage
  private let frameRate: FrameRate
  let firstTime: Double
  let folder: OutputRule.Folder?
  /// What of it this process does; nil for all.
  var shard: Shard?

  init(
    _ options: AnimateOptions, _ scene: Scene, rows: Int?, _ collisions: Collisions
  ) throws(CommandError) {
    input = InputImage(source: options.scene == "-" ? .standardInput : .file(options.scene))
    frameRate = scene.frameRate
    firstTime =
      switch options.times {
      case .at(let time): time
      case .frames(let from, _): from ?? 0
      }
    guard let output = options.output else {
      (kind, folder) = (.none, nil)
      return
    }
    let rule = try OutputRule(output, format: options.format) {
      (try? FileStatus(of: $0))?.kind
    }
    if rule == .standardOutput, isatty(STDOUT_FILENO) == 1 {
      throw .usage("standard output is a terminal; redirect it, or name a file with -o")
    }
    folder = rule.folder
    var collisions = collisions
    if let rows {
      let pattern = try rule.frames(of: input, count: rows, format: options.format)
      let start = options.startNumber ?? 0
      try collisions.write(pattern, start..<(start + rows), from: input.name)
      kind = .rows(rows, pattern, start: start)
      return
    }
    switch options.times {
    case .at:
      let destination = try rule.destinations(for: [input], startNumber: nil)[0]
      if case .file(let path) = destination { try collisions.write(path, from: input.name) }
      kind = .still(destination)
    case .frames:
      let range = try Self.frameNumbers(options, scene)
      let pattern = try rule.frames(of: input, count: range.count, format: options.format)
      let start = options.startNumber ?? range.lowerBound
      try collisions.write(pattern, start..<(start + range.count), from: input.name)
      kind = .sequence(range, pattern, shift: start - range.lowerBound)
    }
  }

  private static func frameNumbers(
    _ options: AnimateOptions, _ scene: Scene
  ) throws(CommandError) -> Range<Int> {
    guard case .frames(let from, let to) = options.times else { return 0..<1 }
    guard let range = scene.frames(from: from, to: to) else {
      throw .usage("the scene has no duration; give --to SECONDS, or --at SECONDS for a still")
    }
    if range.isEmpty { throw .usage("there is no frame in that time") }
    if range.count > 10_000_000 {
      throw .usage("\(range.count) frames are more than the limit of 10000000")
    }
    return range
  }

  var totalCount: Int {
    switch kind {
    case .none: 0
    case .still: 1
    case .rows(let count, _, _): count
    case .sequence(let range, _, _): range.count
    }
  }

  var count: Int { shard?.size(of: totalCount) ?? totalCount }

  subscript(place: Int) -> Frame {
    let index = shard?.number(place) ?? place
    switch kind {
    case .none:
      return Frame(time: firstTime, job: .init(input: input, destination: .standardOutput))
    case .still(let destination):
      return Frame(time: firstTime, job: .init(input: input, destination: destination))
    case .rows(_, let pattern, let start):
      return Frame(
        time: firstTime, job: .init(input: input, destination: .file(pattern.path(start + index))),
        row: index)
    case .sequence(let range, let pattern, let shift):
      let number = range.lowerBound + index
      return Frame(
        time: frameRate.time(ofFrame: number),
        job: .init(
          input: input, destination: .file(pattern.path(number + shift)), frame: number))
    }
  }

  /// All folders that something is written to.
  var folders: Set<Path> {
    switch kind {
    case .none, .still(.standardOutput): []
    case .still(.file(let path)): [path.folder]
    case .rows(_, let pattern, _), .sequence(_, let pattern, _): [pattern.folder]
    }
  }

  /// What the time of an output depends on besides its number and the rate.
  var timing: String {
    switch kind {
    case .none: ""
    case .still, .rows: "at \(firstTime)"
    case .sequence(_, _, let shift): "shift \(shift)"
    }
  }
}
