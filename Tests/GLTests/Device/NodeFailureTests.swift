import CEGL
import Glibc
import Testing

@testable import GPUEffectsGL

/// Nodes that can't be opened: each says why, and nothing crashes.
@Suite(.serialized)
struct NodeFailureTests {
  private func failure(_ node: String) throws -> GLError {
    try #require(throws: GLError.self) { try GLDevice.open(.gbm(node)) }
  }

  @Test func aMissingNode() throws {
    let error = try failure("/nonexistent/renderD128")
    #expect(error.source == .system)
    #expect((error.operation, error.codeName) == ("open", "ENOENT"))
    #expect(error.description == "/nonexistent/renderD128 does not exist (ENOENT).")
  }

  @Test func aRegularFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/file"
    close(creat(path, 0o600))
    let error = try failure(path)
    #expect((error.operation, error.codeName) == ("gbm_create_device", "EINVAL"))
    #expect(error.description == "\(path) is no device node (gbm_create_device: EINVAL).")
  }

  @Test func aPipe() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/pipe"
    mkfifo(path, 0o600)
    let error = try failure(path)
    #expect((error.operation, error.codeName) == ("gbm_create_device", "EINVAL"))
  }

  @Test func aFolder() throws {
    let error = try failure("/usr/include")
    #expect((error.operation, error.codeName) == ("open", "EISDIR"))
  }

  /// The kernel's answer to opening a socket is that to a node without a driver.
  @Test func aNodeWithoutADriver() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/node"
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0)
    let error = try failure(path)
    #expect((error.operation, error.codeName) == ("open", "ENXIO"))
    #expect(error.description == "No kernel driver stands behind \(path) (ENXIO).")
  }

  @Test func aNodeOfAnotherUser() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = folder.path + "/renderD128"
      symlink("/dev/null", path)
      chmod(folder.path, 0)
      // Root may open anything; the others may not enter the folder.
      if getuid() == 0 { try #require(seteuid(65534) == 0) }
      let error = try #require(throws: GLError.self) { try GLDevice.open(.gbm(path)) }
      #expect((error.operation, error.codeName) == ("open", "EACCES"))
      #expect(error.description.contains("join the group that owns it, usually render or video"))
      seteuid(getuid())
      chmod(folder.path, 0o700)
    }
  }

  @Test func noMesaDriverForTheNode() async {
    await #expect(processExitsWith: .success) {
      setenv("LIBGL_DRIVERS_PATH", "/nonexistent", 1)
      let error = try #require(throws: GLError.self) { try GLDevice.open(.gbm("/dev/null")) }
      #expect((error.operation, error.codeName) == ("gbm_create_device", "ENOENT"))
      #expect(error.description.contains("install libgl1-mesa-dri"))
      #expect(error.driverText.contains("/nonexistent"))
    }
  }
}

/// What GBM and EGL do, as far as the code relies on it.
@Suite(.serialized)
struct DriverFactTests {
  private let egl = GLLibraries.system.tables.pointee.egl
  private let gbm = GLLibraries.system.tables.pointee.gbm

  @Test func gbmRefusesWhatIsNoCharacterDevice() throws {
    var pipes: (Int32, Int32) = (0, 0)
    withUnsafeMutablePointer(to: &pipes) {
      $0.withMemoryRebound(to: Int32.self, capacity: 2) { _ = pipe($0) }
    }
    let folder = open("/usr/include", O_RDONLY)
    let closed = dup(folder)
    close(closed)
    for descriptor in [-1, 1_000_000, folder, pipes.0] {
      errno = 0
      #expect(gbm.create_device(descriptor) == nil)
      #expect(errno == EINVAL)
    }
    for descriptor in [folder, pipes.0, pipes.1] { close(descriptor) }
  }

  @Test func withoutADeviceGBMNeedsTheFirstCard() throws {
    let display = egl.GetPlatformDisplayEXT(EGLenum(EGL_PLATFORM_GBM_KHR), nil, nil)
    #expect(display != nil)
    let initialized = egl.Initialize(display, nil, nil) == EGLBoolean(EGL_TRUE)
    #expect(initialized == (access("/dev/dri/card0", F_OK) == 0))
    if !initialized { #expect(egl.GetError() == EGL_NOT_INITIALIZED) }
  }

  @Test func configsForPbuffersAreAbsentOnGBMAndForWindowsElsewhere() throws {
    let node = open("/dev/null", O_RDWR)
    let device = gbm.create_device(node)
    defer {
      gbm.device_destroy(device)
      close(node)
    }
    let onGBM = egl.GetPlatformDisplayEXT(
      EGLenum(EGL_PLATFORM_GBM_KHR), device.map { UnsafeMutableRawPointer($0) }, nil)
    #expect(egl.Initialize(onGBM, nil, nil) == EGLBoolean(EGL_TRUE))
    #expect(configs(onGBM, [EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE]) == 0)
    #expect(configs(onGBM, [EGL_SURFACE_TYPE, 0, EGL_NONE]) > 0)
    _ = egl.Terminate(onGBM)

    // Held open, so that this neither starts nor ends the display.
    try withExtendedLifetime(GLDevice.open(.surfaceless)) { _ in
      let display = egl.GetCurrentDisplay()
      #expect(configs(display, [EGL_NONE]) == 0)
      #expect(configs(display, [EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_NONE]) == 0)
      #expect(configs(display, [EGL_SURFACE_TYPE, 0, EGL_NONE]) > 0)
    }
  }

  @Test func withoutASurfaceTheDefaultFramebufferIsUndefined() throws {
    let device = try GLDevice.open(.gbm("/dev/null"))
    #expect(device.gl.pointee.CheckFramebufferStatus(GLenum(GL_FRAMEBUFFER)) == 0x8219)
    var pixel: UInt32 = 0
    device.gl.pointee.ReadPixels(0, 0, 1, 1, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &pixel)
    #expect(device.gl.pointee.GetError() == 0x506)
  }

  private func configs(_ display: EGLDisplay?, _ attributes: [EGLint]) -> EGLint {
    var count: EGLint = -1
    #expect(egl.ChooseConfig(display, attributes, nil, 0, &count) == EGLBoolean(EGL_TRUE))
    return count
  }
}
