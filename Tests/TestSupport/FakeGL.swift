import CEGL
package import GPUEffectsGL
import Glibc

/// OpenGL ES that draws nothing, keeps account of its objects and fails where
/// it is told to. There is one, because C functions carry no state: tests take
/// turns inside it.
package struct FakeGL {
  package enum Kind { case texture, framebuffer, buffer, shader, program }

  /// What a failing call is the start of.
  package enum Failure: CaseIterable, Sendable {
    /// It alone fails.
    case once
    /// Nothing works any more, as with a lost context.
    case lasting
  }

  package var calls: [String] = []
  /// The place in `calls` of the one that fails.
  package var failing: Int?
  private let failure: Failure
  private var error = GL_NO_ERROR
  private var lastName: UInt32 = 0
  /// What exists.
  package private(set) var objects: [UInt32: Kind] = [:]
  /// Calls with names of what does not exist, or is something else.
  package private(set) var misuses: [String] = []

  package init(failing: Int? = nil, failure: Failure = .once) {
    self.failing = failing
    self.failure = failure
  }

  /// Calls that OpenGL ES lets fail by no means.
  package static let unfailing: Set = [
    "DeleteTextures", "DeleteFramebuffers", "DeleteBuffers", "DeleteShader", "DeleteProgram",
  ]

  /// Notes the call; whether it is to succeed.
  fileprivate mutating func succeeds(_ call: String, code: Int32 = GL_OUT_OF_MEMORY) -> Bool {
    calls.append(call)
    let number = calls.count - 1
    let fails =
      failing.map { failure == .once ? number == $0 : number >= $0 } ?? false
    if fails, error == GL_NO_ERROR { error = code }
    return !fails
  }

  fileprivate mutating func make(_ kind: Kind, _ call: String) -> UInt32 {
    guard succeeds(call) else { return 0 }
    lastName += 1
    objects[lastName] = kind
    return lastName
  }

  fileprivate mutating func delete(_ name: UInt32?, _ kind: Kind, _ call: String) {
    use(name, kind, call)
    if let name { objects[name] = nil }
  }

  fileprivate mutating func use(_ name: UInt32?, _ kind: Kind, _ call: String) {
    _ = succeeds(call)
    if let name, name != 0, objects[name] != kind { misuses.append("\(call)(\(name))") }
  }

  fileprivate mutating func takeError() -> Int32 {
    _ = succeeds("GetError")
    let result = error
    error = GL_NO_ERROR
    return result
  }

  /// Runs `body` on a device whose entry points are these.
  package static func inside<R>(_ device: GLDevice, _ body: () throws -> R) rethrows -> R {
    turn.lock()
    defer { turn.unlock() }
    let table = UnsafeMutablePointer(mutating: device.gl)
    let real = table.pointee
    defer { table.pointee = real }
    replaceObjects(&table.pointee)
    replaceShaders(&table.pointee)
    replaceState(&table.pointee)
    return try body()
  }
}

package nonisolated(unsafe) var fakeGL = FakeGL()
private let turn = Turn()

private func replaceObjects(_ gl: inout cegl_gl) {
  gl.GenTextures = { _, name in name?.pointee = fakeGL.make(.texture, "GenTextures") }
  gl.GenFramebuffers = { _, name in name?.pointee = fakeGL.make(.framebuffer, "GenFramebuffers") }
  gl.GenBuffers = { _, name in name?.pointee = fakeGL.make(.buffer, "GenBuffers") }
  gl.CreateShader = { _ in fakeGL.make(.shader, "CreateShader") }
  gl.CreateProgram = { fakeGL.make(.program, "CreateProgram") }
  gl.DeleteTextures = { fakeGL.deleteAll($0, $1, .texture, "DeleteTextures") }
  gl.DeleteFramebuffers = { fakeGL.deleteAll($0, $1, .framebuffer, "DeleteFramebuffers") }
  gl.DeleteBuffers = { fakeGL.deleteAll($0, $1, .buffer, "DeleteBuffers") }
  gl.DeleteShader = { fakeGL.delete($0, .shader, "DeleteShader") }
  gl.DeleteProgram = { fakeGL.delete($0, .program, "DeleteProgram") }
  gl.BindTexture = { _, name in fakeGL.use(name, .texture, "BindTexture") }
  gl.BindFramebuffer = { _, name in fakeGL.use(name, .framebuffer, "BindFramebuffer") }
  gl.BindBuffer = { _, name in fakeGL.use(name, .buffer, "BindBuffer") }
  gl.BindBufferBase = { _, _, name in fakeGL.use(name, .buffer, "BindBufferBase") }
  gl.FramebufferTexture2D = { _, _, _, name, _ in
    fakeGL.use(name, .texture, "FramebufferTexture2D")
  }
  gl.FramebufferTextureLayer = { _, _, name, _, _ in
    fakeGL.use(name, .texture, "FramebufferTextureLayer")
  }
  gl.CheckFramebufferStatus = { _ in
    let succeeds = fakeGL.succeeds("CheckFramebufferStatus", code: GL_NO_ERROR)
    return UInt32(succeeds ? GL_FRAMEBUFFER_COMPLETE : GL_FRAMEBUFFER_UNSUPPORTED)
  }
}

