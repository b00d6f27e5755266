import GPUEffectsModel

/// Runs a plan as its documentation reads: whole surfaces of doubles, one
/// nested loop a pass, every index mapped on its own.
enum NaiveInterpreter {
  struct Cells {
    var area: Area
    var channels: Int
    var values: [Double]

    init(_ area: Area, _ channels: Int, _ value: (Int, Int, Int) -> Double) {
      self.area = area
      self.channels = channels
      values = []
      for y in area.y {
        for x in area.x { for c in 0..<channels { values.append(value(x, y, c)) } }
      }
    }

    subscript(_ x: Int, _ y: Int, _ c: Int) -> Double {
      precondition(area.x.contains(x) && area.y.contains(y), "a read outside the surface")
      let row = y - area.y.lowerBound
      return values[(row * area.x.count + x - area.x.lowerBound) * channels + c]
    }
  }

  /// The unrounded result, premultiplied, 1 being full.
  static func render(_ plan: Plan, _ source: Image) -> Cells {
    let image = FloatImage(source)
    let channels = image.channels.rawValue
    let original = Cells(plan.sourceArea, channels) { x, y, c in
      image.values[(y * source.width + x) * channels + c]
    }
    var current = original
    for pass in plan.passes { current = run(pass, current, original, plan) }
    return current
  }

  private static func run(_ pass: Pass, _ input: Cells, _ original: Cells, _ plan: Plan) -> Cells {
    let n = input.channels
    let output = pass.output.area
    func read(_ x: Int, _ y: Int, _ c: Int) -> Double {
      guard
        let i = pass.edge.map(x, in: pass.inputBounds.x),
        let j = pass.edge.map(y, in: pass.inputBounds.y)
      else { return 0 }
      return input[i, j, c]
    }
    switch pass.kind {
    case .load:
      return Cells(output, n) { x, y, c in original[x, y, c] }
    case .convolve(let axis, let halfTaps, let scale):
      return Cells(output, n) { x, y, c in
        var sum = 0.0
        for t in (1 - halfTaps.count)..<halfTaps.count {
          sum +=
            halfTaps[abs(t)] * (axis == .vertical ? read(x, y + t, c) : read(x + t, y, c))
        }
        let position = axis == .vertical ? y - output.y.lowerBound : x - output.x.lowerBound
        return sum * (scale?[position] ?? 1)
      }
    case .downsample(let order):
      let first = order == .three ? -1 : -2
      return Cells(output, n) { x, y, c in
        var sum = 0.0
        for (j, v) in weights(order).enumerated() {
          for (i, h) in weights(order).enumerated() {
            sum += v * h * read(2 * x + first + i, 2 * y + first + j, c)
          }
        }
        return sum
      }
    case .upsample(let order):
      return Cells(output, n) { x, y, c in interpolate(order, x, y) { read($0, $1, c) } }
    case .composite(let composite):
      return finish(composite, plan, output, original) { x, y, c in
        guard let order = composite.upsample else { return read(x, y, c) }
        return interpolate(order, x, y) { read($0, $1, c) }
      }
    }
  }

  private static func weights(_ order: ResampleOrder) -> [Double] {
    order == .three ? [1, 3, 3, 1].map { $0 / 8 } : [1, 5, 10, 10, 5, 1].map { $0 / 32 }
  }

  private static func interpolate(
    _ order: ResampleOrder, _ x: Int, _ y: Int, _ read: (Int, Int) -> Double
  ) -> Double {
    func axis(_ at: Int, _ read: (Int) -> Double) -> Double {
      let j = Int((Double(at) / 2).rounded(.down))
      let (near, far) = at == 2 * j ? (j - 1, j + 1) : (j + 1, j - 1)
      return order == .three
        ? (3 * read(j) + read(near)) / 4 : (10 * read(j) + 5 * read(near) + read(far)) / 16
    }
    return axis(y) { row in axis(x) { column in read(column, row) } }
  }

  private static func finish(
    _ composite: Composite, _ plan: Plan, _ output: Area, _ original: Cells,
    _ blurred: (Int, Int, Int) -> Double
  ) -> Cells {
    let n = original.channels
    let m = composite.matrix.elements
    let colors = n < 3 ? 1 : 3
    return Cells(output, n) { x, y, c in
      let scale =
        (composite.columnScale?[x - output.x.lowerBound] ?? 1)
        * (composite.rowScale?[y - output.y.lowerBound] ?? 1)
      let alpha = n == 2 || n == 4 ? blurred(x, y, n - 1) * scale : 1
      var value = blurred(x, y, c) * scale
      if c < colors && composite.matrix != .identity {
        let row = colors == 1 ? 1 : c
        value = m[4 * row + 3] * alpha
        for i in 0..<3 { value += m[4 * row + i] * blurred(x, y, min(i, colors - 1)) * scale }
        value = min(max(value, 0), alpha)
      }
      value *= composite.opacity
      guard let mask = composite.mask else { return value }
      let weight = Double(mask.values[y * mask.width + x]) / 65535
      return (1 - weight) * original[x, y, c] + weight * value
    }
  }
}
