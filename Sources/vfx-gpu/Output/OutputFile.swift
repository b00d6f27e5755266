import Glibc
import Synchronization

/// Files that appear whole or not at all: written beside their place, synced,
/// then renamed. Knows which are unfinished, so that they can be removed when
/// the process is interrupted.
final class OutputFiles: Sendable {
  private struct State {
    var unfinished: Set<Path> = []
    var finished = 0
  }
  private let state = Mutex(State())

  /// Writes a file.
  ///
  /// - Parameter overwrite: whether a file that is there may be replaced;
  ///   otherwise the error's code is `EEXIST`.
  func write(_ bytes: UnsafeRawBufferPointer, to path: Path, overwrite: Bool) throws(SystemError) {
    // Devices and pipes can't be renamed over, and links stay links.
    if let status = try? FileStatus(of: path) {
      if status.kind == .folder { throw SystemError(EISDIR) }
      if status.kind == .special {
        let device = try FileDescriptor(open: path, O_WRONLY)
        return try writeAll(bytes, to: device.number)
      }
      if !overwrite { throw SystemError(EEXIST) }
    }
    let target = realPath(path) ?? path
    let temporary = try writeTemporary(bytes, beside: target)
    try finish(temporary, target, overwrite: overwrite)
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

  /// Writes and syncs a new file beside `path`. Its name is drawn, because other
  /// processes, also ones with the same number in another container, write
  /// there too; one that exists is somebody else's and is left alone.
  private func writeTemporary(
    _ bytes: UnsafeRawBufferPointer, beside path: Path
  ) throws(SystemError) -> Path {
    let name = String(UInt64.random(in: .min ... .max), radix: 36)
    let temporary = path.folder.appending(Path(".vfx-gpu-\(name).tmp"))
    // Created and noted at once, so that no signal comes between.
    let file = try state.withLock { state throws(SystemError) in
      let file = try FileDescriptor(open: temporary, O_WRONLY | O_CREAT | O_EXCL)
      state.unfinished.insert(temporary)
      return file
    }
    do throws(SystemError) {
      try writeAll(bytes, to: file.number)
      try retrying { fsync(file.number) }
    } catch {
      remove(temporary)
      throw error
    }
    return temporary
  }

  private func remove(_ temporary: Path) {
    state.withLock { state in
      _ = temporary.withCString { unlink($0) }
      state.unfinished.remove(temporary)
    }
  }

  private func finish(
    _ temporary: Path, _ target: Path, overwrite: Bool
  ) throws(SystemError) {
    let failure = state.withLock { state -> SystemError? in
      state.unfinished.remove(temporary)
      let code = Self.move(temporary, target, overwrite: overwrite)
      if code == 0 {
        state.finished += 1
        return nil
      }
      _ = temporary.withCString { unlink($0) }
      return SystemError(code)
    }
    if let failure { throw failure }
  }

  private static func move(_ source: Path, _ target: Path, overwrite: Bool) -> Int32 {
    source.withCString { source in
      target.withCString { target in
        if overwrite { return rename(source, target) == 0 ? 0 : errno }
        // A link, unlike a renaming, refuses to replace.
        if link(source, target) == 0 {
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
}
