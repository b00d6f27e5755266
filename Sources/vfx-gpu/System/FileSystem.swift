import Glibc

/// What is at a path.
struct FileStatus: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case file
    case folder
    /// A pipe, socket or device.
    case special
  }

  /// The same for all names of one file.
  struct Identity: Hashable, Sendable {
    let device: UInt
    let inode: UInt
  }

  let kind: Kind
  let identity: Identity
  let byteCount: Int
  /// Who may read and write it.
  let permissions: mode_t
  /// Nanoseconds since 1970.
  let modified: Int

  /// Follows symbolic links.
  init(of path: Path) throws(SystemError) {
    var status = stat()
    try retrying { path.withCString { stat($0, &status) } }
    self.init(status)
  }

  init(ofDescriptor descriptor: Int32) throws(SystemError) {
    var status = stat()
    try retrying { fstat(descriptor, &status) }
    self.init(status)
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .special
      }
    identity = Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
    byteCount = Int(status.st_size)
    permissions = status.st_mode & 0o7777
    modified = Int(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int(status.st_mtim.tv_nsec)
  }
}

/// An open file, closed when it goes.
struct FileDescriptor: ~Copyable {
  let number: Int32

  init(open path: Path, _ flags: Int32, mode: mode_t = 0o666) throws(SystemError) {
    number = try retrying { path.withCString { Glibc.open($0, flags | O_CLOEXEC, mode) } }
  }

  /// A new file in a folder that has no name yet.
  init(unnamedIn folder: Path) throws(SystemError) {
    // glibc's O_TMPFILE is a macro that Swift doesn't see.
    try self.init(open: folder, O_WRONLY | 0o20000000 | O_DIRECTORY)
  }

  deinit { close(number) }
}

/// Reads from a descriptor until its end, at most `limit` bytes.
///
/// - Parameters:
///   - head: bytes that somebody took before.
///   - goesOn: shown the first bytes; whether the rest is wanted.
/// - Returns: nil when there is more than `limit`.
func readAll(
  _ descriptor: Int32, after head: [UInt8] = [], expecting byteCount: Int = 0, limit: Int,
  goesOn: ([UInt8]) -> Bool = { _ in true }
) throws(SystemError) -> [UInt8]? {
  var bytes = head
  // One byte more than a file has, so that its end is seen without growing.
  var room = min(max(byteCount + 1, 1 << 16), limit + 1)
  room = max(room, head.count + 1)
  while true {
    let start = bytes.count
    let wanted = room - start
    var failure: SystemError?
    let more = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
      do throws(SystemError) {
        count = try retrying { read(descriptor, buffer.baseAddress, wanted) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    if more.isEmpty { return bytes }
    let isFirst = start == head.count
    if bytes.isEmpty { bytes = more } else { bytes += more }
    if isFirst, !goesOn(bytes) { return bytes }
    if bytes.count > limit { return nil }
    if bytes.count == room { room = min(room * 2, limit + 1) }
  }
}

/// Writes all bytes to a descriptor.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemError) {
  var rest = bytes
  while let base = rest.baseAddress, rest.count > 0 {
    let written = try retrying { write(descriptor, base, rest.count) }
    rest = UnsafeRawBufferPointer(rebasing: rest[written...])
  }
}

/// The names in a folder, without `.` and `..`, in no order.
func namesInFolder(_ folder: Path) throws(SystemError) -> [Path] {
  guard let stream = folder.withCString({ opendir($0) }) else { throw SystemError() }
  defer { closedir(stream) }
  var names: [Path] = []
  errno = 0
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
      tuple.withMemoryRebound(to: UInt8.self, capacity: 256) { first in
        Path(UnsafeBufferPointer(start: first, count: strlen(first)))
      }
    }
    if name != "." && name != ".." { names.append(name) }
    errno = 0
  }
  if errno != 0 { throw SystemError() }
  return names
}

/// Makes a folder and those above it; one that exists is fine.
func makeFolder(_ folder: Path) throws(SystemError) {
  let folder = folder.trimmed
  if let status = try? FileStatus(of: folder) {
    if status.kind == .folder { return }
    throw SystemError(ENOTDIR)
  }
  if folder.folder != folder, folder.folder != "." { try makeFolder(folder.folder) }
  if folder.withCString({ mkdir($0, 0o777) }) != 0, errno != EEXIST { throw SystemError() }
}
