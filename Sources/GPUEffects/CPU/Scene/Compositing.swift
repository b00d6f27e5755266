import GPUEffectsModel

/// How much of each pixel of an area is drawn.
struct Coverage: Sendable {
  /// 65535 is all; nil is all of every pixel.
  var mask: Mask?
  var area: Area
  /// On top of the mask.
  var opacity: Float

  /// Calls `body` with the column and the share of every pixel of `row` that is
  /// drawn at all.
  @inline(__always)
  func forEach(_ y: Int, _ columns: Range<Int>, _ body: (Int, Float) -> Void) {
    guard let mask else {
      for x in columns { body(x, opacity) }
      return
    }
    mask.values.withUnsafeBufferPointer { values in
      let start = (y - area.y.lowerBound) * mask.width - area.x.lowerBound
      let unit = opacity / 65535
      for x in columns {
        let value = values[start + x]
        if value > 0 { body(x, Float(value) * unit) }
      }
    }
  }
}

/// The loops over pixels that lay one thing over another, in bands of rows.
struct Compositor {
  let pool: ThreadPool

  typealias Pixel = Surface.Pixel

  private func rows(_ area: Area, _ body: @Sendable (Int) -> Void) {
    pool.runBands(of: area.y, atLeast: 16) { band in
      for y in band { body(y) }
    }
  }

  func lay(_ color: Pixel, over target: Surface, _ area: Area, _ coverage: Coverage) {
    rows(area) { y in
      guard let row = target.row(y) else { return }
      coverage.forEach(y, area.x) { x, share in
        let source = color * share
        row[x] = source + row[x] * (1 - source.w)
      }
    }
  }

  func lay(_ source: Surface, over target: Surface, _ area: Area, _ coverage: Coverage) {
    let area = area.intersection(source.area)
    rows(area) { y in
      guard let row = target.row(y), let pixels = source.row(y) else { return }
      coverage.forEach(y, area.x) { x, share in
        let pixel = pixels[x] * share
        row[x] = pixel + row[x] * (1 - pixel.w)
      }
    }
  }

  /// A shadow: one colour, as much of it as the grey image says.
  func lay(
    _ color: Pixel, through alpha: Image, at origin: Area, over target: Surface, _ area: Area,
    _ coverage: Coverage
  ) {
    alpha.pixels.withUnsafeBytes { bytes in
      guard let base = bytes.bindMemory(to: Float.self).baseAddress else { return }
      let values = FloatRows(
        base: base, area: origin)
      rows(area) { y in
        guard let row = target.row(y) else { return }
        let shares = values.row(y)
        coverage.forEach(y, area.x) { x, share in
          let source = color * (share * shares[x])
          row[x] = source + row[x] * (1 - source.w)
        }
      }
    }
  }

  /// A stencil's alpha shows a matrix of what lies below.
  func layVibrant(
    _ matrix: ColorMatrix, of below: Surface, through stencil: Surface, over target: Surface,
    _ area: Area, _ coverage: Coverage
  ) {
    let area = area.intersection(stencil.area)
    let matrix = PixelMatrix(matrix)
    rows(area) { y in
      guard let row = target.row(y), let pixels = stencil.row(y), let seen = below.row(y)
      else { return }
      coverage.forEach(y, area.x) { x, share in
        let alpha = pixels[x].w * share
        row[x] = matrix.apply(seen[x]) * alpha + row[x] * (1 - alpha)
      }
    }
  }
}

/// Rows of one float a pixel.
struct FloatRows: @unchecked Sendable {
  let base: UnsafePointer<Float>
  let area: Area

  func row(_ y: Int) -> UnsafePointer<Float> {
    base + (y - area.y.lowerBound) * area.width - area.x.lowerBound
  }
}

/// A colour matrix for premultiplied pixels, by columns.
struct PixelMatrix: Sendable {
  private let red, green, blue, bias: SIMD4<Float>

  init(_ matrix: ColorMatrix) {
    func column(_ i: Int, _ last: Float) -> SIMD4<Float> {
      let m = matrix.elements
      return SIMD4(Float(m[i]), Float(m[4 + i]), Float(m[8 + i]), last)
    }
    red = column(0, 0)
    green = column(1, 0)
    blue = column(2, 0)
    bias = column(3, 1)
  }

  /// M c + bias alpha, clamped to 0...alpha.
  @inline(__always)
  func apply(_ pixel: SIMD4<Float>) -> SIMD4<Float> {
    let sum = red * pixel.x + green * pixel.y + blue * pixel.z + bias * pixel.w
    return sum.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: pixel.w))
  }
}
