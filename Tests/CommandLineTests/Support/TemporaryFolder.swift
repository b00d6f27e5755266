import Glibc

@testable import vfx_gpu

/// A folder that lives as long as a test.
final class TemporaryFolder {
  let path: Path

  init() throws {
    var template = Array("/tmp/vfx-gpu-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError() }
    path = template.withUnsafeBufferPointer { Path(cString: $0.baseAddress!) }
  }

  deinit { Self.remove(path) }

  /// A path in the folder, subfolders included.
  subscript(_ name: Path) -> Path {
    name.isEmpty ? path : Path(path.bytes + [Path.slash] + name.bytes)
  }

  @discardableResult
  func write(_ bytes: [UInt8], to name: Path) throws -> Path {
    let target = self[name]
    try makeFolder(target.folder)
    let file = try FileDescriptor(open: target, O_WRONLY | O_CREAT | O_TRUNC)
    try bytes.withUnsafeBytes { try writeAll($0, to: file.number) }
    return target
  }

  func names(in folder: Path = "") throws -> [Path] {
    try namesInFolder(folder.isEmpty ? path : self[folder]).sorted(by: comesNaturallyBefore)
  }

  private static func remove(_ path: Path) {
    if path.withCString({ unlink($0) }) == 0 { return }
    for name in (try? namesInFolder(path)) ?? [] { remove(path.appending(name)) }
    _ = path.withCString { rmdir($0) }
  }
}
