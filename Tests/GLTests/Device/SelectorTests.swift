import Testing

@testable import GPUEffectsGL

struct SelectorTests {
  @Test(arguments: [
    ("drm:renderD128", DeviceSelector.drm("renderD128")),
    ("drm:/dev/dri/card0", .drm("/dev/dri/card0")),
    ("gbm:/dev/null", .gbm("/dev/null")),
    ("gbm:/odd:name", .gbm("/odd:name")),
    ("pci:0000:65:00.0", .pci("0000:65:00.0")),
    ("pci:65:00.0", .pci("0000:65:00.0")),
    ("pci:00000000:C1:00.1", .pci("0000:c1:00.1")),
    (
      "uuid:GPU-00112233-4455-6677-8899-AABBCCDDEEFF", .uuid("00112233-4455-6677-8899-aabbccddeeff")
    ),
    ("uuid:00112233445566778899aabbccddeeff", .uuid("00112233-4455-6677-8899-aabbccddeeff")),
    ("cuda:0", .cuda(0)),
    ("surfaceless", .surfaceless),
    ("0", .index(0)),
    ("12", .index(12)),
  ])
  func understands(_ text: String, _ expected: DeviceSelector) {
    #expect(DeviceSelector(text) == expected)
    #expect(DeviceSelector(expected.description) == expected)
  }

  @Test(arguments: [
    "", ":", "drm", "drm:", "gbm:", "pci:", "pci:65", "pci:65:00", "pci:0000:65:00.0.0",
    "pci:0000:6z:00.0", "pci:10000:65:00.0", "pci:000:65:00.0", "uuid:1234",
    "uuid:0011223344556677889900112233445g", "cuda:", "cuda:-1", "cuda:x", "-1", "+1", "1.5",
    "surfaceless:", "Surfaceless", "gpu:0", "99999999999999999999",
  ])
  func refuses(_ text: String) {
    #expect(DeviceSelector(text) == nil)
  }

  @Test(arguments: [
    ("llvmpipe (LLVM 15.0.6, 256 bits)", true), ("softpipe", true), ("swrast", true),
    ("Software Rasterizer", true), ("virgl (LLVMPIPE (LLVM 15.0.6, 256 bits))", false),
    ("NVIDIA H200/PCIe/SSE2", false), ("Mesa Intel(R) UHD Graphics 620 (KBL GT2)", false),
    ("", false),
  ])
  func tellsSoftware(_ renderer: String, _ expected: Bool) {
    #expect(isSoftwareRenderer(renderer) == expected)
  }
}
