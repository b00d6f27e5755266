import Glibc

/// A system call's failure.
struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  let code: Int32

  init(_ code: Int32 = errno) {
    self.code = code
  }

  /// In words for a sentence.
  var description: String {
    switch code {
    case ENOENT: "no such file"
    case EACCES: "permission denied"
    case EPERM: "not permitted"
    case EISDIR: "it is a folder"
    case ENOTDIR: "a part of its path is not a folder"
    case ELOOP: "its symbolic links go in circles"
    case ENAMETOOLONG: "the name is too long"
    case ENOSPC: "no space left on the disk"
    case EDQUOT: "the disk quota is used up"
    case EFBIG: "the file would be larger than allowed here"
    case EROFS: "the disk is read-only"
    case EPIPE: "the reader closed it"
    case EEXIST: "it exists already"
    default: strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
  }

  /// Whether the disk can take no more, so that going on is pointless.
  var meansDiskFull: Bool { code == ENOSPC || code == EDQUOT }
}

/// Repeats a system call that a signal interrupted.
@discardableResult
func retrying<I: FixedWidthInteger & SignedInteger>(
  _ call: () -> I
) throws(SystemError) -> I {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { throw SystemError() }
  }
}
