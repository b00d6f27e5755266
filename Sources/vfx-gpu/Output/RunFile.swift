import Glibc

/// What all shares of a batch agree on, kept in the output folder: the first
/// process writes it, the others compare. So a share that is rendered again
/// later is the same share, with the same settings.
struct RunFile: Hashable, Sendable {
  static let name: Path = ".vfx-gpu-run"

  var shardCount: Int
  /// The first index of a job array, where the shares come from one.
  var firstIndex: Int
  /// Tells settings and inputs apart.
  var settings: String
  /// Who renders: `cpu`, `gpu` or `reference`.
  var backend: String

  init(shardCount: Int, firstIndex: Int, settings: String, backend: String) {
    self.shardCount = shardCount
    self.firstIndex = firstIndex
    self.settings = settings
    self.backend = backend
  }

  /// Reads the lines that `text` writes; nil for anything else.
  init?(_ text: String) {
    let fields = text.split(separator: "\n").map { $0.split(separator: " ") }
    guard fields.count == 5, fields.allSatisfy({ $0.count == 2 }),
      fields.map({ $0[0] }) == ["vfx-gpu-run", "shards", "first", "settings", "backend"],
      fields[0][1] == "1", let count = Int(fields[1][1]), let first = Int(fields[2][1])
    else { return nil }
    self.init(
      shardCount: count, firstIndex: first, settings: String(fields[3][1]),
      backend: String(fields[4][1]))
  }

  var text: String {
    """
    vfx-gpu-run 1
    shards \(shardCount)
    first \(firstIndex)
    settings \(settings)
    backend \(backend)

    """
  }

  /// The file of a folder; nil where there is none.
  static func read(in folder: Path) throws(CommandError) -> RunFile? {
    let path = folder.appending(name)
    guard let text = smallFile(path) else { return nil }
    guard let file = RunFile(text) else {
      throw CommandError(
        .failed, "\(path) is no run file of this version; remove it, or use another folder")
    }
    return file
  }

  /// Writes the file, or makes sure that the one that is there says the same.
  func agree(in folder: Path) throws(CommandError) {
    let path = folder.appending(Self.name)
    if try Self.read(in: folder) == nil {
      var failure: SystemError?
      Array(text.utf8).withUnsafeBytes { bytes in
        do throws(SystemError) {
          try OutputFiles().write(bytes, to: path, overwrite: false)
        } catch {
          failure = error
        }
      }
      // Another share may have been quicker.
      if let failure, failure.code != EEXIST {
        throw CommandError(.failed, "can't write the run file \(path): \(failure)")
      }
    }
    guard let known = try Self.read(in: folder), known != self else { return }
    let what =
      known.shardCount != shardCount
      ? "has \(known.shardCount) shares, not \(shardCount)"
      : known.firstIndex != firstIndex
        ? "counts its job array from \(known.firstIndex), not \(firstIndex)"
        : known.backend != backend
          ? "is rendered by \(known.backend), not \(backend)" : "has other settings or inputs"
    throw .usage(
      "the batch that \(path) describes \(what); use another folder, or remove that file to begin "
        + "again")
  }
}

extension Shard {
  /// The share that the environment assigns, by the program's own variables, by
  /// those of an indexed job of Kubernetes, or by those of a job array of Slurm.
  ///
  /// - Parameters:
  ///   - value: of a variable.
  ///   - known: what the batch agreed on before. A single task of an array that
  ///     is run again sees an array of itself alone.
  /// - Returns: the share and the first index of its array.
  static func automatic(
    _ value: (String) -> String?, known: RunFile?
  ) throws(CommandError) -> (shard: Shard, first: Int) {
    func number(_ name: String) throws(CommandError) -> Int? {
      guard let text = value(name) else { return nil }
      guard let number = Int(text), number >= 0 else {
        throw .usage("--shard auto: \(name) is '\(printable(Array(text.utf8)))', not a number")
      }
      return number
    }
    let (share, completion) = (try number("VFX_SHARD"), try number("JOB_COMPLETION_INDEX"))
    let shareCount = try number("VFX_SHARD_COUNT")
    let (least, length) = (
      try number("SLURM_ARRAY_TASK_MIN"), try number("SLURM_ARRAY_TASK_COUNT")
    )
    let index: Int
    let count: Int
    var first = 0
    if let own = share ?? completion {
      guard let number = shareCount ?? known?.shardCount else {
        throw .usage("--shard auto: VFX_SHARD_COUNT is not set; set it to the number of shares")
      }
      (index, count) = (own, number)
    } else if let task = try number("SLURM_ARRAY_TASK_ID") {
      if let step = try number("SLURM_ARRAY_TASK_STEP"), step != 1 {
        throw .usage("--shard auto: the job array counts in steps of \(step); use steps of 1")
      }
      first = known?.firstIndex ?? least ?? 0
      guard let number = known?.shardCount ?? length else {
        throw .usage("--shard auto: SLURM_ARRAY_TASK_COUNT is not set")
      }
      (index, count) = (task - first, number)
    } else {
      throw .usage(
        "--shard auto: none of VFX_SHARD, JOB_COMPLETION_INDEX and SLURM_ARRAY_TASK_ID is set; "
          + "give --shard K/N")
    }
    guard let shard = Shard(index, of: count) else {
      throw .usage("--shard auto: there is no share \(index) of \(count)")
    }
    return (shard, first)
  }
}

extension BatchOptions {
  /// The share of this process, and what the batch agreed on before; nil where
  /// one process does all.
  func share(
    in folder: Path?
  ) throws(CommandError) -> (shard: Shard, first: Int, known: RunFile?)? {
    guard let shard else { return nil }
    guard let folder else {
      throw .usage("--shard is for many outputs; write to a folder or a pattern with -o")
    }
    let known = try RunFile.read(in: folder)
    switch shard {
    case .share(let shard): return (shard, known?.firstIndex ?? 0, known)
    case .automatic:
      let (shard, first) = try Shard.automatic(environmentValue, known: known)
      return (shard, first, known)
    }
  }
}

/// The value of a variable of the process's environment.
func environmentValue(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