extension FakeGL {
  fileprivate mutating func deleteAll(
    _ count: Int32, _ names: UnsafePointer<UInt32>?, _ kind: Kind, _ call: String
  ) {
    for i in 0..<Int(count) { delete(names?[i], kind, call) }
  }

  /// A status that says whether the call succeeds, and no error.
  fileprivate mutating func status(_ call: String) -> Int32 {
    succeeds(call, code: GL_NO_ERROR) ? GL_TRUE : GL_FALSE
  }
}

private func replaceShaders(_ gl: inout cegl_gl) {
  gl.ShaderSource = { name, _, _, _ in fakeGL.use(name, .shader, "ShaderSource") }
  gl.CompileShader = { fakeGL.use($0, .shader, "CompileShader") }
  gl.GetShaderiv = { _, _, status in status?.pointee = fakeGL.status("GetShaderiv") }
  gl.GetShaderInfoLog = { _, _, length, _ in length?.pointee = 0 }
  gl.AttachShader = { program, _ in fakeGL.use(program, .program, "AttachShader") }
  gl.LinkProgram = { fakeGL.use($0, .program, "LinkProgram") }
  gl.GetProgramiv = { _, _, status in status?.pointee = fakeGL.status("GetProgramiv") }
  gl.GetProgramInfoLog = { _, _, length, _ in length?.pointee = 0 }
  gl.UseProgram = { fakeGL.use($0, .program, "UseProgram") }
  gl.GetUniformLocation = { _, _ in
    let succeeds = fakeGL.succeeds("GetUniformLocation")
    return succeeds ? 0 : -1
  }
  gl.GetUniformBlockIndex = { _, _ in
    let succeeds = fakeGL.succeeds("GetUniformBlockIndex")
    return succeeds ? 0 : UInt32.max
  }
  gl.UniformBlockBinding = { name, _, _ in fakeGL.use(name, .program, "UniformBlockBinding") }
  gl.Uniform1i = { _, _ in _ = fakeGL.succeeds("Uniform1i") }
  gl.Uniform1f = { _, _ in _ = fakeGL.succeeds("Uniform1f") }
  gl.Uniform2i = { _, _, _ in _ = fakeGL.succeeds("Uniform2i") }
  gl.Uniform4i = { _, _, _, _, _ in _ = fakeGL.succeeds("Uniform4i") }
  gl.Uniform4fv = { _, _, _ in _ = fakeGL.succeeds("Uniform4fv") }
}

private func replaceState(_ gl: inout cegl_gl) {
  gl.GetError = { UInt32(fakeGL.takeError()) }
  gl.Enable = { _ in _ = fakeGL.succeeds("Enable") }
  gl.Disable = { _ in _ = fakeGL.succeeds("Disable") }
  gl.ActiveTexture = { _ in _ = fakeGL.succeeds("ActiveTexture") }
  gl.TexStorage2D = { _, _, _, _, _ in _ = fakeGL.succeeds("TexStorage2D") }
  gl.TexStorage3D = { _, _, _, _, _, _ in _ = fakeGL.succeeds("TexStorage3D") }
  gl.TexParameteri = { _, _, _ in _ = fakeGL.succeeds("TexParameteri") }
  gl.PixelStorei = { _, _ in _ = fakeGL.succeeds("PixelStorei") }
  gl.TexSubImage2D = { _, _, _, _, _, _, _, _, _ in _ = fakeGL.succeeds("TexSubImage2D") }
  gl.BufferData = { _, _, _, _ in _ = fakeGL.succeeds("BufferData") }
  gl.BufferSubData = { _, _, _, _ in _ = fakeGL.succeeds("BufferSubData") }
  gl.Viewport = { _, _, _, _ in _ = fakeGL.succeeds("Viewport") }
  gl.Scissor = { _, _, _, _ in _ = fakeGL.succeeds("Scissor") }
  gl.DrawArrays = { _, _, _ in _ = fakeGL.succeeds("DrawArrays") }
  gl.ReadPixels = { _, _, _, _, _, _, _ in _ = fakeGL.succeeds("ReadPixels") }
}

/// A lock that a throwing body can be run under.
private final class Turn: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }
  func unlock() { pthread_mutex_unlock(mutex) }
}
