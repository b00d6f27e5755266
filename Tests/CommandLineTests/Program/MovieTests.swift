import GPUEffectsCodecs
import GPUEffectsModel
import Testing

@testable import vfx_gpu

/// Moving pictures from streams to streams.
struct MovieTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A stream in which every byte of a frame is drawn.
  private static func stream(
    _ tags: String, bytes: Int, frames: Int,
    sample: (Int) -> UInt8 = { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 >> 5) }
  ) -> [UInt8] {
    var stream = Array("YUV4MPEG2 \(tags)\n".utf8)
    for frame in 0..<frames {
      stream += Array("FRAME\(frame == 1 ? " Ip" : "")\n".utf8)
      stream += (0..<bytes).map { sample($0 + 11 * frame) }
    }
    return stream
  }

  @Test(arguments: [
    ("W7 H5 F30000:1001 Ip A1:1 C420jpeg XYSCSS=420JPEG XOTHER=a", 7 * 5 + 2 * 4 * 3),
    ("W6 H4 F25:1 C420p10 XCOLORRANGE=FULL", 2 * (24 + 2 * 6)),
    ("W6 H4 F25:1 C422", 48), ("W6 H4 F25:1 C444", 72), ("W5 H3 Cmono", 15),
    ("W8 H2 F25:1 C411", 24), ("W6 H4", 36),
  ])
  func neutralValuesReturnTheStream(_ tags: String, _ bytes: Int) throws {
    let stream = Self.stream(tags, bytes: bytes, frames: 3)
    let input = try folder.write(stream, to: "in.y4m")
    let result = try Tool.run("render", "-", "-o", "-", "--backend", "cpu", input: input)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == stream)
    let file = try Tool.run("render", input, "-o", folder["out.y4m"], "--backend", "cpu")
    #expect(file.status == 0, "\(file.errors)")
    #expect(try readFile(folder["out.y4m"]) == stream)
    #expect(try folder.names() == ["in.y4m", "out.y4m"])
  }

  /// Planes are blurred as grey pictures, chroma by half the radius.
  @Test func aBlurBlursThePlanes() throws {
    let stream = Self.stream("W32 H24 F25:1 C420jpeg", bytes: 32 * 24 * 3 / 2, frames: 1)
    let input = try folder.write(stream, to: "in.y4m")
    let result = try Tool.run(
      "render", input, "-o", "-", "--blur", "4", "--backend", "reference")
    #expect(result.status == 0, "\(result.errors)")
    let start = stream.count - 32 * 24 * 3 / 2
    for (name, offset, width, height, radius) in [
      ("y", start, 32, 24, "4"), ("u", start + 768, 16, 12, "2"), ("v", start + 960, 16, 12, "2"),
    ] {
      let plane = Array(stream[offset..<(offset + width * height)])
      let image = Image(
        width: width, height: height, format: PixelFormat(.gray, .unorm8, .opaque)
      ) { $0.copyBytes(from: plane) }
      let png = try folder.write(try PNG.encode(image), to: Path("\(name).png"))
      let out = folder[Path("\(name)-out.png")]
      let alone = try Tool.run(
        "render", png, "-o", out, "--blur", Path(radius), "--backend", "reference")
      #expect(alone.status == 0)
      #expect(
        try TestImages.samples(out) == Array(result.output[offset..<(offset + width * height)]))
    }
  }

  /// Grey of limited range: 16 is black, 235 white; half the contrast of 0.5.
  @Test func coloursAreChangedInRGB() throws {
    let stream = Self.stream("W8 H8 F25:1 C420jpeg", bytes: 96, frames: 1) { $0 < 64 ? 180 : 128 }
    let input = try folder.write(stream, to: "in.y4m")
    let result = try Tool.run(
      "render", input, "-o", "-", "--brightness", "0.1", "--backend", "cpu")
    #expect(result.status == 0, "\(result.errors)")
    // 180 is 191 of 255 in RGB; 25.5 more are 216, and that is 202.
    let pixels = result.output.suffix(96)
    #expect(pixels.prefix(64).allSatisfy { abs(Int($0) - 202) <= 1 })
    #expect(pixels.suffix(32).allSatisfy { $0 == 128 })
  }

  @Test func aTruncatedStreamKeepsWhatIsWhole() throws {
    let stream = Self.stream("W6 H4 F25:1", bytes: 36, frames: 3)
    let input = try folder.write(Array(stream.dropLast(5)), to: "in.y4m")
    let result = try Tool.run("render", input, "-o", folder["out.y4m"], "--backend", "cpu")
    #expect(result.status == 1)
    #expect(result.errors.contains("frame 2: the stream ends within this frame"))
    #expect(try readFile(folder["out.y4m"]) == Array(stream.dropLast(36 + 6)))
  }

  @Test func rawFramesPass() throws {
    let pixels = (0..<(6 * 4 * 4 * 2)).map { UInt8(truncatingIfNeeded: $0 &* 59) }
    let input = try folder.write(pixels, to: "in.raw")
    let result = try Tool.run(
      "render", "-", "-o", "-", "--size", "6x4", "--format", "rgba", "--backend", "cpu",
      input: input)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == pixels)
  }

  @Test func anAnimationBecomesAStream() throws {
    let input = try folder.write(TestImages.png(), to: "card.png")
    let result = try Tool.run(
      "render", input, "-o", folder["out.y4m"], "--frames", "5", "--fps", "30000/1001", "--blur",
      "4", "--backend", "cpu")
    #expect(result.status == 0, "\(result.errors)")
    let file = try readFile(folder["out.y4m"])
    let head = "YUV4MPEG2 W24 H16 F30000:1001 Ip A1:1 C420jpeg\n"
    #expect(file.starts(with: Array(head.utf8)))
    #expect(file.count == head.utf8.count + 5 * (6 + 24 * 16 * 3 / 2))
  }

  @Test func aClosedOutputIsASentence() throws {
    let stream = Self.stream("W64 H64 F25:1", bytes: 64 * 96, frames: 200)
    let input = try folder.write(stream, to: "in.y4m")
    let result = try Tool.shell(
      #"{ "$vfx" render "$1" -o - --backend cpu -q; echo $? >&2; } | head -c 100 >/dev/null"#, input
    )
    #expect(result.errors.contains("standard output: the reader closed it"))
    #expect(result.errorLines.last == "1")
  }

  @Test func wrongStreamsAreNamed() throws {
    for (tags, word) in [
      ("W6 H4 F25:1 It", "interlaced"), ("W6 H4 C444alpha", "444alpha"), ("W0 H4", "size"),
      ("W999999 H999999", "limit"),
    ] {
      let input = try folder.write(Self.stream(tags, bytes: 36, frames: 1), to: "in.y4m")
      let result = try Tool.run("render", input, "-o", folder["out.y4m"], "--backend", "cpu")
      #expect(result.status == 1 && result.errors.contains(word), "\(tags): \(result.errors)")
      #expect(try folder.names() == ["in.y4m"])
    }
  }
}
