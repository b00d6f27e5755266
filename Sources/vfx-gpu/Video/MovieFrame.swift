import GPUEffects
import GPUEffectsCodecs

/// A frame of a moving picture on its way.
struct MovieFrame: Sendable {
  enum Content: Sendable {
    case planes(YUVFrame)
    case image(Image)
  }
  var content: Content
  /// What stood behind `FRAME` in the line before it.
  var mark: [UInt8] = []

  init(_ planes: YUVFrame, mark: [UInt8] = []) {
    content = .planes(planes)
    self.mark = mark
  }

  init(_ image: Image) { content = .image(image) }

  var width: Int {
    switch content {
    case .planes(let frame): frame.layout.width
    case .image(let image): image.width
    }
  }

  var height: Int {
    switch content {
    case .planes(let frame): frame.layout.height
    case .image(let image): image.height
    }
  }
}

/// What the frames of a stream are made of.
enum MovieShape: Hashable, Sendable {
  case planes(YUVLayout, YUVEncoding)
  /// Red, green, blue and straight alpha.
  case rgba(width: Int, height: Int, PixelFormat.Depth)

  var width: Int {
    switch self {
    case .planes(let layout, _): layout.width
    case .rgba(let width, _, _): width
    }
  }

  var height: Int {
    switch self {
    case .planes(let layout, _): layout.height
    case .rgba(_, let height, _): height
    }
  }

  var byteCount: Int {
    switch self {
    case .planes(let layout, _): layout.byteCount
    case .rgba(let width, let height, let depth): width * height * 4 * depth.rawValue
    }
  }

  /// What a frame of this shape takes at once, about: itself, as RGB, and its result.
  var memory: Int { byteCount * 2 + width * height * 24 }

  /// A frame in this shape.
  ///
  /// - Parameters:
  ///   - encoding: of a frame in planes.
  ///   - background: under what is translucent, where planes are asked for.
  func frame(
    _ frame: MovieFrame, _ encoding: YUVEncoding, background: Color
  ) -> MovieFrame {
    var result = frame
    switch (frame.content, self) {
    case (.planes(let planes), .planes(let layout, let own)):
      if planes.layout == layout, encoding == own { return frame }
      result.content = .planes(
        YUVFrame(planes.image(encoding), layout, own, background: background.components))
    case (.image(let image), .planes(let layout, let own)):
      result.content = .planes(
        YUVFrame(image.withStraightIntegers, layout, own, background: background.components))
    case (.planes(let planes), .rgba(_, _, let depth)):
      result.content = .image(
        planes.image(encoding).converted(to: PixelFormat(.rgba, depth, .straight)))
    case (.image(let image), .rgba(_, _, let depth)):
      result.content = .image(image.converted(to: PixelFormat(.rgba, depth, .straight)))
    }
    return result
  }
}

extension Color {
  fileprivate var components: (Double, Double, Double) { (red, green, blue) }
}

extension Image {
  /// As a frame's conversion takes it.
  fileprivate var withStraightIntegers: Image {
    let alpha: PixelFormat.Alpha = format.alpha == .opaque ? .opaque : .straight
    let depth: PixelFormat.Depth = format.depth == .float32 ? .unorm16 : format.depth
    return converted(to: PixelFormat(format.channels, depth, alpha))
  }
}
