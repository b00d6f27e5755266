import CEGL

/// A texture, and where it can be drawn to its framebuffer, on loan from a
/// pool: it goes back when it is dropped. Its content is unspecified at first.
struct Texture: ~Copyable {
  let objects: TextureObjects
  private let pool: TexturePool

  fileprivate init(_ objects: TextureObjects, _ pool: TexturePool) {
    self.objects = objects
    self.pool = pool
  }

  deinit { pool.give(objects) }
}

/// The names of a texture's objects: only valid as long as the texture lives.
struct TextureObjects {
  struct Key: Hashable {
    var format: TextureFormat
    var width: Int
    var height: Int
    /// nil where it is no array.
    var layers: Int?

    var byteCount: Int { width * height * (layers ?? 1) * format.bytesPerTexel }
    var target: UInt32 { UInt32(layers == nil ? GL_TEXTURE_2D : GL_TEXTURE_2D_ARRAY) }
  }

  let key: Key
  fileprivate(set) var texture: UInt32 = 0
  /// One for each layer; none where the texture is only read.
  fileprivate(set) var framebuffers: [UInt32] = []
}

/// Keeps released textures for the next pass or frame of the same size.
final class TexturePool {
  /// Idle memory kept at most, in bytes: the textures of two 4K frames.
  private static let idleLimit = 256 << 20

  private let device: GLDevice
  private let live: LiveObjects
  /// The longest idle first.
  private var idle: [TextureObjects] = []

  init(_ device: GLDevice, _ live: LiveObjects) {
    self.device = device
    self.live = live
  }

  deinit { for objects in idle { delete(objects) } }

  var idleCount: Int { idle.count }

  /// A texture of `width` x `height` texels, or an array of `layers` such.
  func take(
    _ format: TextureFormat, width: Int, height: Int, layers: Int? = nil
  ) throws(GLError) -> Texture {
    let key = TextureObjects.Key(format: format, width: width, height: height, layers: layers)
    if let i = idle.lastIndex(where: { $0.key == key }) {
      return Texture(idle.remove(at: i), self)
    }
    return Texture(try make(key), self)
  }

  fileprivate func give(_ objects: TextureObjects) {
    idle.append(objects)
    var byteCount = idle.reduce(0) { $0 + $1.key.byteCount }
    while byteCount > Self.idleLimit {
      byteCount -= idle[0].key.byteCount
      delete(idle.removeFirst())
    }
  }

  private func make(_ key: TextureObjects.Key) throws(GLError) -> TextureObjects {
    let gl = device.gl.pointee
    let target = key.target
    var objects = TextureObjects(key: key)
    gl.GenTextures(1, &objects.texture)
    if objects.texture != 0 { live.textures += 1 }
    gl.BindTexture(target, objects.texture)
    let (format, width, height) = (key.format.internalFormat, Int32(key.width), Int32(key.height))
    if let layers = key.layers {
      gl.TexStorage3D(target, 1, format, width, height, Int32(layers))
    } else {
      gl.TexStorage2D(target, 1, format, width, height)
    }
    // Integer textures are incomplete with any other filter.
    gl.TexParameteri(target, UInt32(GL_TEXTURE_MIN_FILTER), GL_NEAREST)
    gl.TexParameteri(target, UInt32(GL_TEXTURE_MAG_FILTER), GL_NEAREST)
    for (name, value) in key.format.swizzle { gl.TexParameteri(target, name, value) }
    do throws(GLError) {
      if key.format.isTarget {
        for layer in 0..<(key.layers ?? 1) { try attachFramebuffer(&objects, layer) }
      }
      try device.check(operation(key))
    } catch {
      delete(objects)
      throw error
    }
    return objects
  }

  private func attachFramebuffer(_ objects: inout TextureObjects, _ layer: Int) throws(GLError) {
    let gl = device.gl.pointee
    let (target, attachment) = (UInt32(GL_FRAMEBUFFER), UInt32(GL_COLOR_ATTACHMENT0))
    var framebuffer: UInt32 = 0
    gl.GenFramebuffers(1, &framebuffer)
    if framebuffer != 0 {
      live.framebuffers += 1
      objects.framebuffers.append(framebuffer)
    }
    gl.BindFramebuffer(target, framebuffer)
    if objects.key.layers == nil {
      gl.FramebufferTexture2D(target, attachment, objects.key.target, objects.texture, 0)
    } else {
      gl.FramebufferTextureLayer(target, attachment, objects.texture, 0, Int32(layer))
    }
    let status = gl.CheckFramebufferStatus(target)
    guard status == UInt32(GL_FRAMEBUFFER_COMPLETE) else {
      // An error, such as no memory, says more than the status that follows it.
      try device.check(operation(objects.key))
      throw GLError(operation(objects.key), code: status)
    }
  }

  private func operation(_ key: TextureObjects.Key) -> String {
    let layers = key.layers.map { " of \($0) layers" } ?? ""
    return "Creating a \(key.width)x\(key.height) texture\(layers)"
  }

  private func delete(_ objects: TextureObjects) {
    let gl = device.gl.pointee
    if !objects.framebuffers.isEmpty {
      gl.DeleteFramebuffers(Int32(objects.framebuffers.count), objects.framebuffers)
      live.framebuffers -= objects.framebuffers.count
    }
    if objects.texture != 0 {
      withUnsafePointer(to: objects.texture) { gl.DeleteTextures(1, $0) }
      live.textures -= 1
    }
  }
}
