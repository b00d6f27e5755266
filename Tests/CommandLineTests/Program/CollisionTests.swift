import Glibc
import Testing

@testable import vfx_gpu

/// No output may be something that is read, nor the same as another, in whatever
/// way it is named; and this is found before any work.
struct CollisionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(TestImages.png(), to: "a.png")
    try folder.write(TestImages.png(), to: "b.png")
    try folder.write(TestImages.png(), to: "mask.png")
    try folder.write(Array("\(folder["a.png"])\n".utf8), to: "list.txt")
    try folder.write(
      Array(
        """
        { "canvas": { "size": [4, 4] }, "fps": 10, "duration": 1,
          "layers": [ { "image": "b.png" } ] }
        """.utf8), to: "scene.json")
    _ = folder["a.png"].withCString { a in folder["link.png"].withCString { symlink(a, $0) } }
    _ = folder["b.png"].withCString { b in folder["hard_00003.png"].withCString { link(b, $0) } }
  }

  @Test(
    arguments: [
      ["render", "a.png", "-y", "-o", "a.png"],
      ["render", "a.png", "-y", "-o", "./link.png"],
      ["render", "b.png", "-y", "-o", "hard_%05d.png", "--start-number", "3"],
      ["render", "b.png", "-y", "-o", "hard_%05d.png", "--frames", "9"],
      ["render", "a.png", "-y", "-o", "mask.png", "--mask", "mask.png"],
      ["render", "--files-from", "list.txt", "-y", "-o", "list.txt", "--format", "png"],
      ["render", "a.png", "-o", "new.png", "--json=a.png"],
      ["render", "a.png", "-o", "new.png", "--log-json", "link.png"],
      ["render", "a.png", "-o", "new.png", "--json=new.png"],
      ["render", "a.png", "-o", "new.png", "--json=x", "--log-json", "./x"],
      ["render", "a.png", "-o", "f%d.png", "--frames", "3", "--json=f2.png"],
      ["animate", "scene.json", "-y", "-o", "b.png", "--at", "0"],
      ["animate", "scene.json", "-y", "-o", "hard_%05d.png"],
      ["animate", "scene.json", "-o", "new/", "--json=scene.json"],
      ["animate", "list.txt", "-o", "new/", "--json=list.txt"],
      ["compare", "a.png", "b.png", "-y", "-o", "b.png"],
      ["compare", "a.png", "b.png", "--json=link.png"],
      ["compare", "a.png", "b.png", "-o", "d.png", "--json=d.png"],
    ] as [[String]])
  func areRefused(words: [String]) throws {
    let before = try contents()
    let result = try Tool.shell(
      "cd \"$1\"; shift; exec \"$vfx\" \"$@\"", folder.path, words.map { Path($0) })
    #expect(result.status == 2, "\(result.errors)")
    #expect(result.errorLines.count == 1, "\(result.errors)")
    #expect(result.errors.contains("would "))
    #expect(try contents() == before)
  }

  private func contents() throws -> [Path: [UInt8]] {
    var contents: [Path: [UInt8]] = [:]
    for name in try folder.names() { contents[name] = try readFile(folder[name]) }
    return contents
  }

  @Test func standardInputIsOneThing() throws {
    let result = try Tool.run("render", "-", "-o", folder["o.png"], "--mask", "-")
    #expect(result.status == 2 && result.errorLines.count == 1)
    #expect(result.errors.contains("standard input"))
  }

  @Test func anOutputFolderThatIsMissingIsOneError() throws {
    for arguments: [Path] in [
      ["render", folder["a.png"], "--frames", "50"], ["animate", folder["scene.json"]],
    ] {
      let result = try Tool.run(arguments + ["-o", folder["no/such/%d.png"], "-q"])
      #expect(result.status == 1 && result.errorLines.count == 1, "\(result.errors)")
      #expect(result.errors.contains("does not exist"))
    }
  }
}
