import GPUEffectsModel

/// The colour stages of a material, on pixels.
struct MaterialStages: Sendable {
  private let amount: Float
  private let values: SIMD4<Float>
  private let weights: SIMD4<Float>
  private let matrix: PixelMatrix
  private let tint: SIMD4<Float>?
  private let hasCurve: Bool

  init(_ recipe: MaterialRecipe) {
    hasCurve = recipe.curve != nil
    amount = Float(recipe.curve?.amount ?? 0)
    let curve = recipe.curve?.values.map { Float($0) } ?? [0, 0, 0, 0]
    values = SIMD4(curve[0], 3 * curve[1], 3 * curve[2], curve[3])
    let w = MaterialRecipe.LuminanceCurve.weights
    weights = SIMD4(Float(w.red), Float(w.green), Float(w.blue), 0)
    matrix = PixelMatrix(recipe.matrix)
    tint = recipe.tint.map { tint in
      let grey = Float(tint.level * tint.alpha)
      return SIMD4(grey, grey, grey, Float(tint.alpha))
    }
  }

  /// - Parameter pixel: opaque.
  @inline(__always)
  func apply(_ pixel: SIMD4<Float>) -> SIMD4<Float> {
    var color = pixel
    if hasCurve {
      let product = pixel * weights
      let l = min(max(product.x + product.y + product.z, 0), 1)
      let u = 1 - l
      let basis = SIMD4(u * u * u, u * u * l, u * l * l, l * l * l) * values
      let mapped = min(max(basis.sum(), 0), 1)
      color = pixel * (1 - amount) + SIMD4(repeating: mapped * amount)
    }
    color.w = 1
    let clamped = matrix.apply(color)
    guard let tint else { return clamped }
    return clamped * (1 - tint.w) + tint
  }

  /// Replaces every pixel by what the material makes of it.
  func apply(to surface: Surface, pool: ThreadPool) {
    pool.runBands(of: surface.area.y, atLeast: 16) { band in
      for y in band {
        guard let row = surface.row(y) else { continue }
        for x in surface.area.x { row[x] = apply(row[x]) }
      }
    }
  }
}

extension Surface {
  /// Lays every pixel over black.
  func makeOpaque(pool: ThreadPool) { change(pool) { pixel in pixel.w = 1 } }

  /// Divides colour by what is left of alpha.
  func divideByAlpha(pool: ThreadPool) {
    change(pool) { pixel in
      pixel /= max(pixel.w, 1e-20)
      pixel.w = 1
    }
  }

  /// Makes pixels count as far as a rectangle covers them.
  func weigh(by rect: Rect, pool: ThreadPool) {
    let columns = area.x.map { Float(rect.coverage(ofColumn: $0)) }
    pool.runBands(of: area.y, atLeast: 16) { band in
      for y in band {
        guard let row = row(y) else { continue }
        let share = Float(rect.coverage(ofRow: y))
        for (x, column) in zip(area.x, columns) { row[x] *= column * share }
      }
    }
  }

  private func change(_ pool: ThreadPool, _ body: @Sendable (inout SIMD4<Float>) -> Void) {
    pool.runBands(of: area.y, atLeast: 16) { band in
      for y in band {
        guard let row = row(y) else { continue }
        for x in area.x { body(&row[x]) }
      }
    }
  }

  /// The mean of the pixels, each as much as a rectangle covers it, and how
  /// much alpha there was; summed in float64.
  func mean(in rect: Rect) -> (color: Color, alpha: Double) {
    var sum = SIMD4<Double>.zero
    var total = 0.0
    let columns = area.x.map { rect.coverage(ofColumn: $0) }
    for y in area.y {
      guard let row = row(y) else { continue }
      let share = rect.coverage(ofRow: y)
      var line = SIMD4<Double>.zero
      for (x, column) in zip(area.x, columns) { line += SIMD4<Double>(row[x]) * column }
      sum += line * share
      total += share
    }
    let weight = total * columns.reduce(0, +)
    if weight > 0 { sum /= weight }
    return (Color(red: sum.x, green: sum.y, blue: sum.z), sum.w)
  }
}
