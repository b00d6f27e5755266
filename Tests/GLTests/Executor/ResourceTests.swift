import CEGL
import GPUEffectsGL
import Testing

@testable import GPUEffectsModel

/// What an executor holds, keeps and gives back.
@Suite(.serialized)
struct ResourceTests {
  private func plan(_ image: Image, _ executor: GLExecutor) throws -> Plan {
    let effect = Effect(
      blur: .init(radius: 6, kernel: .gaussian, edge: .normalized), matrix: .saturation(1.5),
      opacity: 0.5,
      mask: Mask(
        width: image.width, height: image.height,
        values: [UInt16](repeating: 9, count: image.width * image.height)))
    return try #require(
      try Planner(executor.capabilities).plan(
        effect, width: image.width, height: image.height, format: image.format, depth: .unorm8
      ).first)
  }

  @Test func keepsEverythingForTheNextRunAndLeavesNothing() throws {
    let image = Image.noise(70, 50, PixelFormat(.rgba, .unorm8, .straight))
    let live = try withNewExecutor { executor in
      let plan = try plan(image, executor)
      let first = try executor.run(plan, source: image)
      let live = executor.liveObjects
      #expect(live.textures == executor.idleTextureCount)
      #expect(live.framebuffers < live.textures)
      #expect(live.buffers == 1)
      let (textures, programs) = (live.textures, live.programs)
      #expect(programs > 3)
      for _ in 0..<3 {
        #expect(try executor.run(plan, source: image).samples == first.samples)
      }
      #expect(live.textures == textures)
      #expect(live.programs == programs)
      return live
    }
    #expect(live.total == 0)
  }

  /// Surfaces of one size are used in turn, not one for each pass.
  @Test func reusesSurfacesWithinARun() throws {
    let image = Image.noise(40, 40, PixelFormat(.rgba, .unorm8, .premultiplied))
    try withNewExecutor { executor in
      let halfTaps = GaussianKernel(sigma: 1, radius: 3).halfTaps
      var maker = PlanMaker(image)
      for axis in [Axis.vertical, .horizontal, .vertical, .horizontal, .vertical] {
        maker = maker.appending(
          .convolve(axis, halfTaps: halfTaps, scale: nil), format: .fixed16)
      }
      _ = try executor.run(maker.plan(depth: .unorm8), source: image)
      // The source, two intermediates, the result.
      #expect(executor.liveObjects.textures == 4)
    }
  }

  @Test func idleMemoryIsBounded() throws {
    try withNewExecutor { executor in
      let format = PixelFormat(.rgba, .unorm8, .premultiplied)
      for side in 0..<6 {
        let image = Image(width: 3000 + side, height: 3000, format: format) {
          $0.initializeMemory(as: UInt8.self, repeating: 0)
        }
        _ = try executor.run(PlanMaker(image).plan(depth: .unorm8), source: image)
      }
      #expect(executor.idleTextureCount <= 7)
      #expect(executor.liveObjects.textures == executor.idleTextureCount)
    }
  }

  @Test func aTextureThatIsTooLargeIsAnErrorAndLeavesNothing() throws {
    let image = Image.noise(4, 4, PixelFormat(.rgba, .unorm8, .premultiplied))
    let live = try withNewExecutor { executor in
      let side = 4 * executor.capabilities.maximumSize
      let plan = PlanMaker(image).plan(region: Area(width: side, height: 2))
      let error = try #require(throws: GLError.self) { try executor.run(plan, source: image) }
      #expect(error.codeName == "GL_INVALID_VALUE")
      #expect(error.operation.contains("texture"))
      #expect(executor.liveObjects.textures == executor.idleTextureCount)
      // And it still works.
      let result = try executor.run(PlanMaker(image).plan(depth: .unorm8), source: image)
      #expect(result.samples == image.samples)
      return executor.liveObjects
    }
    #expect(live.total == 0)
  }

  @Test func needsNoExtension() throws {
    try withExecutor { executor in
      #expect(executor.capabilities.formats == [.fixed16, .float32])
      #expect(executor.capabilities.outputDepths == [.unorm8, .unorm16, .float32])
      #expect(executor.capabilities.maximumSize >= 2048)
    }
  }
}
