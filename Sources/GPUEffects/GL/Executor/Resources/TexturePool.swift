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

    var byteCount: Int { width * height * format.bytesPerTexel }
  }

  let key: Key
  fileprivate(set) var texture: UInt32 = 0
  /// 0 where the texture is only read.
  fileprivate(set) var framebuffer: UInt32 = 0
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

  /// A texture of `width` x `height` texels.
  func take(_ format: TextureFormat, width: Int, height: Int) throws(GLError) -> Texture {
    let key = TextureObjects.Key(format: format, width: width, height: height)
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
    let target = UInt32(GL_TEXTURE_2D)
    var objects = TextureObjects(key: key)
    gl.GenTextures(1, &objects.texture)
    if objects.texture != 0 { live.textures += 1 }
    gl.BindTexture(target, objects.texture)
    gl.TexStorage2D(target, 1, key.format.internalFormat, Int32(key.width), Int32(key.height))
    // Integer textures are incomplete with any other filter.
    gl.TexParameteri(target, UInt32(GL_TEXTURE_MIN_FILTER), GL_NEAREST)
    gl.TexParameteri(target, UInt32(GL_TEXTURE_MAG_FILTER), GL_NEAREST)
    for (name, value) in key.format.swizzle { gl.TexParameteri(target, name, value) }
    do throws(GLError) {
      if key.format.isTarget { try attachFramebuffer(&objects) }
      try device.check(operation(key))
    } catch {
      delete(objects)
      throw error
    }
    return objects
  }

  private func attachFramebuffer(_ objects: inout TextureObjects) throws(GLError) {
    let gl = device.gl.pointee
    gl.GenFramebuffers(1, &objects.framebuffer)
    if objects.framebuffer != 0 { live.framebuffers += 1 }
    gl.BindFramebuffer(UInt32(GL_FRAMEBUFFER), objects.framebuffer)
    gl.FramebufferTexture2D(
      UInt32(GL_FRAMEBUFFER), UInt32(GL_COLOR_ATTACHMENT0), UInt32(GL_TEXTURE_2D),
      objects.texture, 0)
    let status = gl.CheckFramebufferStatus(UInt32(GL_FRAMEBUFFER))
    guard status == UInt32(GL_FRAMEBUFFER_COMPLETE) else {
      // An error, such as no memory, says more than the status that follows it.
      try device.check(operation(objects.key))
      throw GLError(operation(objects.key), code: status)
    }
  }

  private func operation(_ key: TextureObjects.Key) -> String {
    "Creating a \(key.width)x\(key.height) texture"
  }

  private func delete(_ objects: TextureObjects) {
    let gl = device.gl.pointee
    if objects.framebuffer != 0 {
      withUnsafePointer(to: objects.framebuffer) { gl.DeleteFramebuffers(1, $0) }
      live.framebuffers -= 1
    }
    if objects.texture != 0 {
      withUnsafePointer(to: objects.texture) { gl.DeleteTextures(1, $0) }
      live.textures -= 1
    }
  }
}
