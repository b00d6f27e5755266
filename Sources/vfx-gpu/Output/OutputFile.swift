import Glibc
import Synchronization

/// Files that appear whole or not at all: written without a name, synced, then
/// given their name. Where the file system can't do that, they are written
/// beside their place under a name that says so. Knows which of those are
/// unfinished, so that they can be removed when the process is interrupted.
final class OutputFiles: Sendable {
  private struct State {
    var unfinished: Set<Path> = []
    var finished = 0
  }
  private let state = Mutex(State())

  /// Writes a file. One that is replaced hands on its permissions.
  ///
  /// - Parameter overwrite: whether a file that is there may be replaced;
  ///   otherwise the error's code is `EEXIST`.
  func write(_ bytes: UnsafeRawBufferPointer, to path: Path, overwrite: Bool) throws(SystemError) {
    // Devices and pipes can't be renamed over, and links stay links.
    let old = try? FileStatus(of: path)
    switch old?.kind {
    case .folder: throw SystemError(EISDIR)
    case .special:
      let device = try FileDescriptor(open: path, O_WRONLY)
      return try writeAll(bytes, to: device.number)
    case .file where !overwrite: throw SystemError(EEXIST)
    case .file, nil: break
    }
    let target = realPath(path) ?? path
    var temporary: Path?
    let file = try create(beside: target, &temporary)
    do throws(SystemError) {
      if let old { try retrying { fchmod(file.number, old.permissions) } }
      try writeAll(bytes, to: file.number)
      try retrying { fsync(file.number) }
      if temporary == nil, overwrite, old != nil {
        // Only a name can take the place of another.
        flock(file.number, LOCK_EX | LOCK_NB)
        temporary = Self.temporaryName(beside: target)
        if let temporary { try link(file, as: temporary) }
      }
      try finish(file, temporary, target, overwrite: overwrite)
    } catch {
      if let temporary { remove(temporary) }
      throw error
    }
  }

  // MARK: Files that are written bit by bit

  /// A file that has not got its name yet, or a device, which keeps its own.
  final class Unfinished: Sendable {
    fileprivate let file: FileDescriptor
    /// nil for a device.
    fileprivate let target: Path?
    /// The name that the file has so far.
    let temporary: Path?
    fileprivate let overwrite: Bool

    fileprivate init(
      _ file: consuming FileDescriptor, _ target: Path?, _ temporary: Path?, overwrite: Bool
    ) {
      self.file = file
      self.target = target
      self.temporary = temporary
      self.overwrite = overwrite
    }

    var number: Int32 { file.number }
  }

  /// Begins a file that `finish` gives its name, as `write` does.
  func begin(_ path: Path, overwrite: Bool) throws(SystemError) -> Unfinished {
    let old = try? FileStatus(of: path)
    switch old?.kind {
    case .folder: throw SystemError(EISDIR)
    case .special:
      return Unfinished(try FileDescriptor(open: path, O_WRONLY), nil, nil, overwrite: true)
    case .file where !overwrite: throw SystemError(EEXIST)
    case .file, nil: break
    }
    let target = realPath(path) ?? path
    var temporary: Path?
    let file = try named(beside: target, &temporary)
    if let old { try retrying { fchmod(file.number, old.permissions) } }
    return Unfinished(file, target, temporary, overwrite: overwrite)
  }

  func finish(_ unfinished: Unfinished) throws(SystemError) {
    guard let target = unfinished.target else { return }
    do throws(SystemError) {
      try retrying { fsync(unfinished.number) }
      try finish(
        unfinished.file, unfinished.temporary, target, overwrite: unfinished.overwrite)
    } catch {
      drop(unfinished)
      throw error
    }
  }

  func drop(_ unfinished: Unfinished) {
    if let temporary = unfinished.temporary { remove(temporary) }
  }

  /// Removes what is unfinished. Nothing is finished any more after this: it
  /// is for a process that is about to end.
  ///
  /// - Parameter end: is given how many files were finished.
  func abandon(then end: (Int) -> Never) -> Never {
    state.withLock { state in
      for path in state.unfinished { _ = path.withCString { unlink($0) } }
      end(state.finished)
    }
  }

