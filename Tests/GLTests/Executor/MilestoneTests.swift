import GPUEffectsGL
import GPUEffectsModel
import Testing

/// What a run tells who measures it.
@Suite(.serialized)
struct MilestoneTests {
  @Test func aRunTellsItsMilestonesInOrderAndStaysTheSame() throws {
    let image = Image.noise(33, 17, PixelFormat(.rgba, .unorm8, .premultiplied))
    let halfTaps = BlurPassTests.halfTaps
    let plan = PlanMaker(image)
      .appending(.convolve(.vertical, halfTaps: halfTaps, scale: nil)).plan()
    try withExecutor { executor in
      let silent = try executor.run(plan, source: image)
      var milestones: [GLExecutor.Milestone] = []
      executor.onMilestone = { milestones.append($0) }
      defer { executor.onMilestone = nil }
      let watched = try executor.run(plan, source: image)
      #expect(milestones == [.begun, .uploaded, .drawn, .readBack])
      silent.pixels.withUnsafeBytes { a in
        watched.pixels.withUnsafeBytes { b in #expect(a.elementsEqual(b)) }
      }
      executor.onMilestone = nil
      _ = try executor.run(plan, source: image)
      #expect(milestones.count == 4)
    }
  }
}
