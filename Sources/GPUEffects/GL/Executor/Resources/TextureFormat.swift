import CEGL
import GPUEffectsModel

/// What the texels of a texture are. All are core OpenGL ES 3.0.
enum TextureFormat: Hashable {
  /// RGBA32UI, whose bits hold neighbouring cells: what passes write.
  case packedCells
  /// The samples of an image as they lie in memory; masks and factors are
  /// grey. Grey is read as R = G = B, and 16-bit samples as integers.
  case samples(PixelFormat.Channels, PixelFormat.Depth)

  static let mask = TextureFormat.samples(.gray, .unorm16)
  static let factors = TextureFormat.samples(.gray, .float32)

  var isTarget: Bool { self == .packedCells }

  var bytesPerTexel: Int {
    switch self {
    case .packedCells: 16
    case .samples(let channels, let depth): channels.rawValue * depth.rawValue
    }
  }

  var internalFormat: UInt32 {
    switch self {
    case .packedCells: UInt32(GL_RGBA32UI)
    case .samples(.gray, .unorm8): UInt32(GL_R8)
    case .samples(.gray, .unorm16): UInt32(GL_R16UI)
    case .samples(.gray, .float32): UInt32(GL_R32F)
    case .samples(.grayAlpha, .unorm8): UInt32(GL_RG8)
    case .samples(.grayAlpha, .unorm16): UInt32(GL_RG16UI)
    case .samples(.grayAlpha, .float32): UInt32(GL_RG32F)
    case .samples(.rgb, .unorm8): UInt32(GL_RGB8)
    case .samples(.rgb, .unorm16): UInt32(GL_RGB16UI)
    case .samples(.rgb, .float32): UInt32(GL_RGB32F)
    case .samples(.rgba, .unorm8): UInt32(GL_RGBA8)
    case .samples(.rgba, .unorm16): UInt32(GL_RGBA16UI)
    case .samples(.rgba, .float32): UInt32(GL_RGBA32F)
    }
  }

  /// The layout of the pixels that are uploaded or read.
  var transferFormat: UInt32 {
    switch self {
    case .packedCells, .samples(.rgba, .unorm16): UInt32(GL_RGBA_INTEGER)
    case .samples(.gray, .unorm16): UInt32(GL_RED_INTEGER)
    case .samples(.grayAlpha, .unorm16): UInt32(GL_RG_INTEGER)
    case .samples(.rgb, .unorm16): UInt32(GL_RGB_INTEGER)
    case .samples(.gray, _): UInt32(GL_RED)
    case .samples(.grayAlpha, _): UInt32(GL_RG)
    case .samples(.rgb, _): UInt32(GL_RGB)
    case .samples(.rgba, _): UInt32(GL_RGBA)
    }
  }

  var transferType: UInt32 {
    switch self {
    case .packedCells: UInt32(GL_UNSIGNED_INT)
    case .samples(_, .unorm8): UInt32(GL_UNSIGNED_BYTE)
    case .samples(_, .unorm16): UInt32(GL_UNSIGNED_SHORT)
    case .samples(_, .float32): UInt32(GL_FLOAT)
    }
  }

  /// What a shader sees as R, G, B and A where that isn't the texel itself.
  var swizzle: [(UInt32, Int32)] {
    switch self {
    case .samples(.gray, _), .samples(.grayAlpha, _):
      [
        (UInt32(GL_TEXTURE_SWIZZLE_G), GL_RED), (UInt32(GL_TEXTURE_SWIZZLE_B), GL_RED),
        (UInt32(GL_TEXTURE_SWIZZLE_A), GL_GREEN),
      ]
    default: []
    }
  }
}
