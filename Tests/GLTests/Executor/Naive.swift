import GPUEffectsGL

@testable import GPUEffectsModel

/// Premultiplied RGBA cells in float64, and the passes on them as their
/// definitions say, one cell at a time: the judge of the shaders.
struct Naive {
  var area: Area
  var cells: [SIMD4<Double>]

  init(_ area: Area, _ cell: (Int, Int) -> SIMD4<Double>) {
    self.area = area
    cells = []
    for y in area.y { for x in area.x { cells.append(cell(x, y)) } }
  }

  /// What an image holds.
  init(_ image: Image) {
    let samples = image.samples
    let channels = image.format.channels
    let count = channels.rawValue
    self.init(Area(width: image.width, height: image.height)) { x, y in
      let s = samples[((y * image.width + x) * count)..<((y * image.width + x + 1) * count)]
        .map { $0 / image.format.depth.maximum }
      var rgba = channels.isGray ? SIMD4(s[0], s[0], s[0], 1) : SIMD4(s[0], s[1], s[2], 1)
      if channels.hasAlpha, image.format.alpha != .opaque { rgba.w = s[count - 1] }
      if image.format.alpha == .straight { rgba *= SIMD4(rgba.w, rgba.w, rgba.w, 1) }
      return rgba
    }
  }

  subscript(x: Int, y: Int) -> SIMD4<Double> {
    cells[(y - area.y.lowerBound) * area.x.count + x - area.x.lowerBound]
  }

  func read(_ x: Int, _ y: Int, _ edge: EdgeMode) -> SIMD4<Double> {
    guard let i = edge.map(x, in: area.x), let j = edge.map(y, in: area.y) else { return .zero }
    return self[i, j]
  }

  func convolved(_ axis: Axis, _ halfTaps: [Double], _ scale: [Double]?, _ edge: EdgeMode) -> Naive
  {
    Naive(area) { x, y in
      var sum = SIMD4<Double>.zero
      for d in (1 - halfTaps.count)..<halfTaps.count {
        sum +=
          halfTaps[abs(d)]
          * (axis == .horizontal ? read(x + d, y, edge) : read(x, y + d, edge))
      }
      return sum * (scale?[axis == .horizontal ? x : y] ?? 1)
    }
  }

  func downsampled(_ order: ResampleOrder, _ edge: EdgeMode, to area: Area) -> Naive {
    let taps: [Double] =
      order == .three
      ? [1, 3, 3, 1].map { $0 / 8 } : [1, 5, 10, 10, 5, 1].map { $0 / 32 }
    let reach = taps.count / 2 - 1
    return Naive(area) { x, y in
      var sum = SIMD4<Double>.zero
      for (j, v) in taps.enumerated() {
        for (i, h) in taps.enumerated() {
          sum += v * h * read(2 * x - reach + i, 2 * y - reach + j, edge)
        }
      }
      return sum
    }
  }

  func upsampled(_ order: ResampleOrder, to area: Area) -> Naive {
    func weights(_ i: Int) -> [Double] {
      switch (order, i & 1) {
      case (.three, 0): [0.25, 0.75, 0]
      case (.three, _): [0, 0.75, 0.25]
      case (.five, 0): [5.0 / 16, 10.0 / 16, 1.0 / 16]
      case (.five, _): [1.0 / 16, 10.0 / 16, 5.0 / 16]
      }
    }
    return Naive(area) { x, y in
      var sum = SIMD4<Double>.zero
      for (j, v) in weights(y).enumerated() {
        for (i, h) in weights(x).enumerated() {
          sum += v * h * read((x >> 1) - 1 + i, (y >> 1) - 1 + j, .clamp)
        }
      }
      return sum
    }
  }

  /// The largest difference to the samples of a result, in levels of 255.
  func distance(to image: Image) -> Double {
    let samples = image.samples
    let channels = image.format.channels
    let kept: [Int] =
      switch channels {
      case .gray: [1]
      case .grayAlpha: [1, 3]
      case .rgb: [0, 1, 2]
      case .rgba: [0, 1, 2, 3]
      }
    var worst = 0.0
    for (i, cell) in cells.enumerated() {
      for (k, c) in kept.enumerated() {
        let sample = samples[i * kept.count + k] / image.format.depth.maximum
        worst = max(worst, abs(sample - cell[c]) * 255)
      }
    }
    return worst
  }
}
