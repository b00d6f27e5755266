import CEGL
import Glibc
import Testing

@testable import GPUEffectsGL

/// Machines that lack a library.
struct LoaderTests {
  private static let loader = cegl_loader(
    open: { name, why in
      why?.pointee = UnsafePointer(
        strdup("\(String(cString: name!)): cannot open shared object file"))
      return nil
    }, symbol: { _, _ in nil })

  /// A new process, in which nothing has asked for a device yet.
  @Test func nothingIsLoadedBeforeTheFirstUse() async {
    await #expect(processExitsWith: .success) {
      func hasEGL() -> Bool { dlopen("libEGL.so.1", RTLD_NOLOAD | RTLD_LAZY) != nil }
      let before = hasEGL()
      #expect(text(GLLibraries.system.tables.pointee.egl_problem) == "")
      let after = hasEGL()
      #expect(!before)
      #expect(after)
    }
  }

  @Test func withoutLibrariesEverythingHasItsReason() throws {
    let libraries = withUnsafePointer(to: Self.loader) { GLLibraries(loader: $0) }
    let folder = try TemporaryFolder()
    folder.link("renderD128", to: "/dev/null")
    let machine = Machine(dri: folder.path, dev: folder.path, libraries: libraries)
    let devices = enumerateDevices(machine)
    let reason =
      "libEGL.so.1 can't be loaded (libEGL.so.1: cannot open shared object file): install "
      + "libegl1 and libegl-mesa0, or the GPU vendor's driver."
    #expect(devices.map(\.id) == ["gbm:\(folder.path)/renderD128", "surfaceless", "device"])
    #expect(devices.map(\.reason) == [reason, reason, reason])
    let error = try #require(throws: GLError.self) { try GLDevice.openHardware(machine) }
    #expect(error.source == .library)
    #expect(error.description == reason)
  }

  @Test func withoutGBMOnlyItsNodesAreMissing() throws {
    var tables = GLLibraries.system.tables.pointee
    withUnsafeMutableBytes(of: &tables.gbm_problem) { $0.copyBytes(from: "no such file".utf8) }
    let machine = Machine(libraries: GLLibraries(tables))
    let error = try #require(throws: GLError.self) {
      try GLDevice.open(.gbm("/dev/null"), machine)
    }
    #expect(
      error.description.contains("libgbm.so.1 can't be loaded (no such file): install libgbm1"))
  }

  @Test func aLibraryWithoutAFunctionIsNotUsed() throws {
    var loader = Self.loader
    loader.open = { _, _ in UnsafeMutableRawPointer(bitPattern: 1) }
    let libraries = withUnsafePointer(to: loader) { GLLibraries(loader: $0) }
    #expect(text(libraries.tables.pointee.egl_problem) == "eglGetError: not found")
    #expect(text(libraries.tables.pointee.gbm_problem) == "gbm_create_device: not found")
  }
}
