import CEGL
import GPUEffectsGL

/// Writes down, as statements of C, the calls of OpenGL ES that a piece of work
/// makes, with all data that it gives to them.
///
/// C functions carry no state, so there is one recorder at a time, and it is
/// the device's thread that uses it.
struct CallRecorder {
  /// Statements, in order.
  private(set) var calls: [String] = []
  /// Definitions of the data that the statements name.
  private(set) var data: [String] = []
  /// How many objects of each kind there are.
  private(set) var counts: [Kind: Int] = [:]
  /// Width and height of the last readback, in texels.
  private(set) var readback = (width: 0, height: 0)

  enum Kind: String {
    case texture, framebuffer, buffer, shader, program, place
  }

  private struct Name: Hashable {
    let kind: Kind
    let value: UInt32
  }

  fileprivate let real: cegl_gl
  private var symbols: [Name: String] = [:]
  private var places: [[Int32]: String] = [:]
  private var known: [[UInt8]: String] = [:]
  private var currentProgram: UInt32 = 0
  private var rowLength: Int32 = 0

  fileprivate init(real: cegl_gl) { self.real = real }

  /// What `body` calls on a device, which goes on to draw.
  static func record(_ device: GLDevice, _ body: () throws -> Void) rethrows -> CallRecorder {
    let table = UnsafeMutablePointer(mutating: device.gl)
    recorder = CallRecorder(real: table.pointee)
    defer { table.pointee = recorder.real }
    replaceObjects(&table.pointee)
    replacePrograms(&table.pointee)
    replaceDrawing(&table.pointee)
    try body()
    return recorder
  }

  fileprivate mutating func add(_ call: String) { calls.append("  \(call);\n") }

  /// Notes new objects and their making.
  fileprivate mutating func make(
    _ kind: Kind, _ count: Int32, _ names: UnsafePointer<UInt32>?, _ call: String
  ) {
    for i in 0..<Int(count) {
      guard let name = names?[i] else { continue }
      add("\(call)(1, &\(symbol(new: kind, name)))")
    }
  }

  fileprivate mutating func symbol(new kind: Kind, _ name: UInt32) -> String {
    let number = counts[kind, default: 0]
    counts[kind] = number + 1
    let symbol = "\(kind.rawValue)[\(number)]"
    symbols[Name(kind: kind, value: name)] = symbol
    return symbol
  }

  fileprivate func symbol(_ kind: Kind, _ name: UInt32) -> String {
    name == 0 ? "0" : symbols[Name(kind: kind, value: name)] ?? "0 /* unknown */"
  }

  // MARK: Programs

  fileprivate mutating func use(_ program: UInt32) {
    currentProgram = program
    add("glUseProgram(\(symbol(.program, program)))")
  }

  fileprivate mutating func locate(_ program: UInt32, _ name: String, _ location: Int32) {
    guard location >= 0 else { return }
    let number = counts[.place, default: 0]
    counts[.place] = number + 1
    places[[Int32(bitPattern: program), location]] = "place[\(number)]"
    add("place[\(number)] = glGetUniformLocation(\(symbol(.program, program)), \"\(name)\")")
  }

  /// Where a uniform of the program in use is; nil where it has none.
  fileprivate func place(_ location: Int32) -> String? {
    places[[Int32(bitPattern: currentProgram), location]]
  }

  fileprivate mutating func compile(
    _ shader: UInt32, _ count: Int32, _ texts: UnsafePointer<UnsafePointer<CChar>?>?,
    _ lengths: UnsafePointer<Int32>?
  ) {
    var bytes: [UInt8] = []
    for i in 0..<Int(count) {
      guard let text = texts?[i] else { continue }
      let length = lengths.map { Int($0[i]) } ?? -1
      let end = length >= 0 ? length : (0...).first { text[$0] == 0 } ?? 0
      bytes += (0..<end).map { UInt8(bitPattern: text[$0]) }
    }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { "  \"" + Self.escaped($0) + "\\n\"" }
    let name = "shader_text_\(data.count)"
    data.append("static const char \(name)[] =\n" + lines.joined(separator: "\n") + ";\n")
    add("compile(\(symbol(.shader, shader)), \(name))")
  }

  private static func escaped(_ line: Substring) -> String {
    var text = ""
    for character in line {
      if character == "\"" || character == "\\" { text.append("\\") }
      text.append(character)
    }
    return text
  }

  // MARK: Data

  /// The name of an array with these bytes.
  fileprivate mutating func array(_ bytes: [UInt8]) -> String {
    if let name = known[bytes] { return name }
    let name = "data_\(data.count)"
    known[bytes] = name
    var text = "static const unsigned char \(name)[] = {\n"
    for start in stride(from: 0, to: bytes.count, by: 24) {
      text +=
        "  " + bytes[start..<min(start + 24, bytes.count)].map { "\($0)" }.joined(separator: ",")
        + ",\n"
    }
    data.append(text + "};\n")
    return name
  }

  fileprivate mutating func store(_ name: UInt32, _ value: Int32) {
    if name == UInt32(GL_UNPACK_ROW_LENGTH) { rowLength = value }
    add("glPixelStorei(0x\(hex(name)), \(value))")
  }

