package import GPUEffectsModel

/// A picture like a photo, 600 x 400 pixels of 8-bit RGB: large shapes, detail
/// at every scale, hard edges, a little grain. Whole numbers only, so it is the
/// same on every machine.
package enum Landscape {
  package static let image = TestPattern.image(600, 400, .rgb, .opaque, sample: sample)

  private static func sample(_ x: Int, _ y: Int, _ channel: Int) -> UInt8 {
    var value = 128
    for (layer, size) in [128, 32, 8].enumerated() {
      value += (noise(x, y, size: size, layer) - 128) >> layer
    }
    // Leaves with hard edges, lit from one side.
    let leaf = noise(x / 3, y / 2, size: 16, 5)
    if leaf > 150 { value = (value + [40, 150, 60][channel]) / 2 + (x / 5) % 7 }
    let warmth = (noise(x, y, size: 64, 7 + channel) - 128) / 2
    value += warmth + Int(hash(x, y, 9) & 7) - 4
    return UInt8(max(0, min(255, value)))
  }

  /// Values 0..<256, one at each corner of a grid of this size, a power of two,
  /// and what lies between them.
  private static func noise(_ x: Int, _ y: Int, size: Int, _ layer: Int) -> Int {
    let (column, row) = (x / size, y / size)
    let (u, v) = (x % size, y % size)
    func corner(_ i: Int, _ j: Int) -> Int { Int(hash(column + i, row + j, layer) & 255) }
    let upper = corner(0, 0) * (size - u) + corner(1, 0) * u
    let lower = corner(0, 1) * (size - u) + corner(1, 1) * u
    return (upper * (size - v) + lower * v) / (size * size)
  }

  private static func hash(_ x: Int, _ y: Int, _ layer: Int) -> UInt64 {
    SplitMix64(seed: UInt64(truncatingIfNeeded: (y << 28) ^ (x << 6) ^ layer)).first
  }
}

extension SplitMix64 {
  fileprivate var first: UInt64 {
    var copy = self
    return copy.next()
  }
}
