import CEGL
import GPUEffects
import GPUEffectsGL
import Glibc
import Testing

/// A driver that computes wrongly without an error, and says it is hardware.
@Suite(.serialized)
struct StartupProbeTests {
  @Test func aGoodDriverPasses() throws {
    let executor = try GLExecutor(device: GLDevice.open(.surfaceless))
    #expect(throws: Never.self) { try StartupProbe.run(on: executor) }
    #expect(executor.liveObjects.total > 0)
    let usable = examineDevices().filter(\.isUsable)
    #expect(!usable.isEmpty && usable.allSatisfy { $0.probe == .passed })
  }

  /// One bit of one sample, large enough to be seen.
  @Test func oneWrongSampleIsFound() throws {
    let device = try GLDevice.open(.surfaceless)
    let table = UnsafeMutablePointer(mutating: device.gl)
    let executor = try GLExecutor(device: device)
    wrong.readPixels = table.pointee.ReadPixels
    defer { table.pointee.ReadPixels = wrong.readPixels }
    table.pointee.ReadPixels = readWrongly
    let error = try #require(throws: GLError.self) { try StartupProbe.run(on: executor) }
    #expect(error.description.contains(device.renderer))
    #expect(error.description.contains("levels from the CPU's"))
  }

  @Test func anErrorIsToldAsItIs() throws {
    let device = try GLDevice.open(.surfaceless)
    let table = UnsafeMutablePointer(mutating: device.gl)
    let executor = try GLExecutor(device: device)
    let real = table.pointee.CheckFramebufferStatus
    defer { table.pointee.CheckFramebufferStatus = real }
    table.pointee.CheckFramebufferStatus = { _ in UInt32(GL_FRAMEBUFFER_UNSUPPORTED) }
    let error = try #require(throws: GLError.self) { try StartupProbe.run(on: executor) }
    #expect(error.codeName == "GL_FRAMEBUFFER_UNSUPPORTED")
  }

  @Test func autoTakesTheCPUAndSaysWhy() throws {
    let renderer = try Renderer(RendererRequest(threads: 1), WrongDriver.machine)
    #expect(renderer.backend == .cpu)
    #expect(renderer.reason.contains("A test picture on Wrong GPU failed"))
  }

  @Test func aGPUThatIsAskedForIsRefused() throws {
    for request in [
      RendererRequest(backend: .gpu, threads: 1),
      RendererRequest(backend: .gpu, device: "0", threads: 1),
      RendererRequest(backend: .auto, device: "0", threads: 1),
    ] {
      let error = try #require(throws: RendererError.self) {
        try Renderer(request, WrongDriver.machine)
      }
      #expect(error.kind == .noDevice)
      #expect(error.description.contains("A test picture on Wrong GPU failed"))
    }
  }

  /// It stays in the listing: parity is there to say more about it.
  @Test func theListingShowsIt() throws {
    let device = try #require(examineDevices(WrongDriver.machine).first)
    #expect(device.isUsable && !device.isSoftware)
    guard case .failed(let reason) = device.probe else {
      Issue.record("\(device) passes")
      return
    }
    #expect(reason.contains("Wrong GPU"))
  }
}

/// Mesa's software driver, that calls itself a GPU and reads results wrongly.
private enum WrongDriver {
  static let machine = {
    var libraries = GLLibraries.system.tables.pointee
    wrong.getProcAddress = libraries.egl.GetProcAddress
    wrong.queryDeviceString = libraries.egl.QueryDeviceStringEXT
    libraries.egl.GetProcAddress = { name in
      let real = wrong.getProcAddress?(name)
      switch name.map({ String(cString: $0) }) {
      case "glReadPixels":
        wrong.readPixels = unsafeBitCast(real, to: ReadPixels?.self)
        return unsafeBitCast(readWrongly as ReadPixels, to: Function.self)
      case "glGetString":
        wrong.getString = unsafeBitCast(real, to: GetString?.self)
        return unsafeBitCast(nameWrongly as GetString, to: Function.self)
      default: return real
      }
    }
    // The display is shared with all that use the real table.
    libraries.egl.Terminate = { _ in EGLBoolean(EGL_TRUE) }
    libraries.egl.QueryDeviceStringEXT = { device, name in
      name == EGL_EXTENSIONS ? wrong.noExtensions : wrong.queryDeviceString?(device, name)
    }
    return Machine(dri: "/nonexistent", libraries: GLLibraries(libraries))
  }()
}

private typealias Function = @convention(c) () -> Void
private typealias GetString = @convention(c) (UInt32) -> UnsafePointer<UInt8>?
private typealias ReadPixels =
  @convention(c) (
    Int32, Int32, Int32, Int32, UInt32, UInt32, UnsafeMutableRawPointer?
  ) -> Void

/// What C functions without state go back to. One suite uses it, one test at a time.
private struct Wrong {
  var getProcAddress = GLLibraries.system.tables.pointee.egl.GetProcAddress
  var queryDeviceString = GLLibraries.system.tables.pointee.egl.QueryDeviceStringEXT
  var readPixels: ReadPixels?
  var getString: GetString?
  let noExtensions = constant("")
  let name = constant("Wrong GPU")

  static func constant(_ text: String) -> UnsafePointer<CChar>? {
    UnsafePointer(strdup(text))
  }
}

nonisolated(unsafe) private var wrong = Wrong()

private let readWrongly: ReadPixels = { x, y, width, height, format, type, pixels in
  wrong.readPixels?(x, y, width, height, format, type, pixels)
  pixels?.assumingMemoryBound(to: UInt8.self)[100] ^= 0x10
}

private let nameWrongly: GetString = { name in
  guard name == UInt32(GL_RENDERER) else { return wrong.getString?(name) }
  return wrong.name.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
}
