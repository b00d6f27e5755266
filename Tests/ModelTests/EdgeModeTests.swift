import GPUEffectsModel
import Testing

@Suite struct EdgeModeTests {
  @Test(
    arguments: [
      (EdgeMode.clamp, [0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2]),
      (EdgeMode.mirror, [2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0]),
      (EdgeMode.transparent, [nil, nil, nil, nil, 0, 1, 2, nil, nil, nil, nil]),
      (EdgeMode.normalized, [nil, nil, nil, nil, 0, 1, 2, nil, nil, nil, nil]),
    ] as [(EdgeMode, [Int?])])
  func threePixels(edge: EdgeMode, expected: [Int?]) {
    #expect((-4...6).map { edge.map($0, in: 0..<3) } == expected)
    // Bounds needn't start at 0.
    #expect((-4...6).map { edge.map($0 - 10, in: -10 ..< -7).map { $0 + 10 } } == expected)
  }

  @Test func onePixelStandsForAll() {
    for i in [-1000, -3, -2, -1, 0, 1, 2, 3, 1000] {
      #expect(EdgeMode.mirror.map(i, in: 0..<1) == 0)
      #expect(EdgeMode.clamp.map(i, in: 0..<1) == 0)
      #expect(EdgeMode.transparent.map(i, in: 0..<1) == (i == 0 ? 0 : nil))
    }
  }

  /// Reflecting again and again, one step at a time.
  @Test(arguments: [1, 2, 3, 5, 33])
  func mirrorFoldsFarIndices(count: Int) {
    for index in -200...200 {
      var i = index
      while i < 0 || i >= count { i = i < 0 ? -i - 1 : 2 * count - 1 - i }
      #expect(EdgeMode.mirror.map(index, in: 0..<count) == i)
    }
  }
}
