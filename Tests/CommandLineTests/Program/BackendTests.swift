import GPUEffects
import GPUEffectsGL
import Testing

@testable import vfx_gpu

/// Which backend renders, and what is said of it.
struct BackendTests {
  private let folder: TemporaryFolder
  private let input: Path

  init() throws {
    folder = try TemporaryFolder()
    input = try folder.write(TestImages.png(), to: "a.png")
  }

  /// On a machine with a GPU the first half of this has nothing to refuse.
  @Test func aSoftwareDriverIsNoGPU() throws {
    let hasGPU = enumerateDevices().contains { $0.isUsable && !$0.isSoftware }
    let refused = try Tool.run("render", input, "-o", folder["b.png"], "--backend", "gpu")
    #expect(refused.status == (hasGPU ? 0 : 3))
    if !hasGPU {
      #expect(refused.errorLines.count == 1)
      #expect(refused.errors.contains("--allow-software"))
      #expect((try? FileStatus(of: folder["b.png"])) == nil)
    }
    let allowed = try Tool.run(
      "render", input, "-o", folder["c.png"], "--backend", "gpu", "--allow-software",
      "--contrast=-1")
    #expect(allowed.status == 0, "\(allowed.errors)")
    #expect(allowed.errors.contains("rendering on the GPU ("))
    #expect(try TestImages.samples(folder["c.png"]) == TestImages.pattern().bytes.map { 255 - $0 })
  }

  @Test func unknownDevicesAreRefused() throws {
    let result = try Tool.run(
      "render", input, "-o", folder["b.png"], "--backend", "gpu", "--device", "pci:ffff:ff:1f.7")
    #expect(result.status == 3 && result.errorLines.count == 1)
  }

  @Test func theReferenceRenders() throws {
    let result = try Tool.run(
      "render", input, "-o", folder["b.png"], "--backend", "reference", "--contrast=-1")
    #expect(result.status == 0 && result.errors.contains("float64"))
    #expect(try TestImages.samples(folder["b.png"]) == TestImages.pattern().bytes.map { 255 - $0 })
  }

  /// Stands in for a machine without Mesa: what the loader finds first is no library.
  @Test func withoutEGLTheCPURenders() throws {
    for name: Path in ["libEGL.so.1", "libgbm.so.1", "libGLESv2.so.2"] {
      try folder.write(Array("no library".utf8), to: Path(Array("lib/".utf8) + name.bytes))
    }
    let hidden = ["LD_LIBRARY_PATH=\(folder["lib"])"]
    let result = try Tool.run(
      ["render", input, "-o", folder["b.png"], "--contrast=-1"], environment: hidden)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try TestImages.samples(folder["b.png"]) == TestImages.pattern().bytes.map { 255 - $0 })
    let refused = try Tool.run(
      ["render", input, "-o", folder["c.png"], "--backend", "gpu", "--allow-software"],
      environment: hidden)
    #expect(refused.status == 3 && refused.errorLines.count == 1, "\(refused.errors)")
    let devices = try Tool.run(["devices"], environment: hidden)
    #expect(devices.status == 0 && devices.text.contains("libEGL"))
  }
}
