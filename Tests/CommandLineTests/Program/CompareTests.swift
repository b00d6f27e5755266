import GPUEffects
import GPUEffectsCodecs
import GPUEffectsModel
import Testing

@testable import vfx_gpu

/// `vfx-gpu compare`: its numbers and its exit status.
struct CompareTests {
  private let folder: TemporaryFolder
  private let a: Path
  private let b: Path

  init() throws {
    folder = try TemporaryFolder()
    a = try folder.write(TestImages.png(), to: "a.png")
    // 5 levels more in one pixel's red, 2 in another's blue.
    let image = TestImages.pattern()
    let changed = Image(width: image.width, height: image.height, format: image.format) { bytes in
      bytes.copyBytes(from: image.bytes)
      bytes[3 * 30] += 5
      bytes[3 * 200 + 2] &-= 2
    }
    b = try folder.write(PNG.encode(changed), to: "b.png")
  }

  @Test func equalImagesAreTheSame() throws {
    let result = try Tool.run("compare", a, a)
    #expect(result.status == 0 && result.text.hasPrefix("the same"))
  }

  @Test func howFarAndHowMany() throws {
    let result = try Tool.run("compare", a, b)
    #expect(result.status == 1)
    #expect(result.text.contains("at most 5.00 levels of 255 apart (at 6,1)"), "\(result.text)")
    #expect(result.text.contains("2 of 384 pixels differ (0.52 %)"), "\(result.text)")
  }

  @Test(
    arguments: [
      (["--max-level", "5"], 0), (["--max-level", "4.9"], 1), (["--max-pixels", "2"], 0),
      (["--max-pixels", "1"], 1), (["--max-level", "5", "--max-pixels", "2"], 0),
      (["--max-level", "5", "--max-pixels", "1"], 1),
      (["--max-level", "4", "--max-pixels", "2"], 1),
      (["--max-level", "0"], 1),
    ] as [([String], Int32)])
  func limitsDecide(options: [String], status: Int32) throws {
    #expect(try Tool.run(["compare", a, b] + options.map { Path($0) }).status == status)
  }

  @Test func whatCanNotBeComparedIsSaid() throws {
    let other = try folder.write(TestImages.png(width: 3, height: 3), to: "c.png")
    let sizes = try Tool.run("compare", a, other)
    #expect(sizes.status == 2 && sizes.errors.contains("24x16 and 3x3"))
    let missing = try Tool.run("compare", a, folder["none.png"])
    #expect(missing.status == 2 && missing.errors.contains("no such file"))
    #expect(try Tool.run("compare", a, folder.path).status == 2)
  }

  @Test func theDifferenceMayBeAPicture() throws {
    #expect(try Tool.run("compare", a, b, "-o", folder["d.png"]).status == 1)
    let samples = try TestImages.samples(folder["d.png"])
    #expect(samples[3 * 30] == 80 && samples[3 * 200 + 2] == 32 && samples[0] == 0)
    #expect(try Tool.run("compare", a, b, "-o", folder["d.png"]).status == 2)
    #expect(try Tool.run("compare", a, b, "-o", folder["d.png"], "-y").status == 1)
  }

  @Test func machinesGetAReport() throws {
    let result = try Tool.run("compare", a, b, "--json")
    #expect(result.status == 1)
    #expect(result.text.contains("\"maximum\": 5.0") && result.text.contains("\"same\": false"))
    #expect(result.text.contains("\"differingPixels\": 2"))
  }
}
