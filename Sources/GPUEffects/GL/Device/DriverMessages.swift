import CEGL

/// Has the driver keep its words about errors, and nothing else, for ``takeMessages(of:)``.
func reportErrors(of gl: UnsafePointer<cegl_gl>) {
  guard let control = gl.pointee.DebugMessageControl, gl.pointee.GetDebugMessageLog != nil else {
    return
  }
  let any = UInt32(GL_DONT_CARE)
  gl.pointee.Enable(UInt32(GL_DEBUG_OUTPUT))
  control(any, any, any, 0, nil, GLboolean(GL_FALSE))
  control(any, UInt32(GL_DEBUG_TYPE_ERROR), any, 0, nil, GLboolean(GL_TRUE))
  forgetErrors(of: gl)
}

/// Takes what the driver has kept, one line a message.
func takeMessages(of gl: UnsafePointer<cegl_gl>) -> String {
  guard let next = gl.pointee.GetDebugMessageLog else { return "" }
  var lines: [String] = []
  var buffer = [CChar](repeating: 0, count: 4096)
  while lines.count < 64 {
    var length: GLsizei = 0
    let size = GLsizei(buffer.count)
    guard next(1, size, nil, nil, nil, nil, &length, &buffer) == 1 else { break }
    let bytes = buffer.prefix(Int(max(length, 1)) - 1)
    lines.append(String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self))
  }
  return lines.joined(separator: "\n")
}

/// Reads errors until there is none. A lost context may report its loss for
/// ever, so there is an end.
func forgetErrors(of gl: UnsafePointer<cegl_gl>) {
  for _ in 0..<64 where gl.pointee.GetError() == UInt32(GL_NO_ERROR) { return }
}
