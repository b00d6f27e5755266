import GPUEffectsModel
import TestSupport
import Testing

/// The tools of the other tests.
@Suite struct TestSupportTests {
  @Test func everyPairIsCovered() {
    let counts = [4, 3, 5, 2, 2, 6]
    let rows = coveringArray(counts, seed: 3)
    for a in counts.indices {
      for b in counts.indices where b > a {
        let met = Set(rows.map { [$0[a], $0[b]] })
        #expect(met.count == counts[a] * counts[b])
      }
    }
    // 30 is the least possible; the full product has 1440 rows.
    #expect(rows.count >= 30 && rows.count <= 45)
    #expect(coveringArray(counts, seed: 3) == rows)
    #expect(coveringArray(counts, seed: 4) != rows)
  }

  @Test func generatorGivesTheKnownSequence() {
    var random = SplitMix64(seed: 1_234_567)
    #expect(random.next() == 6_457_827_717_110_365_317)
    #expect(random.next() == 3_203_168_211_198_807_973)
  }

  @Test func patternsAreWhatTheySay() {
    let noise = FloatImage(TestPattern.noise(64, 64, .rgba, .premultiplied))
    #expect(Set(noise.values) == [0, 1])
    let stress = FloatImage(TestPattern.stress(97, 61, .rgba, .premultiplied))
    for pixel in stride(from: 0, to: stress.values.count, by: 4) {
      #expect(stress.values[pixel..<(pixel + 3)].allSatisfy { $0 <= stress.values[pixel + 3] })
    }
    let opaque = FloatImage(TestPattern.stress(97, 61, .rgba, .opaque))
    #expect(stride(from: 3, to: opaque.values.count, by: 4).allSatisfy { opaque.values[$0] == 1 })
  }

  @Test func deviationFindsTheWorstSample() {
    let reference = FloatImage(TestPattern.stress(20, 10, .rgba, .premultiplied))
    #expect(Deviation(reference.image(.unorm8, .premultiplied), from: reference).levels == 0)
    var wrong = reference
    wrong[7, 4, 2] += wrong[7, 4, 2] > 0.5 ? -2.0 / 255 : 2.0 / 255
    wrong[3, 3, 0] += wrong[3, 3, 0] > 0.5 ? -1.0 / 255 : 1.0 / 255
    for depth in [PixelFormat.Depth.unorm8, .unorm16, .float32] {
      let deviation = Deviation(wrong.image(depth, .premultiplied), from: reference)
      #expect(abs(deviation.levels - 2) < 0.01)
      #expect((deviation.x, deviation.y, deviation.channel) == (7, 4, 2))
    }
    wrong[0, 0, 0] = .nan
    #expect(
      Deviation(wrong.image(.float32, .premultiplied), from: reference).levels == .infinity)
  }

  @Test func expectationsFail() {
    let reference = FloatImage(TestPattern.constant(2, 2, [100], .opaque))
    let image = TestPattern.constant(2, 2, [102], .opaque)
    expectWithin(2, image, of: reference)
    withKnownIssue { expectWithin(1, image, of: reference) }
  }
}
