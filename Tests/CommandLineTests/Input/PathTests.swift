import Testing

@testable import vfx_gpu

struct PathTests {
  @Test func partsOfAPath() {
    let path: Path = "a/b.tar.PNG"
    #expect(path.name == "b.tar.PNG" && path.folder == "a" && path.stem == "b.tar")
    #expect(path.fileExtension == "png")
    #expect(Path("x").folder == "." && Path("/x").folder == "/")
    #expect(Path(".hidden").stem == ".hidden" && Path(".hidden").fileExtension == "")
    #expect(Path("a/").endsInSlash && Path("a///").trimmed == "a" && Path("/").trimmed == "/")
    #expect(Path("a/").appending("b") == "a/b" && Path("a").appending("b") == "a/b")
  }

  @Test func lettersThatLookAlikeAreDifferentFiles() {
    #expect(Path("\u{e9}") != Path("e\u{301}"))
  }

  @Test func namesCanNotWriteIntoATerminal() {
    #expect("\(Path("a\u{1b}[31m\nb"))" == "a\\x1b[31m\\x0ab")
    #expect("\(Path("naïve ☃"))" == "naïve ☃")
  }

  @Test func listsOfPaths() {
    #expect(pathsInList(Array("a\nb c\r\n\n d".utf8)) == ["a", "b c", " d"])
    #expect(pathsInList(Array("a\nb\0c\r\0".utf8)) == ["a\nb", "c\r"])
    #expect(pathsInList([]) == [])
  }

  @Test func processorsAreCounted() {
    #expect(processorCount(inList: "\t0-3,8") == 5)
    #expect(processorCount(inList: "0") == 1)
    #expect(processorCount(inList: "") == nil)
    #expect(processorCount(inList: "3-1") == nil)
    #expect(processorQuota("150000 100000\n") == 1.5)
    #expect(processorQuota("max 100000\n") == nil)
    #expect(availableProcessors() >= 1)
  }
}
