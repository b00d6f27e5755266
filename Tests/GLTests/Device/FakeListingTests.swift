import CEGL
import Glibc
import Testing

@testable import GPUEffectsGL

extension FakeDriverTests {
  /// Devices that this machine doesn't have.
  @Suite struct Listing {
    private static let bytes: [UInt8] = [
      0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE,
      0xFF,
    ]
    private static let devices = [
      FakeDriver.Device(
        extensions: "EGL_EXT_device_drm EGL_EXT_device_drm_render_node EGL_NV_device_cuda "
          + "EGL_EXT_device_persistent_id",
        card: "/nonexistent/dri/card3", renderNode: "/nonexistent/dri/renderD131", cuda: 1,
        uuid: bytes),
      FakeDriver.Device(
        extensions: "EGL_NV_device_cuda EGL_EXT_device_persistent_id", cuda: 0, uuid: bytes),
      FakeDriver.Device(extensions: "EGL_NV_device_cuda", cuda: 2),
      FakeDriver.Device(extensions: "EGL_EXT_device_drm", card: "/nonexistent/dri/card9"),
      FakeDriver.Device(extensions: "EGL_MESA_device_software"),
      // Not announced, so not to be asked for.
      FakeDriver.Device(extensions: "", card: "/nonexistent/dri/card8", cuda: 8, uuid: bytes),
    ]

    private func machine(_ change: (inout cegl_libraries) -> Void = { _ in }) -> Machine {
      var libraries = FakeDriver.libraries
      change(&libraries)
      return Machine(
        dri: "/nonexistent/dri", sys: "/nonexistent", dev: "/nonexistent",
        libraries: GLLibraries(libraries))
    }

    @Test func devicesAreDescribedAsFarAsTheyAnnounce() throws {
      fake = FakeDriver(devices: Self.devices)
      let devices = enumerateDevices(machine()).filter { $0.platform == .device }
      #expect(
        devices.map(\.id) == [
          "drm:/nonexistent/dri/renderD131", "uuid:00112233-4455-6677-8899-aabbccddeeff", "cuda:2",
          "drm:/nonexistent/dri/card9", "4", "5",
        ])
      #expect(devices.map(\.cudaOrdinal) == [1, 0, 2, nil, nil, nil])
      #expect(devices.map(\.isSoftware) == [false, false, false, false, true, false])
      #expect(devices.map(\.isUsable) == Array(repeating: true, count: 6))
      #expect(devices[5].node == nil && devices[5].uuid == nil)
    }

    @Test func aDeviceThatFailsDoesNotHideTheOthers() throws {
      fake = FakeDriver(devices: Self.devices)
      let calls = enumerateDevices(machine())
      #expect(calls.count == 8)
      let second = try #require(
        fake.calls.indices.filter { fake.calls[$0] == "eglInitialize" }.dropFirst().first)
      fake = FakeDriver(failing: second, devices: Self.devices)
      let devices = enumerateDevices(machine())
      #expect(
        devices.map(\.isUsable) == [true, false, true, true, true, true, true, false])
      #expect(devices[1].reason == "eglInitialize failed with EGL_BAD_ALLOC.")
    }

    @Test func cardAndRenderNodeBothNameTheDevice() throws {
      for node in ["card3", "renderD131", "/nonexistent/dri/card3"] {
        fake = FakeDriver(devices: Self.devices)
        _ = try GLDevice.open(.drm(node), machine())
        #expect(!fake.calls.contains("gbm_create_device"))
      }
      fake = FakeDriver(devices: Self.devices)
      let error = try #require(throws: GLError.self) {
        try GLDevice.open(.drm("card8"), machine())
      }
      #expect(error.description == "/nonexistent/dri/card8 does not exist (ENOENT).")
    }

    /// The container has no node, only its name; sysfs is the host's.
    @Test func aNameIsEnoughForThePCIAddress() throws {
      let folder = try TemporaryFolder()
      folder.folder("devices/pci0000:60/0000:65:00.0")
      folder.folder("class/drm/renderD131")
      folder.link(
        "class/drm/renderD131/device", to: "\(folder.path)/devices/pci0000:60/0000:65:00.0")
      fake = FakeDriver(devices: Self.devices)
      var machine = machine()
      machine.sys = folder.path
      let device = try #require(enumerateDevices(machine).first)
      #expect(device.pciAddress == "0000:65:00.0")
      #expect(throws: Never.self) { try GLDevice.open(.pci("0000:65:00.0"), machine) }
      #expect(throws: Never.self) { try GLDevice.open(.cuda(2), machine) }
    }

    @Test func hardwareIsPreferredAndFound() throws {
      fake = FakeDriver(devices: Self.devices)
      #expect(throws: Never.self) { try GLDevice.openHardware(machine()) }
      // The driver draws on the CPU, whatever the device says.
      fake = FakeDriver(devices: Self.devices)
      fake.strings[GL_RENDERER] = "llvmpipe (LLVM 15)"
      #expect(throws: GLError.self) { try GLDevice.openHardware(machine()) }
      #expect(fake.calls.count { $0 == "eglInitialize" } == 5)
      #expect(fake.calls.count { $0 == "eglTerminate" } == 5)
    }

    @Test func nvidiaFilesWithoutItsEGLAreExplained() throws {
      let folder = try TemporaryFolder()
      folder.link("nvidiactl", to: "/dev/null")
      var machine = machine()
      machine.dev = folder.path
      fake = FakeDriver(devices: Array(Self.devices[4...]))
      #expect(
        enumerateDevices(machine).contains {
          $0.id == "device" && $0.reason?.contains("NVIDIA_DRIVER_CAPABILITIES") == true
        })
      fake = FakeDriver(devices: Self.devices)
      #expect(!enumerateDevices(machine).contains { $0.id == "device" })
    }

    @Test func withoutEnumerationTheOthersRemain() throws {
      fake = FakeDriver(clientExtensions: "EGL_MESA_platform_surfaceless")
      let devices = enumerateDevices(machine())
      #expect(devices.map(\.id) == ["surfaceless", "device", "gbm"])
      #expect(devices[0].isUsable)
      fake = FakeDriver(devices: Self.devices)
      let withoutFunction = enumerateDevices(machine { $0.egl.QueryDevicesEXT = nil })
      #expect(withoutFunction.map(\.id) == ["surfaceless", "device", "gbm"])
    }
  }
}
