import CEGL
import GPUEffectsGL

/// The device's own entry points, of which one call is skipped and reported as
/// a lack of memory. There is one, for one suite, one test at a time.
struct FaultyGL {
  fileprivate let real: cegl_gl
  /// The call that fails, and how often it succeeds before; nil once it has failed.
  var failing: (call: String, after: Int)?
  private var error = UInt32(GL_NO_ERROR)

  fileprivate mutating func succeeds(_ call: String) -> Bool {
    guard let failing, failing.call == call else { return true }
    if failing.after > 0 {
      self.failing = (call, failing.after - 1)
      return true
    }
    self.failing = nil
    error = UInt32(GL_OUT_OF_MEMORY)
    return false
  }

  fileprivate mutating func takeError() -> UInt32? {
    defer { error = UInt32(GL_NO_ERROR) }
    return error == UInt32(GL_NO_ERROR) ? nil : error
  }

  init(real: cegl_gl = cegl_gl()) { self.real = real }

  /// The calls that can be made to fail.
  static let calls = [
    "TexStorage2D", "TexSubImage2D", "CheckFramebufferStatus", "BufferSubData", "CompileShader",
    "LinkProgram", "DrawArrays", "ReadPixels",
  ]

  /// Runs `body` on a device whose entry points are these.
  static func inside<R>(_ device: GLDevice, _ body: () throws -> R) rethrows -> R {
    let table = UnsafeMutablePointer(mutating: device.gl)
    faultyGL = FaultyGL(real: table.pointee)
    defer { table.pointee = faultyGL.real }
    replace(&table.pointee)
    return try body()
  }

  private static func replace(_ gl: inout cegl_gl) {
    gl.GetError = { faultyGL.takeError() ?? faultyGL.real.GetError() }
    gl.TexStorage2D = {
      if faultyGL.succeeds("TexStorage2D") { faultyGL.real.TexStorage2D($0, $1, $2, $3, $4) }
    }
    gl.TexSubImage2D = {
      guard faultyGL.succeeds("TexSubImage2D") else { return }
      faultyGL.real.TexSubImage2D($0, $1, $2, $3, $4, $5, $6, $7, $8)
    }
    gl.CheckFramebufferStatus = { target in
      guard faultyGL.succeeds("CheckFramebufferStatus") else {
        return UInt32(GL_FRAMEBUFFER_UNSUPPORTED)
      }
      return faultyGL.real.CheckFramebufferStatus(target)
    }
    gl.BufferSubData = {
      if faultyGL.succeeds("BufferSubData") { faultyGL.real.BufferSubData($0, $1, $2, $3) }
    }
    gl.CompileShader = {
      if faultyGL.succeeds("CompileShader") { faultyGL.real.CompileShader($0) }
    }
    gl.LinkProgram = { if faultyGL.succeeds("LinkProgram") { faultyGL.real.LinkProgram($0) } }
    gl.DrawArrays = {
      if faultyGL.succeeds("DrawArrays") { faultyGL.real.DrawArrays($0, $1, $2) }
    }
    gl.ReadPixels = {
      guard faultyGL.succeeds("ReadPixels") else { return }
      faultyGL.real.ReadPixels($0, $1, $2, $3, $4, $5, $6)
    }
  }
}

nonisolated(unsafe) var faultyGL = FaultyGL()
