package import GPUEffectsModel

/// Blurs and colours an image: the given region of it, as RGBA floats.
package typealias SceneBlur = (_ effect: Effect, _ image: Image, _ region: Area) throws -> Image

/// Draws scene plans with loops on a pool of threads. Blurs are whoever's that
/// gives them.
///
/// It keeps what later frames may need again: pictures in the size they are
/// drawn in, coverages, blurred shadows and own content that is blurred.
package final class CPUSceneExecutor {
  let pool: ThreadPool
  let blur: SceneBlur
  var pictures = RecentCache<PlacedPicture, Surface>(limit: 512 << 20)
  var gradients = RecentCache<GradientKey, Surface>(limit: 64 << 20)
  var masks = RecentCache<MaskKey, Mask>(limit: 128 << 20)
  var shadows = RecentCache<ShadowStep, Image>(limit: 64 << 20)
  var groups = RecentCache<[SceneStep], Surface>(limit: 256 << 20)

  struct GradientKey: Hashable {
    var gradient: ColorGradient
    var rect: Rect
    var area: Area
  }

  struct MaskKey: Hashable {
    var factors: [Stencil.Factor]
    var area: Area
  }

  /// - Parameter threads: threads that work on one frame, the caller among them.
  package init(threads: Int, blur: @escaping SceneBlur) {
    pool = ThreadPool(threads: threads)
    self.blur = blur
  }

  /// The frame that a plan describes.
  ///
  /// - Parameter picture: the pixels of a picture that the plan names.
  /// - Returns: 8 or 16 bits; RGB where the canvas is opaque, else RGBA with
  ///   straight alpha.
  package func run(
    _ plan: ScenePlan, depth: PixelFormat.Depth, picture: @escaping (PictureKey) throws -> Image
  ) throws -> Image {
    let canvas = Surface(plan.canvas)
    canvas.fill(plan.background.pixel, pool: pool)
    let execution = SceneExecution(self, canvas: canvas, picture: picture)
    try execution.run(plan.steps)
    return result(canvas, isOpaque: plan.isOpaque, depth)
  }

  private func result(
    _ canvas: Surface, isOpaque: Bool, _ depth: PixelFormat.Depth
  ) -> Image {
    let format = PixelFormat(isOpaque ? .rgb : .rgba, depth, isOpaque ? .opaque : .straight)
    guard isOpaque, depth == .unorm8 else { return canvas.image().converted(to: format) }
    let area = canvas.area
    return Image(width: area.width, height: area.height, format: format) { bytes in
      guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      let output = ByteRows(base: base)
      pool.runBands(of: area.y, atLeast: 16) { band in
        for y in band {
          guard let row = canvas.row(y) else { continue }
          let target = output.base + 3 * y * area.width
          for x in area.x {
            let level = (row[x] * 255 + 0.5).clamped(
              lowerBound: .zero, upperBound: SIMD4(repeating: 255))
            target[3 * x] = UInt8(level.x)
            target[3 * x + 1] = UInt8(level.y)
            target[3 * x + 2] = UInt8(level.z)
          }
        }
      }
    }
  }

  private struct ByteRows: @unchecked Sendable {
    let base: UnsafeMutablePointer<UInt8>
  }
}