  fileprivate mutating func upload(
    _ place: [Int32], _ width: Int32, _ height: Int32, _ format: UInt32, _ type: UInt32,
    _ pixels: UnsafeRawPointer?
  ) {
    let size = Self.bytesPerPixel(format, type)
    let stride = Int(rowLength > 0 ? rowLength : width) * size
    let count = Int(height - 1) * stride + Int(width) * size
    guard let pixels, count > 0 else { return }
    let name = array(Array(UnsafeRawBufferPointer(start: pixels, count: count)))
    let numbers = (place + [width, height]).map { "\($0)" }.joined(separator: ", ")
    add("glTexSubImage2D(GL_TEXTURE_2D, \(numbers), 0x\(hex(format)), 0x\(hex(type)), \(name))")
  }

  fileprivate mutating func read(_ width: Int32, _ height: Int32, _ format: UInt32, _ type: UInt32)
  {
    readback = (Int(width), Int(height))
    add("glReadPixels(0, 0, \(width), \(height), 0x\(hex(format)), 0x\(hex(type)), actual)")
  }

  private static func bytesPerPixel(_ format: UInt32, _ type: UInt32) -> Int {
    let channels =
      switch Int32(bitPattern: format) {
      case GL_RED, GL_RED_INTEGER: 1
      case GL_RG, GL_RG_INTEGER: 2
      case GL_RGB, GL_RGB_INTEGER: 3
      default: 4
      }
    let sample =
      switch Int32(bitPattern: type) {
      case GL_UNSIGNED_BYTE: 1
      case GL_UNSIGNED_SHORT: 2
      default: 4
      }
    return channels * sample
  }
}

func hex(_ value: UInt32) -> String { String(value, radix: 16) }

nonisolated(unsafe) private var recorder = CallRecorder(real: cegl_gl())

// The functions that the executor calls. Those that only ask or wait are left
// as they are; one that is called and not here would be missing in the program.

private func replaceObjects(_ gl: inout cegl_gl) {
  gl.GenTextures = { count, names in
    recorder.real.GenTextures(count, names)
    recorder.make(.texture, count, names, "glGenTextures")
  }
  gl.GenFramebuffers = { count, names in
    recorder.real.GenFramebuffers(count, names)
    recorder.make(.framebuffer, count, names, "glGenFramebuffers")
  }
  gl.GenBuffers = { count, names in
    recorder.real.GenBuffers(count, names)
    recorder.make(.buffer, count, names, "glGenBuffers")
  }
  gl.BindTexture = { target, name in
    recorder.real.BindTexture(target, name)
    recorder.add("glBindTexture(0x\(hex(target)), \(recorder.symbol(.texture, name)))")
  }
  gl.BindFramebuffer = { target, name in
    recorder.real.BindFramebuffer(target, name)
    recorder.add("glBindFramebuffer(0x\(hex(target)), \(recorder.symbol(.framebuffer, name)))")
  }
  gl.BindBuffer = { target, name in
    recorder.real.BindBuffer(target, name)
    recorder.add("glBindBuffer(0x\(hex(target)), \(recorder.symbol(.buffer, name)))")
  }
  gl.BindBufferBase = { target, index, name in
    recorder.real.BindBufferBase(target, index, name)
    let symbol = recorder.symbol(.buffer, name)
    recorder.add("glBindBufferBase(0x\(hex(target)), \(index), \(symbol))")
  }
  gl.FramebufferTexture2D = { target, attachment, kind, name, level in
    recorder.real.FramebufferTexture2D(target, attachment, kind, name, level)
    let symbol = recorder.symbol(.texture, name)
    recorder.add(
      "glFramebufferTexture2D(0x\(hex(target)), 0x\(hex(attachment)), 0x\(hex(kind)), \(symbol), 0)"
    )
  }
  gl.FramebufferTextureLayer = { target, attachment, name, level, layer in
    recorder.real.FramebufferTextureLayer(target, attachment, name, level, layer)
    let symbol = recorder.symbol(.texture, name)
    recorder.add(
      "glFramebufferTextureLayer(0x\(hex(target)), 0x\(hex(attachment)), \(symbol), 0, \(layer))")
  }
  gl.TexStorage2D = { target, levels, format, width, height in
    recorder.real.TexStorage2D(target, levels, format, width, height)
    recorder.add("glTexStorage2D(0x\(hex(target)), 1, 0x\(hex(format)), \(width), \(height))")
  }
  gl.TexStorage3D = { target, levels, format, width, height, depth in
    recorder.real.TexStorage3D(target, levels, format, width, height, depth)
    recorder.add(
      "glTexStorage3D(0x\(hex(target)), 1, 0x\(hex(format)), \(width), \(height), \(depth))")
  }
  gl.TexParameteri = { target, name, value in
    recorder.real.TexParameteri(target, name, value)
    recorder.add("glTexParameteri(0x\(hex(target)), 0x\(hex(name)), \(value))")
  }
}

