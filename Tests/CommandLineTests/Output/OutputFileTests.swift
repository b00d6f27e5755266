import Glibc
import Testing

@testable import vfx_gpu

struct OutputFileTests {
  private func write(_ text: String, to path: Path, overwrite: Bool = false) throws {
    let bytes = Array(text.utf8)
    try bytes.withUnsafeBytes { try OutputFiles().write($0, to: path, overwrite: overwrite) }
  }

  @Test func aFileAppearsWhole() throws {
    let folder = try TemporaryFolder()
    try write("one", to: folder["a"])
    #expect(try readFile(folder["a"]) == Array("one".utf8))
    #expect(try folder.names() == ["a"])
  }

  @Test func aFileIsReplacedOnlyWhenAsked() throws {
    let folder = try TemporaryFolder()
    try write("one", to: folder["a"])
    #expect(throws: SystemError(EEXIST)) { try write("two", to: folder["a"]) }
    #expect(try readFile(folder["a"]) == Array("one".utf8))
    try write("two", to: folder["a"], overwrite: true)
    #expect(try readFile(folder["a"]) == Array("two".utf8))
    #expect(try folder.names() == ["a"])
  }

  @Test func aLinkStaysALink() throws {
    let folder = try TemporaryFolder()
    try write("one", to: folder["a"])
    #expect(folder["a"].withCString { a in folder["l"].withCString { symlink(a, $0) } } == 0)
    try write("two", to: folder["l"], overwrite: true)
    #expect(try readFile(folder["a"]) == Array("two".utf8))
  }

  @Test func aReplacedFileHandsOnItsPermissions() throws {
    let folder = try TemporaryFolder()
    try write("one", to: folder["a"])
    #expect(folder["a"].withCString { chmod($0, 0o640) } == 0)
    try write("two", to: folder["a"], overwrite: true)
    #expect(try FileStatus(of: folder["a"]).permissions == 0o640)
    #expect(try folder.names() == ["a"])
  }

  @Test func leftoversAreRemovedUnlessSomebodyWritesThem() throws {
    let folder = try TemporaryFolder()
    for name: Path in [".vfx-gpu-dead.tmp", ".vfx-gpu-alive.tmp", ".vfx-gpu-run", "a.tmp"] {
      try folder.write([1], to: name)
    }
    let writer = try FileDescriptor(open: folder[".vfx-gpu-alive.tmp"], O_WRONLY)
    #expect(flock(writer.number, LOCK_EX) == 0)
    OutputFiles.removeLeftovers(in: folder.path)
    #expect(try folder.names().count == 3)
    #expect((try? FileStatus(of: folder[".vfx-gpu-dead.tmp"])) == nil)
  }

  @Test func devicesAreWrittenDirectly() throws {
    try write("gone", to: "/dev/null")
    #expect(throws: SystemError(ENOSPC)) { try write("full", to: "/dev/full") }
  }

  @Test func foldersThatDoNotExistAreErrors() throws {
    let folder = try TemporaryFolder()
    #expect(throws: SystemError(ENOENT)) { try write("one", to: folder["x/a"]) }
    #expect(throws: SystemError(EISDIR)) { try write("one", to: folder.path, overwrite: true) }
  }

  @Test func foldersAreMadeWithThoseAbove() throws {
    let folder = try TemporaryFolder()
    try makeFolder(folder["a/b/c/"])
    try makeFolder(folder["a/b/c/"])
    try write("one", to: folder["a/b/c/f"])
    #expect(throws: SystemError(ENOTDIR)) { try makeFolder(folder["a/b/c/f"]) }
  }
}
