import GPUEffects
import GPUEffectsModel
import TestSupport
import Testing

/// The shipped scenes.
struct ExampleTests {
  @Test func thereAreExamples() {
    #expect(Example.all.count >= 20)
  }

  @Test(arguments: Example.all)
  func isWithoutWarnings(example: Example) throws {
    #expect(try example.scene().warnings == [])
    #expect(try example.scene().canvas.kernel == .apple)
  }

  /// CPU and reference are at most one level apart, at several times, at half
  /// the size and at one pixel a point.
  @Test(arguments: Example.all)
  func cpuMatchesTheReference(example: Example) throws {
    for scale in [0.5, 1] {
      let scene = try example.scene(scale: scale)
      let history = SceneHistory(scene)
      let cpu = try sceneRenderer(example, depth: .unorm8)
      let reference = try sceneRenderer(example, backend: .reference, depth: .unorm8)
      let duration = scene.duration ?? 0
      for time in Set([0, 0.27 * duration, 0.7 * duration]).sorted() {
        if scale == 1, time != 0.27 * duration { continue }
        let frame = history.frame(at: time)
        let difference = try ImageDifference(cpu.render(frame), reference.render(frame))
        #expect(
          difference.maximum <= 1,
          "scale \(scale), \(time) s: \(difference.maximum) at \(difference.worstX),\(difference.worstY)"
        )
      }
    }
  }
}
