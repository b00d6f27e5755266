import CEGL

/// The uniform block with the half taps of a convolution.
final class TapBuffer {
  /// 16 KiB, which every driver has.
  static let vectorCount = 1024
  static let binding: UInt32 = 0
  /// The shader reads up to a weight beyond the outermost, which is 0.
  static let maximumTaps = 4 * vectorCount - 4

  private let device: GLDevice
  private let live: LiveObjects
  private var name: UInt32 = 0
  private var held: [Double] = []

  init(_ device: GLDevice, _ live: LiveObjects) throws(GLError) {
    self.device = device
    self.live = live
    let gl = device.gl.pointee
    gl.GenBuffers(1, &name)
    if name != 0 { live.buffers += 1 }
    gl.BindBufferBase(UInt32(GL_UNIFORM_BUFFER), Self.binding, name)
    gl.BufferData(
      UInt32(GL_UNIFORM_BUFFER), 16 * Self.vectorCount, nil, UInt32(GL_DYNAMIC_DRAW))
    try device.check("Creating a uniform buffer")
  }

  deinit {
    guard name != 0 else { return }
    withUnsafePointer(to: name) { device.gl.pointee.DeleteBuffers(1, $0) }
    live.buffers -= 1
  }

  /// Makes `halfTaps`, followed by zeros, what convolutions read.
  func set(_ halfTaps: [Double]) throws(GLError) {
    guard halfTaps != held else { return }
    guard halfTaps.count <= Self.maximumTaps else {
      throw GLError(
        "Preparing a blur of \(halfTaps.count) taps",
        driverText: "at most \(Self.maximumTaps) fit into a uniform block")
    }
    held = []
    var values = halfTaps.map { Float($0) }
    values.append(contentsOf: repeatElement(0, count: 4 + (4 - values.count % 4) % 4))
    let gl = device.gl.pointee
    gl.BindBuffer(UInt32(GL_UNIFORM_BUFFER), name)
    gl.BufferSubData(UInt32(GL_UNIFORM_BUFFER), 0, 4 * values.count, values)
    try device.check("Uploading a kernel")
    held = halfTaps
  }
}