private func replacePrograms(_ gl: inout cegl_gl) {
  gl.CreateShader = { type in
    let name = recorder.real.CreateShader(type)
    recorder.add("\(recorder.symbol(new: .shader, name)) = glCreateShader(0x\(hex(type)))")
    return name
  }
  gl.ShaderSource = { shader, count, texts, lengths in
    recorder.real.ShaderSource(shader, count, texts, lengths)
    recorder.compile(shader, count, texts, lengths)
  }
  gl.CreateProgram = {
    let name = recorder.real.CreateProgram()
    recorder.add("\(recorder.symbol(new: .program, name)) = glCreateProgram()")
    return name
  }
  gl.AttachShader = { program, shader in
    recorder.real.AttachShader(program, shader)
    let symbols = (recorder.symbol(.program, program), recorder.symbol(.shader, shader))
    recorder.add("glAttachShader(\(symbols.0), \(symbols.1))")
  }
  gl.LinkProgram = {
    recorder.real.LinkProgram($0)
    recorder.add("glLinkProgram(\(recorder.symbol(.program, $0)))")
  }
  gl.UseProgram = {
    recorder.real.UseProgram($0)
    recorder.use($0)
  }
  gl.GetUniformLocation = { program, name in
    let location = recorder.real.GetUniformLocation(program, name)
    recorder.locate(program, name.map { String(cString: $0) } ?? "", location)
    return location
  }
  gl.UniformBlockBinding = { program, block, binding in
    recorder.real.UniformBlockBinding(program, block, binding)
    let symbol = recorder.symbol(.program, program)
    recorder.add(
      "glUniformBlockBinding(\(symbol), glGetUniformBlockIndex(\(symbol), \"Taps\"), \(binding))")
  }
  gl.Uniform1i = { location, x in
    recorder.real.Uniform1i(location, x)
    if let place = recorder.place(location) { recorder.add("glUniform1i(\(place), \(x))") }
  }
  gl.Uniform2i = { location, x, y in
    recorder.real.Uniform2i(location, x, y)
    if let place = recorder.place(location) { recorder.add("glUniform2i(\(place), \(x), \(y))") }
  }
  gl.Uniform4i = { location, x, y, z, w in
    recorder.real.Uniform4i(location, x, y, z, w)
    if let place = recorder.place(location) {
      recorder.add("glUniform4i(\(place), \(x), \(y), \(z), \(w))")
    }
  }
  gl.Uniform1f = { location, x in
    recorder.real.Uniform1f(location, x)
    if let place = recorder.place(location) { recorder.add("glUniform1f(\(place), \(x))") }
  }
  gl.Uniform4fv = { location, count, values in
    recorder.real.Uniform4fv(location, count, values)
    guard let place = recorder.place(location), let values else { return }
    let name = recorder.array(
      Array(UnsafeRawBufferPointer(start: values, count: 16 * Int(count))))
    recorder.add("glUniform4fv(\(place), \(count), (const float *)\(name))")
  }
}

private func replaceDrawing(_ gl: inout cegl_gl) {
  gl.Enable = {
    recorder.real.Enable($0)
    recorder.add("glEnable(0x\(hex($0)))")
  }
  gl.Disable = {
    recorder.real.Disable($0)
    recorder.add("glDisable(0x\(hex($0)))")
  }
  gl.ActiveTexture = {
    recorder.real.ActiveTexture($0)
    recorder.add("glActiveTexture(0x\(hex($0)))")
  }
  gl.PixelStorei = {
    recorder.real.PixelStorei($0, $1)
    recorder.store($0, $1)
  }
  gl.TexSubImage2D = { target, level, x, y, width, height, format, type, pixels in
    recorder.real.TexSubImage2D(target, level, x, y, width, height, format, type, pixels)
    recorder.upload([level, x, y], width, height, format, type, pixels)
  }
  gl.BufferData = { target, size, bytes, usage in
    recorder.real.BufferData(target, size, bytes, usage)
    recorder.add("glBufferData(0x\(hex(target)), \(size), NULL, 0x\(hex(usage)))")
  }
  gl.BufferSubData = { target, offset, size, bytes in
    recorder.real.BufferSubData(target, offset, size, bytes)
    guard let bytes else { return }
    let name = recorder.array(Array(UnsafeRawBufferPointer(start: bytes, count: size)))
    recorder.add("glBufferSubData(0x\(hex(target)), \(offset), \(size), \(name))")
  }
  gl.Viewport = {
    recorder.real.Viewport($0, $1, $2, $3)
    recorder.add("glViewport(\($0), \($1), \($2), \($3))")
  }
  gl.Scissor = {
    recorder.real.Scissor($0, $1, $2, $3)
    recorder.add("glScissor(\($0), \($1), \($2), \($3))")
  }
  gl.DrawArrays = {
    recorder.real.DrawArrays($0, $1, $2)
    recorder.add("glDrawArrays(0x\(hex($0)), \($1), \($2))")
  }
  gl.ReadPixels = { x, y, width, height, format, type, pixels in
    recorder.real.ReadPixels(x, y, width, height, format, type, pixels)
    recorder.read(width, height, format, type)
  }
}
