import CEGL
import Glibc
import Testing

@testable import GPUEffectsGL

@Suite(.serialized)
struct FakeDriverTests {
  /// Opens and closes a GBM node of the fake driver.
  @Suite struct Opening {
    let libraries = GLLibraries(FakeDriver.libraries)
    let folder = try? TemporaryFolder()

    private func open(_ prepare: (inout FakeDriver) -> Void = { _ in }) throws -> GLError? {
      let node = try #require(folder).path + "/node"
      close(creat(node, 0o600))
      fake = FakeDriver()
      prepare(&fake)
      var error = cegl_error()
      var candidate = cegl_node(node, "/sys")
      let context = cegl_open(libraries.tables, &candidate, &error, nil)
      #expect((context == nil) == (error.domain != CEGL_DOMAIN_NONE))
      #expect(context != nil || openFiles(node) == 0)
      cegl_close(context)
      #expect(openFiles(node) == 0)
      return context == nil ? GLError(error) : nil
    }

    private static let releases = [
      "gbm_create_device": "gbm_device_destroy", "eglInitialize": "eglTerminate",
      "eglCreateContext": "eglDestroyContext", "eglMakeCurrent": "eglMakeCurrent(none)",
    ]

    /// Whether all that was taken before call `end` was given back, last first.
    private func isUndone(before end: Int) -> Bool {
      let taken = fake.calls.prefix(end).compactMap { Self.releases[$0] }
      let given = fake.calls.filter(Self.releases.values.contains)
      return given == taken.reversed()
    }

    @Test func callsInThisOrder() throws {
      #expect(try open() == nil)
      let calls = fake.calls.filter { !$0.hasPrefix("eglGetProcAddress") }
      #expect(
        calls == [
          "gbm_create_device", "eglQueryString(client)", "eglGetPlatformDisplay", "eglInitialize",
          "eglQueryString(display)", "eglBindAPI", "eglCreateContext", "eglMakeCurrent",
          "glGetString", "eglMakeCurrent(none)", "eglDestroyContext", "eglTerminate",
          "gbm_device_destroy",
        ])
    }

    @Test(arguments: [false, true])
    func everyCallMayFail(_ needsConfig: Bool) throws {
      func prepare(_ fake: inout FakeDriver) {
        if needsConfig { fake.displayExtensions = "EGL_KHR_surfaceless_context" }
      }
      #expect(try open(prepare) == nil)
      let calls = Array(fake.calls.prefix { $0 != "eglMakeCurrent(none)" })
      #expect(calls.count > 150)
      #expect(calls.contains("eglChooseConfig") == needsConfig)
      for (number, call) in calls.enumerated() {
        let error = try open {
          prepare(&$0)
          $0.failing = number
        }
        let reported = try #require(error, "\(call) failed unnoticed")
        #expect(isUndone(before: number), "after \(call): \(fake.calls)")
        #expect(call.hasPrefix(operation(reported)), "\(call) was reported as \(reported)")
      }
    }

    /// The failed call as the log of the fake driver has it.
    private func operation(_ error: GLError) -> String {
      switch (error.operation, error.source) {
      case ("eglGetPlatformDisplay", .missing): "eglQueryString(client)"
      case ("eglGetProcAddress", _): "eglGetProcAddress(\(error.detail))"
      case ("glGetString(GL_VERSION)", _): "glGetString"
      default: error.operation
      }
    }

    @Test func noConfigIsAnErrorThoughChoosingSucceeded() throws {
      let error = try open {
        $0.displayExtensions = "EGL_KHR_surfaceless_context"
        $0.configs = 0
      }
      #expect(error?.operation == "eglChooseConfig")
      #expect(isUndone(before: try #require(fake.calls.firstIndex(of: "eglChooseConfig"))))
    }

    @Test(arguments: [nil, "", "OpenGL ES 2.0 Old", "OpenGL ES-CM 1.1", "4.6.0 NVIDIA"])
    func anOlderOpenGLIsRefused(_ version: String?) throws {
      let error = try open { $0.strings[GL_VERSION] = version }
      #expect(error?.operation == "glGetString(GL_VERSION)")
      #expect(error?.description.contains("OpenGL ES 3.0 or later is needed") == true)
    }

    @Test func aForeignNodeOfNVIDIAsGBMIsExplained() throws {
      let error = try open { $0.failing = 2 }
      #expect(error?.code == 0x3000)
      #expect(error?.description.contains("no driver for this device") == true)
    }

    @Test func withoutSurfacelessContextsNothingIsOpened() throws {
      let error = try open { $0.displayExtensions = "EGL_KHR_no_config_context" }
      #expect(
        error?.description
          == "The driver lacks EGL_KHR_surfaceless_context, without which it can't render "
          + "off-screen.")
    }
  }

  /// What reaches Swift.
  @Suite struct Device {
    private let machine = Machine(
      dri: "/nonexistent", dev: "/nonexistent", libraries: GLLibraries(FakeDriver.libraries))

    @Test func aFailureCarriesTheDriversWordsAndPrintsNothing() throws {
      fake = FakeDriver(failing: 2, chatter: "libEGL warning: first\nlibEGL warning: second.\n")
      let before = standardError()
      var candidate = cegl_candidate()
      candidate.platform = CEGL_PLATFORM_SURFACELESS
      let error = try #require(throws: GLError.self) {
        try GLDevice(candidate, machine.libraries)
      }
      #expect(standardError() == before)
      #expect((error.operation, error.codeName) == ("eglInitialize", "EGL_BAD_ALLOC"))
      #expect(error.driverText == "libEGL warning: first\nlibEGL warning: second.\n")
      #expect(
        error.description
          == "eglInitialize failed with EGL_BAD_ALLOC: libEGL warning: second.")
    }

    /// Where file descriptor 2 leads when no other thread opens or closes a
    /// device, which leads it elsewhere for a moment.
    private func standardError() -> String {
      var path = ""
      for _ in 0..<1000 {
        var target = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/fd/\(STDERR_FILENO)", &target, target.count)
        path = String(
          decoding: target.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard path.hasPrefix("/memfd:driver-output") else { return path }
        usleep(10_000)
      }
      return path
    }

    @Test func aDeviceCarriesItsDescription() throws {
      fake = FakeDriver(chatter: "hello\n")
      let device = try GLDevice.open(.surfaceless, machine)
      #expect(device.vendor == "Fake vendor")
      #expect(device.driverText == "hello\n")
      #expect(!device.isSoftware)
      #expect(device.limits.esVersion == 30)
      #expect(device.description == "Fake renderer, OpenGL ES 3.0 Fake 1.0")
    }
  }
}
