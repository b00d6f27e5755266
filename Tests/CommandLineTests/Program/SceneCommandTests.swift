import GPUEffects
import GPUEffectsCodecs
import Testing

@testable import vfx_gpu

/// `vfx-gpu animate` from the command line to files.
struct SceneCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let scene = """
    { "canvas": { "size": [12, 8], "background": "white" }, "fps": 10, "duration": 1,
      "layers": [
        { "id": "photo", "image": "pictures/photo.png" },
        { "id": "plate", "frame": [0, 0, 6, 8], "color": "black" } ],
      "timeline": [
        { "at": 0.5, "duration": 0.2, "layer": "plate", "opacity": [1, 0] } ] }
    """

  private func write(_ text: String = scene) throws -> Path {
    try folder.write(TestImages.png(width: 12, height: 8), to: "pictures/photo.png")
    return try folder.write(Array(text.utf8), to: "card.json")
  }

  @Test func framesCarryTheScenesNumbers() throws {
    let scene = try write()
    let result = try Tool.run(
      "animate", scene, "-o", folder["out/"], "--from", "0.4", "--to", "0.7", "-q")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(
      try folder.names(in: "out") == ["card_00004.png", "card_00005.png", "card_00006.png"])
    // The plate fades from 0.5 to 0.7 s: at 0.6 it is half there.
    let photo = TestImages.pattern(width: 12, height: 8).bytes
    let half = try TestImages.samples(folder["out/card_00006.png"])
    #expect(
      try TestImages.samples(folder["out/card_00004.png"]).prefix(18).allSatisfy { $0 == 0 })
    for i in 0..<18 { #expect(abs(Double(half[i]) - Double(photo[i]) / 2) <= 0.5) }
    #expect(Array(half[18..<36]) == Array(photo[18..<36]))
  }

  @Test func oneStill() throws {
    let scene = try write()
    let result = try Tool.run(
      "animate", scene, "-o", folder["still.png"], "--at", "0.9", "--set", "plate.opacity=1",
      "--display-scale", "2", "--backend", "reference", "--json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("\"command\": \"animate\"") && result.text.contains("24"))
    let image = try PNG.decode(try readFile(folder["still.png"])).image
    #expect(image.width == 24 && image.height == 16)
    // What exists stays unless it may be replaced.
    let again = try Tool.run("animate", scene, "-o", folder["still.png"], "--at", "0.9")
    #expect(again.status == 1 && again.errors.contains("--overwrite"))
    #expect(
      try Tool.run("animate", scene, "-o", folder["still.png"], "--at", "0", "-y").status == 0)
  }

  @Test func everyRowIsAStill() throws {
    let scene = try write()
    try folder.write(TestImages.noise(width: 12, height: 8), to: "pictures/other.png")
    let changes = ["plate.opacity=0.25", "plate.color=#ff0000", "photo.image=pictures/other.png"]
    // Empty lines count for nothing but the numbers of lines.
    let rows = try folder.write(
      Array(
        """
        {"plate.opacity": 0.25}

        {"plate.color": "#ff0000"}
        {"plate.colour": "#ff0000"}
        not JSON
        {"photo.image": "pictures/other.png"}
        """.utf8), to: "rows.jsonl")
    let result = try Tool.run("animate", scene, "--batch", rows, "-o", folder["out/"])
    #expect(result.status == 1)
    #expect(
      result.errorLines.filter { $0.contains("line 4 of ") && $0.contains("colour") }.count == 1)
    #expect(result.errorLines.filter { $0.contains("line 5 of ") }.count == 1)
    #expect(
      try folder.names(in: "out") == ["card_00000.png", "card_00001.png", "card_00004.png"])
    for (change, name) in zip(changes, try folder.names(in: "out")) {
      let single = folder[Path("\(name)")]
      #expect(
        try Tool.run("animate", scene, "--at", "0", "--set", Path(change), "-o", single).status == 0
      )
      #expect(
        try TestImages.samples(single) == TestImages.samples(folder["out"].appending(name)))
    }
    let again = try Tool.run("animate", scene, "--batch", rows, "-o", folder["out/"], "--resume")
    #expect(again.errors.contains("rendered 0, up to date 3, failed 2"))
  }

  @Test(arguments: [["--from", "0.2"], ["--fps", "20"]] as [[Path]])
  func rowsAreNoFrames(arguments: [Path]) throws {
    let scene = try write()
    let rows = try folder.write(Array("{}\n".utf8), to: "rows.jsonl")
    let result = try Tool.run(
      ["animate", scene, "--batch", rows, "-o", folder["out/"]] + arguments)
    #expect(result.status == 2 && result.errorLines.count == 1)
    // Nor may a picture that only a row shows be written over.
    let other = try folder.write(TestImages.png(width: 12, height: 8), to: "pic_00000.png")
    try folder.write(Array("{\"photo.image\": \"pic_00000.png\"}".utf8), to: "rows.jsonl")
    let refused = try Tool.run(
      "animate", scene, "--batch", rows, "-o", folder["pic_%05d.png"], "-y")
    #expect(refused.status == 2 && refused.errors.contains("would replace"))
    #expect(try readFile(other) == TestImages.png(width: 12, height: 8))
  }

  @Test func cpuAndReferenceAgree() throws {
    let scene = try write()
    for backend in ["cpu", "reference"] {
      let result = try Tool.run(
        "animate", scene, "-o", folder[Path("\(backend).png")], "--at", "0.6", "--backend",
        Path(backend))
      #expect(result.status == 0)
    }
    #expect(
      try Tool.run("compare", folder["cpu.png"], folder["reference.png"], "--max-level", "1")
        .status == 0)
  }

  @Test func theStepsCanBeRead() throws {
    let scene = try write()
    let result = try Tool.run("animate", scene, "--explain", "--at", "0")
    #expect(result.status == 0)
    #expect(result.text.contains("picture pictures/photo.png frame 0 12x8+0+0"))
    #expect(result.text.contains("colour 6x8+0+0"))
  }

  @Test func aSequenceIsAMovingPicture() throws {
    for number in 0..<3 {
      let level = UInt8(60 * number)
      let image = Image(width: 2, height: 2, format: PixelFormat(.rgb, .unorm8, .opaque)) {
        for i in $0.indices { $0[i] = level }
      }
      try folder.write(try PNG.encode(image), to: Path("f\(number).png"))
    }
    let scene = try folder.write(
      Array(
        """
        { "canvas": { "size": [2, 2] }, "duration": 1, "fps": 10,
          "layers": [ { "image": "f%d.png", "rate": 10, "loop": true } ] }
        """.utf8), to: "film.json")
    let result = try Tool.run("animate", scene, "-o", folder["out/"], "-q")
    #expect(result.status == 0, "\(result.errors)")
    for (frame, level) in [(0, 0), (1, 60), (2, 120), (3, 0)] {
      let path = folder[Path("out/film_0000\(frame).png")]
      #expect(try TestImages.samples(path).first.map(Int.init) == level)
    }
  }

  /// Each scene or option with what its one sentence must contain.
  @Test(arguments: [
    ("{", [], 1, "line 1"),
    (#"{"canvas":{"size":[4,4]},"layers":[{"colour":"red"}]}"#, ["--at", "0"], 1, "color"),
    (#"{"canvas":{"size":[4,4]},"layers":[{"image":"no.png"}]}"#, ["--at", "0"], 1, "no.png"),
    (#"{"canvas":{"size":[4,4]},"layers":[]}"#, [], 2, "no duration"),
    (#"{"canvas":{"size":[4,4]},"layers":[]}"#, ["--at", "nan"], 2, "--at"),
    (#"{"canvas":{"size":[4,4]},"layers":[]}"#, ["--at", "1", "--to", "2"], 2, "--to"),
    (#"{"canvas":{"size":[4,4]},"layers":[]}"#, ["--at", "0", "--set", "x"], 2, "LAYER.KEY"),
    (#"{"canvas":{"size":[4,4]},"layers":[]}"#, ["--at", "0", "--set", "x.y=1"], 1, "x.y"),
    (
      #"{"canvas":{"size":[4000,4000]},"layers":[]}"#, ["--at", "0", "--scale", "16"], 2,
      "64000x64000"
    ),
    (
      #"""
      {"canvas":{"size":[4,4]},"layers":[
        {"color":"#ff0000","frame":[-9e5,-9e5,9.9e5,9.9e5],"effects":{"values":{"blurRadius":1e5}}}]}
      """#, ["--at", "0"], 1, "limit"
    ),
    (#"{"canvas":{"size":[1e9,1e9]},"layers":[]}"#, ["--at", "0"], 1, "canvas"),
  ])
  func whatIsWrongIsOneSentence(
    text: String, options: [String], status: Int32, sentence: String
  ) throws {
    let scene = try folder.write(Array(text.utf8), to: "s.json")
    let result = try Tool.run(
      ["animate", scene, "-o", folder["o.png"], "-q"] + options.map { Path($0) })
    #expect(result.status == status && result.errorLines.count == 1, "\(result.errors)")
    #expect(result.errors.contains(sentence), "\(result.errors)")
    #expect((try? FileStatus(of: folder["o.png"])) == nil)
  }

  @Test func wrongUsage() throws {
    for (words, sentence) in [
      (["animate"], "no scene"), (["animate", "a.json", "b.json", "-o", "x/"], "2 were named"),
      (["animate", "a.json"], "no output"),
      (["animate", "missing.json", "-o", "x/"], "can't read the scene missing.json"),
    ] {
      let result = try Tool.run(words.map { Path($0) })
      #expect(result.status != 0 && result.errorLines.count == 1, "\(result.errors)")
      #expect(result.errors.contains(sentence), "\(result.errors)")
    }
  }
}
