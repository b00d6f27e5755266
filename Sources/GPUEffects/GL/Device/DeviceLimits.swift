import CEGL
package import GPUEffectsModel

/// What a driver says it can do.
package struct DeviceLimits: Sendable {
  /// 10 * major + minor.
  package let esVersion: Int
  /// The longest side that a texture may have and be drawn to, in texels.
  package let maximumSize: Int
  /// Bytes that fit into a uniform block.
  package let maximumUniformBlockSize: Int
  package let extensions: Set<String>

  init(_ gl: UnsafePointer<cegl_gl>, esVersion: Int) {
    self.esVersion = esVersion
    maximumSize = min(
      integer(gl, GL_MAX_TEXTURE_SIZE), integer(gl, GL_MAX_RENDERBUFFER_SIZE),
      integer(gl, GL_MAX_VIEWPORT_DIMS))
    maximumUniformBlockSize = integer(gl, GL_MAX_UNIFORM_BLOCK_SIZE)
    extensions = readExtensions(gl)
  }
}

extension GLDevice {
  /// Formats of RGBA textures that can be drawn to, as a framebuffer of each
  /// shows now.
  package var renderableFormats: Set<IntermediateFormat> {
    let extensions = limits.extensions
    let hasFloat = limits.esVersion >= 32 || extensions.contains("GL_EXT_color_buffer_float")
    let hasHalf = hasFloat || extensions.contains("GL_EXT_color_buffer_half_float")
    let offered: [(IntermediateFormat, Int32, Bool)] = [
      (.fixed16, GL_RGBA16_EXT, extensions.contains("GL_EXT_texture_norm16")),
      (.float16, GL_RGBA16F, hasHalf),
      (.float32, GL_RGBA32F, hasFloat),
    ]
    return Set(offered.filter { $0.2 && isRenderable(gl, UInt32($0.1)) }.map { $0.0 })
  }
}

/// The value of `name`, or the lesser of its two.
private func integer(_ gl: UnsafePointer<cegl_gl>, _ name: Int32) -> Int {
  var values: (GLint, GLint) = (0, .max)
  withUnsafeMutablePointer(to: &values) { pointer in
    pointer.withMemoryRebound(to: GLint.self, capacity: 2) {
      gl.pointee.GetIntegerv(UInt32(name), $0)
    }
  }
  return Int(min(values.0, values.1))
}

private func readExtensions(_ gl: UnsafePointer<cegl_gl>) -> Set<String> {
  let count = integer(gl, GL_NUM_EXTENSIONS)
  return Set(
    (0..<max(count, 0)).compactMap { index in
      gl.pointee.GetStringi(UInt32(GL_EXTENSIONS), UInt32(index)).map { String(cString: $0) }
    })
}

private func isRenderable(_ gl: UnsafePointer<cegl_gl>, _ format: UInt32) -> Bool {
  var texture: GLuint = 0
  var framebuffer: GLuint = 0
  gl.pointee.GenTextures(1, &texture)
  gl.pointee.BindTexture(UInt32(GL_TEXTURE_2D), texture)
  gl.pointee.TexStorage2D(UInt32(GL_TEXTURE_2D), 1, format, 4, 4)
  gl.pointee.GenFramebuffers(1, &framebuffer)
  gl.pointee.BindFramebuffer(UInt32(GL_FRAMEBUFFER), framebuffer)
  gl.pointee.FramebufferTexture2D(
    UInt32(GL_FRAMEBUFFER), UInt32(GL_COLOR_ATTACHMENT0), UInt32(GL_TEXTURE_2D), texture, 0)
  let status = gl.pointee.CheckFramebufferStatus(UInt32(GL_FRAMEBUFFER))
  gl.pointee.DeleteFramebuffers(1, &framebuffer)
  gl.pointee.DeleteTextures(1, &texture)
  forgetErrors(of: gl)
  return status == UInt32(GL_FRAMEBUFFER_COMPLETE)
}
