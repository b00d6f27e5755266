import CEGL
import GPUEffectsGL
import GPUEffectsModel
import Glibc

/// Full-size passes over RGBA8 textures that are as plain as can be, to
/// compare a blur's draw time with.
final class DrawnPass {
  private let device: GLDevice
  private let size: (width: Int32, height: Int32)
  private var textures: [UInt32] = [0, 0, 0]
  private var framebuffers: [UInt32] = [0, 0, 0]
  private let copyProgram: UInt32
  private let blurProgram: UInt32

  /// Throws also where a pass leaves out pixels: a yardstick that does less
  /// than it says would make everything look slow.
  init(_ device: GLDevice, width: Int, height: Int) throws {
    self.device = device
    size = (Int32(width), Int32(height))
    copyProgram = device.link(copyShader)
    blurProgram = device.link(blurShader)
    let gl = device.gl.pointee
    gl.GenTextures(3, &textures)
    gl.GenFramebuffers(3, &framebuffers)
    for (texture, framebuffer) in zip(textures, framebuffers) {
      gl.BindTexture(UInt32(GL_TEXTURE_2D), texture)
      gl.TexStorage2D(UInt32(GL_TEXTURE_2D), 1, UInt32(GL_RGBA8), size.width, size.height)
      gl.TexParameteri(UInt32(GL_TEXTURE_2D), UInt32(GL_TEXTURE_MIN_FILTER), GL_NEAREST)
      gl.TexParameteri(UInt32(GL_TEXTURE_2D), UInt32(GL_TEXTURE_MAG_FILTER), GL_NEAREST)
      gl.BindFramebuffer(UInt32(GL_FRAMEBUFFER), framebuffer)
      gl.FramebufferTexture2D(
        UInt32(GL_FRAMEBUFFER), UInt32(GL_COLOR_ATTACHMENT0), UInt32(GL_TEXTURE_2D), texture, 0)
    }
    try device.check("Preparing the passes to compare with")
    guard try copyReachesTheLastPixel() else {
      throw BenchmarkError("The pass to compare with doesn't reach the picture's last pixel.")
    }
  }

  deinit {
    let gl = device.gl.pointee
    gl.DeleteTextures(3, textures)
    gl.DeleteFramebuffers(3, framebuffers)
    gl.DeleteProgram(copyProgram)
    gl.DeleteProgram(blurProgram)
  }

  /// Passes that read and write one texel for each pixel, each waited for:
  /// a driver may drop one whose result the next overwrites, or run two at once.
  func copy(times: Int) throws(GLError) {
    device.gl.pointee.UseProgram(copyProgram)
    for i in 0..<times {
      draw(from: i % 2, to: i % 2 + 1)
      try finish()
    }
  }

  /// The textbook's Gaussian: two passes of one texel a tap up to 3 sigma, the
  /// weights computed beforehand.
  func naiveBlur(sigma: Double) throws(GLError) {
    let gl = device.gl.pointee
    let radius = min(maximumRadius, Int((3 * sigma).rounded(.up)))
    let weights = (0...radius).map { Float(exp(-Double($0 * $0) / (2 * sigma * sigma))) }
    let sum = weights[0] + 2 * weights.dropFirst().reduce(0, +)
    gl.UseProgram(blurProgram)
    gl.Uniform1i(gl.GetUniformLocation(blurProgram, "radius"), Int32(radius))
    gl.Uniform1fv(
      gl.GetUniformLocation(blurProgram, "weights"), Int32(weights.count), weights.map { $0 / sum })
    for (direction, from) in [(SIMD2<Int32>(0, 1), 0), (SIMD2<Int32>(1, 0), 1)] {
      gl.Uniform2i(gl.GetUniformLocation(blurProgram, "direction"), direction.x, direction.y)
      draw(from: from, to: from + 1)
    }
    try finish()
  }

  /// Whether a copy of a coloured texture changes the corner farthest from the
  /// first pixel.
  private func copyReachesTheLastPixel() throws(GLError) -> Bool {
    let gl = device.gl.pointee
    gl.Disable(UInt32(GL_SCISSOR_TEST))
    for (target, level) in [(0, Float(1)), (1, 0)] {
      gl.BindFramebuffer(UInt32(GL_FRAMEBUFFER), framebuffers[target])
      gl.ClearColor(level, level, level, level)
      gl.Clear(UInt32(GL_COLOR_BUFFER_BIT))
    }
    try copy(times: 1)
    var pixel: [UInt8] = [0, 0, 0, 0]
    gl.ReadPixels(
      size.width - 1, size.height - 1, 1, 1, UInt32(GL_RGBA), UInt32(GL_UNSIGNED_BYTE), &pixel)
    try device.check("Reading the pass to compare with")
    return pixel == [255, 255, 255, 255]
  }

  private func draw(from: Int, to: Int) {
    let gl = device.gl.pointee
    gl.ActiveTexture(UInt32(GL_TEXTURE0))
    gl.BindTexture(UInt32(GL_TEXTURE_2D), textures[from])
    gl.BindFramebuffer(UInt32(GL_FRAMEBUFFER), framebuffers[to])
    gl.Disable(UInt32(GL_SCISSOR_TEST))
    gl.Viewport(0, 0, size.width, size.height)
    gl.DrawArrays(UInt32(GL_TRIANGLES), 0, 3)
  }

  private func finish() throws(GLError) {
    device.gl.pointee.Finish()
    try device.check("Drawing a pass to compare with")
  }
}

private let maximumRadius = 63

private let triangle = """
  #version 300 es
  void main() {
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
  }
  """

private let copyShader = """
  #version 300 es
  precision highp float;
  uniform sampler2D image;
  out vec4 color;
  void main() { color = texelFetch(image, ivec2(gl_FragCoord.xy), 0); }
  """

private let blurShader = """
  #version 300 es
  precision highp float;
  uniform sampler2D image;
  uniform ivec2 direction;
  uniform int radius;
  uniform float weights[\(maximumRadius + 1)];
  out vec4 color;
  void main() {
    ivec2 last = textureSize(image, 0) - 1;
    color = vec4(0.0);
    for (int i = -radius; i <= radius; i++) {
      ivec2 place = clamp(ivec2(gl_FragCoord.xy) + i * direction, ivec2(0), last);
      color += weights[abs(i)] * texelFetch(image, place, 0);
    }
  }
  """

extension GLDevice {
  /// A program of the triangle and this fragment shader; errors show at the
  /// next check.
  fileprivate func link(_ fragment: String) -> UInt32 {
    let gl = gl.pointee
    let program = gl.CreateProgram()
    for (kind, text) in [(GL_VERTEX_SHADER, triangle), (GL_FRAGMENT_SHADER, fragment)] {
      let shader = gl.CreateShader(UInt32(kind))
      text.withCString { text in
        var text: UnsafePointer<CChar>? = text
        gl.ShaderSource(shader, 1, &text, nil)
      }
      gl.CompileShader(shader)
      gl.AttachShader(program, shader)
      gl.DeleteShader(shader)
    }
    gl.LinkProgram(program)
    return program
  }
}
