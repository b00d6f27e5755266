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

  /// CPU and reference are at most one level apart, at several times and
  /// scales.
  @Test(arguments: Example.all)
  func cpuMatchesTheReference(example: Example) throws {
    let duration = try example.scene().duration ?? 0
    for (scale, parts) in [(0.5, [0, 0.13, 0.4, 1]), (1, [0.27]), (2, [0.55])] {
      let history = SceneHistory(try example.scene(scale: scale))
      let cpu = try sceneRenderer(example, depth: .unorm8)
      let reference = try sceneRenderer(example, backend: .reference, depth: .unorm8)
      for part in duration > 0 ? parts : [0] {
        let frame = history.frame(at: part * duration)
        let difference = try ImageDifference(cpu.render(frame), reference.render(frame))
        #expect(
          difference.maximum <= 1,
          """
          scale \(scale), \(part * duration) s: \(difference.maximum) at \
          \(difference.worstX),\(difference.worstY)
          """)
      }
    }
  }

  /// Nothing pops: in two microseconds even the fastest edge moves by 1/300 of a
  /// pixel. What scrolls moves by whole pixels and is left out.
  @Test(arguments: Example.all)
  func nothingPops(example: Example) throws {
    var scene = try example.scene(scale: 0.5)
    scene.timeline.removeAll { entry in
      if case .animateProperty(.contentOffset, _, _, _) = entry.change { true } else { false }
    }
    guard let duration = scene.duration, duration > 0 else { return }
    let history = SceneHistory(scene)
    let renderer = try sceneRenderer(example, depth: .unorm8)
    for tick in 1..<Int(duration * 40) {
      let time = Double(tick) / 40
      let before = try renderer.render(history.frame(at: time - 1e-6))
      let after = try renderer.render(history.frame(at: time + 1e-6))
      if before.pixels === after.pixels { continue }
      let difference = try ImageDifference(before, after)
      #expect(
        difference.mean < 0.05 && difference.maximum <= 2,
        "\(time) s: \(difference.mean), \(difference.maximum)")
    }
  }
}
