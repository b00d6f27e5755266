import GPUEffectsCodecs
import GPUEffectsModel
import Testing

@testable import vfx_gpu

/// JPEG and WebP by the command line.
@Suite struct FormatTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func format(_ name: Path) throws -> ImageFormat? {
    try readFile(folder[name]).withUnsafeBytes { ImageFormat.detect($0) }
  }

  @Test func foldersKeepEachInputsType() throws {
    let image = TestImages.pattern()
    try folder.write(PNG.encode(image), to: "in/a.png")
    try folder.write(JPEG.encode(image).bytes, to: "in/b.jpg")
    try folder.write(JPEG.encode(image).bytes, to: "in/c.JPEG")
    try folder.write(WebP.encode(image).bytes, to: "in/d.webp")
    let result = try Tool.run("render", folder["in"], "-o", folder["out/"], "--blur", "1")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try folder.names(in: "out") == ["a.png", "b.jpg", "c.JPEG", "d.webp"])
    #expect(try format("out/a.png") == .png && format("out/d.webp") == .webp)
    #expect(try format("out/b.jpg") == .jpeg && format("out/c.JPEG") == .jpeg)

    let all = try Tool.run(
      "render", folder["in"], "-o", folder["webp/"], "--format", "webp", "--quality", "100")
    #expect(all.status == 0, "\(all.errors)")
    #expect(try folder.names(in: "webp") == ["a.webp", "b.webp", "c.webp", "d.webp"])
    #expect(try WebP.decode(readFile(folder["webp/a.webp"])).image.bytes == image.bytes)
  }

  @Test func theNameDecides() throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    for (name, expected) in [("b.jpg", ImageFormat.jpeg), ("b.webp", .webp), ("b.png", .png)] {
      let result = try Tool.run("render", input, "-o", folder[Path(name)])
      #expect(result.status == 0, "\(result.errors)")
      #expect(try format(Path(name)) == expected)
    }
    let forced = try Tool.run("render", input, "-o", folder["c.dat"], "--format", "jpg")
    #expect(try forced.status == 0 && format("c.dat") == .jpeg)
    let refused = try Tool.run("render", input, "-o", folder["c.bmp"])
    #expect(refused.status == 2)
    #expect(refused.errors.contains("vfx-gpu writes png, jpg and webp, not bmp"))
  }

  @Test func transparencyIsPutOverTheBackgroundAndThatIsSaid() throws {
    let clear = Image(
      width: 16, height: 16, format: PixelFormat(.rgba, .unorm8, .straight)
    ) { $0.initializeMemory(as: UInt8.self, repeating: 0) }
    let input = try folder.write(PNG.encode(clear), to: "a.png")
    for (color, expected): (Path, [Int]) in [("", [255, 255, 255]), ("#00f", [0, 0, 255])] {
      let result = try Tool.run(
        ["render", input, "-y", "-o", folder["b.jpg"], "--quality", "100"]
          + (color.isEmpty ? [] : ["--background", color]))
      #expect(result.status == 0)
      #expect(result.errors.contains("transparency is replaced by the background"))
      let pixel = try JPEG.decode(readFile(folder["b.jpg"])).image.bytes.prefix(3)
      #expect(zip(pixel, expected).allSatisfy { abs(Int($0) - $1) <= 2 }, "\(pixel)")
    }
    let wrong = try Tool.run("render", input, "-o", folder["c.jpg"], "--background", "clear")
    #expect(wrong.status == 2 && wrong.errors.contains("an opaque colour"))
    let quality = try Tool.run("render", input, "-o", folder["c.jpg"], "--quality", "0")
    #expect(quality.status == 2 && quality.errors.contains("--quality"))
  }

  @Test(arguments: ["jpg", "webp"] as [Path]) func isResumed(_ name: Path) throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    let output = folder[Path(Array("b.".utf8) + name.bytes)]
    let first = try Tool.run("render", input, "-o", output, "--blur", "2", "--resume")
    #expect(first.status == 0 && first.errors.contains("rendered 1"))
    let again = try Tool.run("render", input, "-o", output, "--blur", "2", "--resume")
    #expect(again.status == 0 && again.errors.contains("up to date 1"))
    let other = try Tool.run(
      "render", input, "-o", output, "--blur", "2", "--resume", "--quality", "50")
    #expect(other.status == 1 && other.errors.contains("other settings"))
    // A result that becomes an input passes no old fingerprint on.
    let next = try Tool.run("render", output, "-o", folder["c.jpg"], "--resume")
    #expect(next.status == 0 && next.errors.contains("rendered 1"))
  }

  @Test func scenesTakeAndGiveThem() throws {
    try folder.write(JPEG.encode(TestImages.pattern()).bytes, to: "photo.jpg")
    let scene = try folder.write(
      Array(
        #"{"canvas": {"size": [24, 16]}, "duration": 0.1, "fps": 20, "layers": [{"image": "photo.jpg"}]}"#
          .utf8), to: "scene.json")
    let still = try Tool.run("animate", scene, "-o", folder["s.webp"], "--at", "0")
    #expect(try still.status == 0 && format("s.webp") == .webp, "\(still.errors)")
    let frames = try Tool.run("animate", scene, "-o", folder["f/"], "--format", "jpeg")
    #expect(frames.status == 0, "\(frames.errors)")
    #expect(try folder.names(in: "f") == ["scene_00000.jpg", "scene_00001.jpg"])
  }

  @Test func truncatedOnesFailAlone() throws {
    let file = try JPEG.encode(TestImages.pattern()).bytes
    try folder.write(Array(file[..<(file.count / 2)]), to: "in/a.jpg")
    try folder.write(file, to: "in/b.jpg")
    let result = try Tool.run("render", folder["in"], "-o", folder["out/"])
    #expect(result.status == 1)
    #expect(result.errors.contains("a.jpg: the JPEG data is incomplete"))
    #expect(try folder.names(in: "out") == ["b.jpg"])
  }
}
