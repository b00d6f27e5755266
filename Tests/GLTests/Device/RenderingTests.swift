import CEGL
import GPUEffectsModel
import Glibc
import Testing

@testable import GPUEffectsGL

/// The real drivers, on every run: neither needs a GPU.
@Suite(.serialized)
struct RenderingTests {
  @Test(arguments: ["surfaceless", "gbm:/dev/null", "gbm:/dev/zero", "drm:/dev/null"])
  func clearsAndReadsBack(_ selector: String) throws {
    let device = try GLDevice.open(try #require(DeviceSelector(selector)))
    #expect(try clearedPixel(device, [0.2, 0.4, 0.6, 1]) == [51, 102, 153, 255])
    #expect(device.isSoftware)
    #expect(device.renderer.hasPrefix("llvmpipe"))
    #expect(device.glVersion.hasPrefix("OpenGL ES 3"))
  }

  @Test func knowsItsLimits() throws {
    let device = try GLDevice.open(.surfaceless)
    let limits = device.limits
    #expect(limits.esVersion >= 30)
    #expect(limits.maximumSize >= 2048)
    #expect(limits.maximumUniformBlockSize >= 16384)
    #expect(limits.extensions.contains("GL_EXT_color_buffer_float"))
    #expect(device.renderableFormats == [.fixed16, .float16, .float32])
  }

  @Test func optionalFunctionsFollowTheVersionAndTheExtensions() throws {
    let device = try GLDevice.open(.surfaceless)
    let hasTimer = device.limits.extensions.contains("GL_EXT_disjoint_timer_query")
    #expect((device.gl.pointee.QueryCounterEXT != nil) == hasTimer)
    #expect((device.gl.pointee.DispatchCompute != nil) == (device.limits.esVersion >= 31))
  }

  @Test func checkNamesTheOperationTheCodeAndTheDriversWords() throws {
    let device = try GLDevice.open(.surfaceless)
    try device.check("nothing")
    device.gl.pointee.Enable(0x1234)
    device.gl.pointee.Viewport(0, 0, -1, -1)
    let error = try #require(throws: GLError.self) { try device.check("Upload a texture") }
    #expect(error.operation == "Upload a texture")
    #expect(error.code == 0x500)
    #expect(error.codeName == "GL_INVALID_ENUM")
    #expect(error.driverText.contains("glEnable"))
    #expect(error.description.hasPrefix("Upload a texture failed with GL_INVALID_ENUM: "))
    try device.check("nothing is left of both")
  }

  @Test func aDeviceSurvivesTheEndOfAnotherOnTheSameDisplay() throws {
    let first = try GLDevice.open(.surfaceless)
    try withExtendedLifetime(GLDevice.open(.surfaceless)) { second in
      let pixel = try clearedPixel(second, [1, 0, 0, 1])
      #expect(pixel == [255, 0, 0, 255])
    }
    try first.makeCurrent()
    #expect(try clearedPixel(first, [0, 1, 0, 1]) == [0, 255, 0, 255])
  }

  @Test func listingLeavesTheCurrentContextInPlace() throws {
    let device = try GLDevice.open(.surfaceless)
    _ = enumerateDevices(dri: "/nonexistent")
    #expect(try clearedPixel(device, [0, 0, 1, 1]) == [0, 0, 255, 255])
  }

  @Test func threadsMayOpenAtTheSameTime() async {
    await withTaskGroup(of: [UInt8]?.self) { group in
      for index in 0..<8 {
        group.addTask {
          let device = try? GLDevice.open(
            index.isMultiple(of: 2) ? .surfaceless : .gbm("/dev/null"))
          return device.flatMap { try? clearedPixel($0, [0, 1, 1, 1]) }
        }
      }
      for await pixel in group { #expect(pixel == [0, 255, 255, 255]) }
    }
  }

  /// /dev/full, because no other test opens it.
  @Test func openingAndClosingLeaksNoFileDescriptor() throws {
    for _ in 0..<100 { _ = try GLDevice.open(.gbm("/dev/full")) }
    #expect(openFiles("/dev/full") == 0)
    for _ in 0..<100 {
      #expect(throws: GLError.self) { try GLDevice.open(.gbm("/usr/include")) }
    }
    #expect(openFiles("/usr/include") == 0)
    // Another thread may hold one at this moment.
    #expect(openFiles("/memfd:driver-output (deleted)") <= 1)
  }
}

/// The colour of a texture that was cleared to `color`, read back.
func clearedPixel(_ device: GLDevice, _ color: [Float]) throws -> [UInt8] {
  let gl = device.gl.pointee
  var texture: GLuint = 0
  var framebuffer: GLuint = 0
  gl.GenTextures(1, &texture)
  gl.BindTexture(GLenum(GL_TEXTURE_2D), texture)
  gl.TexStorage2D(GLenum(GL_TEXTURE_2D), 1, GLenum(GL_RGBA8), 5, 3)
  gl.GenFramebuffers(1, &framebuffer)
  gl.BindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
  gl.FramebufferTexture2D(
    GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture, 0)
  #expect(gl.CheckFramebufferStatus(GLenum(GL_FRAMEBUFFER)) == GLenum(GL_FRAMEBUFFER_COMPLETE))
  gl.ClearColor(color[0], color[1], color[2], color[3])
  gl.Clear(GLbitfield(GL_COLOR_BUFFER_BIT))
  var pixel = [UInt8](repeating: 7, count: 4)
  gl.ReadPixels(4, 2, 1, 1, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &pixel)
  gl.DeleteFramebuffers(1, &framebuffer)
  gl.DeleteTextures(1, &texture)
  try device.check("Clear and read back")
  return pixel
}

/// How many file descriptors of this process lead to `path`.
func openFiles(_ path: String) -> Int {
  (0..<1024).count { descriptor in
    var target = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
    return length > 0
      && String(decoding: target.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self) == path
  }
}
