import CEGL
import GPUEffectsShaders

/// The uniforms of the shaders; a program has those that it uses.
enum Uniform: Int, CaseIterable {
  case outputOrigin, inputOrigin, bounds
  case radius
  case matrixRows, opacity, sourceOrigin, firstRung
  case cells, source, mask, scale, columnScale, rowScale, rungs, mixStarts, mixWeights

  /// The texture unit of a sampler, nil for the others.
  var textureUnit: Int32? {
    switch self {
    case .cells: 0
    case .source: 1
    case .mask: 2
    case .scale, .columnScale: 3
    case .rowScale: 4
    case .rungs: 5
    case .mixStarts: 6
    case .mixWeights: 7
    default: nil
    }
  }
}

/// A linked program of the full-screen triangle and one fragment shader.
final class Program {
  private let device: GLDevice
  private let live: LiveObjects
  private var name: UInt32 = 0
  private var locations: [Int32] = []

  init(_ variant: ShaderVariant, _ device: GLDevice, _ live: LiveObjects) throws(GLError) {
    self.device = device
    self.live = live
    let gl = device.gl.pointee
    let what = "the \(variant.body) shader"
    let vertex = try device.compile(
      GL_VERTEX_SHADER, "#version 300 es\n", [gpu_shader_get(GPU_SHADER_TRIANGLE)], what)
    defer { gl.DeleteShader(vertex) }
    let fragment = try device.compile(
      GL_FRAGMENT_SHADER, variant.header, variant.texts, what)
    defer { gl.DeleteShader(fragment) }

    name = gl.CreateProgram()
    if name != 0 { live.programs += 1 }
    gl.AttachShader(name, vertex)
    gl.AttachShader(name, fragment)
    gl.LinkProgram(name)
    var linked: Int32 = 0
    gl.GetProgramiv(name, UInt32(GL_LINK_STATUS), &linked)
    guard linked != 0 else {
      let log = infoLog { gl.GetProgramInfoLog(name, $0, $1, $2) }
      try device.check("Linking \(what)")
      throw GLError("Linking \(what)", driverText: log)
    }
    gl.UseProgram(name)
    locations = Uniform.allCases.map { gl.GetUniformLocation(name, "\($0)") }
    for uniform in Uniform.allCases {
      if let unit = uniform.textureUnit { gl.Uniform1i(location(uniform), unit) }
    }
    if variant.body == .convolve {
      gl.UniformBlockBinding(name, gl.GetUniformBlockIndex(name, "Taps"), TapBuffer.binding)
    }
    try device.check("Preparing \(what)")
  }

  deinit {
    guard name != 0 else { return }
    device.gl.pointee.DeleteProgram(name)
    live.programs -= 1
  }

  /// Makes it the program that is drawn with and whose uniforms are set.
  func use() { device.gl.pointee.UseProgram(name) }

  func set(_ uniform: Uniform, _ x: Int) {
    device.gl.pointee.Uniform1i(location(uniform), Int32(x))
  }

  func set(_ uniform: Uniform, _ x: Int, _ y: Int) {
    device.gl.pointee.Uniform2i(location(uniform), Int32(x), Int32(y))
  }

  func set(_ uniform: Uniform, _ x: Int, _ y: Int, _ z: Int, _ w: Int) {
    device.gl.pointee.Uniform4i(location(uniform), Int32(x), Int32(y), Int32(z), Int32(w))
  }

  func set(_ uniform: Uniform, _ x: Float) {
    device.gl.pointee.Uniform1f(location(uniform), x)
  }

  /// An array of vec4.
  func set(_ uniform: Uniform, vectors: [Float]) {
    device.gl.pointee.Uniform4fv(location(uniform), Int32(vectors.count / 4), vectors)
  }

  /// -1, which the driver ignores, where the program has no use for it.
  private func location(_ uniform: Uniform) -> Int32 { locations[uniform.rawValue] }
}

/// Compiles each variant once.
final class ProgramCache {
  private let device: GLDevice
  private let live: LiveObjects
  private var programs: [ShaderVariant: Program] = [:]

  init(_ device: GLDevice, _ live: LiveObjects) {
    self.device = device
    self.live = live
  }

  func program(_ variant: ShaderVariant) throws(GLError) -> Program {
    if let program = programs[variant] { return program }
    let program = try Program(variant, device, live)
    programs[variant] = program
    return program
  }
}

extension GLDevice {
  /// A shader of several texts, the first of them ours.
  fileprivate func compile(
    _ kind: Int32, _ header: String, _ texts: [gpu_shader_text], _ what: String
  ) throws(GLError) -> UInt32 {
    let gl = gl.pointee
    let shader = gl.CreateShader(UInt32(kind))
    header.withCString { header in
      var strings: [UnsafePointer<CChar>?] = [header]
      var lengths: [Int32] = [-1]
      for text in texts {
        strings.append(text.bytes)
        lengths.append(text.length)
      }
      gl.ShaderSource(shader, Int32(strings.count), strings, lengths)
    }
    gl.CompileShader(shader)
    var compiled: Int32 = 0
    gl.GetShaderiv(shader, UInt32(GL_COMPILE_STATUS), &compiled)
    do throws(GLError) {
      guard compiled != 0 else {
        let log = infoLog { gl.GetShaderInfoLog(shader, $0, $1, $2) }
        try check("Compiling \(what)")
        throw GLError("Compiling \(what)", driverText: log)
      }
      try check("Compiling \(what)")
    } catch {
      gl.DeleteShader(shader)
      throw error
    }
    return shader
  }
}

/// The text that `read` writes to a buffer of the given size.
private func infoLog(
  _ read: (Int32, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<CChar>) -> Void
) -> String {
  var length: Int32 = 0
  let bytes = [CChar](unsafeUninitializedCapacity: 4096) { buffer, count in
    guard let base = buffer.baseAddress else { return }
    read(Int32(buffer.count), &length, base)
    count = min(max(0, Int(length)), buffer.count)
  }
  return String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