  /// - Parameter temporary: the name that the file has, if it needs one.
  private func create(
    beside path: Path, _ temporary: inout Path?
  ) throws(SystemError) -> FileDescriptor {
    do throws(SystemError) {
      return try FileDescriptor(unnamedIn: path.folder)
    } catch {
      guard [EOPNOTSUPP, EISDIR, EINVAL].contains(error.code) else { throw error }
      return try named(beside: path, &temporary)
    }
  }

  // MARK: Files that have a name before they are whole

  private static let (prefix, suffix) = (Array(".vfx-gpu-".utf8), Array(".tmp".utf8))

  /// A name is drawn, because other processes, also ones with the same number
  /// in another container, write there too; one that exists is somebody else's.
  private static func temporaryName(beside path: Path) -> Path {
    let number = Array(String(UInt64.random(in: .min ... .max), radix: 36).utf8)
    return path.folder.appending(Path(prefix + number + suffix))
  }

  /// Creates a file and notes it at once, so that no signal comes between. It
  /// is locked as long as somebody writes it.
  private func named(
    beside path: Path, _ temporary: inout Path?
  ) throws(SystemError) -> FileDescriptor {
    while true {
      let name = Self.temporaryName(beside: path)
      let file = try state.withLock { state throws(SystemError) in
        let file = try FileDescriptor(open: name, O_WRONLY | O_CREAT | O_EXCL)
        state.unfinished.insert(name)
        return file
      }
      flock(file.number, LOCK_EX | LOCK_NB)
      // Between the two somebody may have taken it for a leftover.
      if (try? FileStatus(of: name)) != nil {
        temporary = name
        return file
      }
      remove(name)
    }
  }

  private func link(_ file: borrowing FileDescriptor, as name: Path) throws(SystemError) {
    let number = file.number
    try state.withLock { state throws(SystemError) in
      try Self.link(number, name)
      state.unfinished.insert(name)
    }
  }

  private static func link(_ number: Int32, _ name: Path) throws(SystemError) {
    let own = Path("/proc/self/fd/\(number)")
    try retrying {
      own.withCString { own in
        name.withCString { linkat(AT_FDCWD, own, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) }
      }
    }
  }

  private func remove(_ temporary: Path) {
    state.withLock { state in
      guard state.unfinished.remove(temporary) != nil else { return }
      _ = temporary.withCString { unlink($0) }
    }
  }

  private func finish(
    _ file: borrowing FileDescriptor, _ temporary: Path?, _ target: Path, overwrite: Bool
  ) throws(SystemError) {
    let number = file.number
    try state.withLock { state throws(SystemError) in
      if let temporary {
        let code = Self.move(temporary, target, overwrite: overwrite)
        if code != 0 { throw SystemError(code) }
        state.unfinished.remove(temporary)
      } else {
        try Self.link(number, target)
      }
      state.finished += 1
    }
  }

  private static func move(_ source: Path, _ target: Path, overwrite: Bool) -> Int32 {
    source.withCString { source in
      target.withCString { target in
        if overwrite { return rename(source, target) == 0 ? 0 : errno }
        // A link, unlike a renaming, refuses to replace.
        if Glibc.link(source, target) == 0 {
          unlink(source)
          return 0
        }
        if errno == EEXIST { return EEXIST }
        // Not every file system has links.
        if access(target, F_OK) == 0 { return EEXIST }
        return rename(source, target) == 0 ? 0 : errno
      }
    }
  }

  /// Removes the unfinished files that a killed process left in a folder; those
  /// of a living one are locked.
  static func removeLeftovers(in folder: Path) {
    for name in (try? namesInFolder(folder)) ?? []
    where name.bytes.starts(with: prefix) && name.bytes.suffix(suffix.count) == suffix[...] {
      let path = folder.appending(name)
      guard let file = try? FileDescriptor(open: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else {
        continue
      }
      if flock(file.number, LOCK_EX | LOCK_NB) == 0 { _ = path.withCString { unlink($0) } }
    }
  }
}
