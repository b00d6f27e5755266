import GPUEffectsCPU
public import GPUEffectsModel
import GPUEffectsReference

/// A picture that a scene shows.
public struct ScenePicture: Sendable {
  public var image: Image
  /// Pixels a point: 2 for a file named `@2x`.
  public var scale: Double

  public init(_ image: Image, scale: Double = 1) {
    self.image = image
    self.scale = scale
  }
}

/// Gives a scene its pictures: the renderer knows no files.
public protocol ScenePictures {
  /// - Parameters:
  ///   - path: as the scene names it.
  ///   - frame: of a moving picture, from 0.
  func picture(_ path: String, frame: Int) throws -> ScenePicture
}

/// Renders the frames of a scene by one backend. Belongs to the thread that
/// made it.
public final class SceneRenderer {
  private let renderer: Renderer
  private let pictures: any ScenePictures
  private let depth: PixelFormat.Depth
  private let cpu: CPUSceneExecutor
  private var last: (frame: SceneFrame, image: Image)?
  private var loaded: [PictureKey: ScenePicture] = [:]

  /// Pixels that all surfaces of a frame may hold at once: 4 GiB of floats.
  private static let maximumPixels = 1 << 28

  /// Who draws the blurs.
  public var backend: Backend { renderer.backend }

  /// How many frames were drawn; those that look like the one before aren't.
  public private(set) var drawnFrames = 0

  /// - Parameters:
  ///   - threads: that draw on the CPU, at least 1.
  ///   - depth: of the results: 8 or 16 bits.
  public init(
    _ renderer: Renderer, pictures: any ScenePictures, threads: Int,
    depth: PixelFormat.Depth = .unorm8
  ) {
    self.renderer = renderer
    self.pictures = pictures
    self.depth = depth
    let blurs = SceneBlurs(renderer)
    cpu = CPUSceneExecutor(threads: threads, loop: renderer.request.loop) { effect, image, region in
      try blurs.render(effect, image, region: region)
    }
  }

  /// One frame: RGB where the canvas's background is opaque, else RGBA with
  /// straight alpha.
  ///
  /// - Throws: what `ScenePictures` throws, or a ``RendererError``.
  public func render(_ frame: SceneFrame) throws -> Image {
    if let last, last.frame == frame { return last.image }
    let plan = try plan(frame)
    drawnFrames += 1
    let image: Image
    if renderer.backend == .reference {
      image = Reference.render(plan, pictures: loaded.mapValues(\.image)).sceneImage(
        depth, isOpaque: plan.isOpaque)
    } else {
      image = try cpu.run(plan, depth: depth) { [self] key in try load(key).image }
    }
    last = (frame, image)
    return image
  }

  /// The steps of a frame, one a line, for people.
  public func explain(_ frame: SceneFrame) throws -> [String] { try plan(frame).explanation }

  package func plan(_ frame: SceneFrame) throws -> ScenePlan {
    var keys: Set<PictureKey> = []
    for layer in frame.layers { layer.collectPictures(&keys) }
    loaded = loaded.filter { keys.contains($0.key) }
    var sizes: [PictureKey: PictureSize] = [:]
    for key in keys {
      let picture = try load(key)
      sizes[key] = PictureSize(
        width: picture.image.width, height: picture.image.height, scale: picture.scale)
    }
    let plan = ScenePlanner.plan(frame, pictures: sizes)
    guard plan.workingPixels <= Self.maximumPixels else {
      throw RendererError(
        .cannotRender,
        "this frame needs surfaces of \(plan.workingPixels) pixels at once, more than the limit of "
          + "\(Self.maximumPixels); use a smaller canvas, scale or blur radius")
    }
    return plan
  }

  private func load(_ key: PictureKey) throws -> ScenePicture {
    if let known = loaded[key] { return known }
    var picture = try pictures.picture(key.path, frame: key.frame)
    if picture.image.format.channels.isGray {
      picture.image = picture.image.converted(
        to: PixelFormat(.rgba, picture.image.format.depth, picture.image.format.alpha))
    }
    loaded[key] = picture
    return picture
  }
}

extension ResolvedLayer {
  fileprivate func collectPictures(_ keys: inout Set<PictureKey>) {
    if case .image(let image) = content {
      keys.insert(PictureKey(path: image.path, frame: image.frame))
    }
    if case .layer(let layer) = mask { layer.collectPictures(&keys) }
    for layer in sublayers { layer.collectPictures(&keys) }
  }
}

extension FloatImage {
  /// The finished frame.
  fileprivate func sceneImage(_ depth: PixelFormat.Depth, isOpaque: Bool) -> Image {
    image(.float32, isOpaque ? .opaque : .premultiplied).converted(
      to: PixelFormat(isOpaque ? .rgb : .rgba, depth, isOpaque ? .opaque : .straight))
  }
}
