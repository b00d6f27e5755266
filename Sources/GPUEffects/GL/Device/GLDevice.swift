package import CEGL
import Glibc

/// An OpenGL ES 3 context without a surface, and what its driver can do.
///
/// It belongs to the thread that opened it: every use and the last release
/// happen there, so nothing in it is locked. Debug builds check this.
package final class GLDevice: CustomStringConvertible {
  /// The functions of OpenGL ES: `gl.pointee.GenTextures(1, &name)`.
  package let gl: UnsafePointer<cegl_gl>
  /// GL_VENDOR, GL_RENDERER and GL_VERSION.
  package let vendor: String
  package let renderer: String
  package let glVersion: String
  /// Whether it draws on the CPU.
  package let isSoftware: Bool
  /// What the driver printed while it was opened.
  package let driverText: String
  package let limits: DeviceLimits

  private let context: UnsafeMutablePointer<cegl_context>
  private let thread = pthread_self()

  /// Opens `candidate` and makes its context current on the calling thread.
  package init(_ candidate: cegl_candidate, _ libraries: GLLibraries) throws(GLError) {
    var candidate = candidate
    var error = cegl_error()
    var chatter = [CChar](repeating: 0, count: Int(CEGL_CHATTER_SIZE))
    let context = cegl_open(libraries.tables, &candidate, &error, &chatter)
    driverText = String(
      decoding: chatter.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let context, let functions = context.pointer(to: \.gl) else {
      throw GLError(error, driverText: driverText).on(text(candidate.node))
    }
    let table = UnsafePointer(functions)
    self.context = context
    gl = table
    vendor = string(table, GL_VENDOR)
    renderer = string(table, GL_RENDERER)
    glVersion = string(table, GL_VERSION)
    isSoftware = candidate.software || isSoftwareRenderer(renderer)
    limits = DeviceLimits(table, esVersion: Int(context.pointee.es_version))
    reportErrors(of: table)
  }

  deinit {
    assertOwnThread()
    cegl_close(context)
  }

  package var description: String { "\(renderer), \(glVersion)" }

  /// Makes the context current again if another one was opened on this thread.
  package func makeCurrent() throws(GLError) {
    assertOwnThread()
    guard !cegl_is_current(context) else { return }
    var error = cegl_error()
    guard cegl_make_current(context, &error) else { throw GLError(error) }
  }

  /// Throws the oldest error that OpenGL ES has noted since the last check,
  /// and forgets the others. Once per operation: it may wait for the driver.
  package func check(_ operation: String) throws(GLError) {
    assertOwnThread()
    let code = gl.pointee.GetError()
    guard code != UInt32(GL_NO_ERROR) else { return }
    forgetErrors(of: gl)
    throw GLError(operation, code: code, driverText: takeMessages(of: gl))
  }

  private func assertOwnThread() {
    assert(pthread_equal(thread, pthread_self()) != 0, "a GLDevice is used on a foreign thread")
  }
}

extension GLError {
  /// The same, with the place where nothing more exact is known.
  fileprivate func on(_ node: String) -> GLError {
    var error = self
    if error.source == .driver, error.detail.isEmpty { error.detail = node }
    return error
  }
}

private func string(_ gl: UnsafePointer<cegl_gl>, _ name: Int32) -> String {
  gl.pointee.GetString(UInt32(name)).map { String(cString: $0) } ?? ""
}
