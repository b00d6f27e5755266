import CKernels
import GPUEffectsModel

/// How much of each pixel of an area is drawn.
struct Coverage: Sendable {
  /// 65535 is all; nil is all of every pixel.
  var mask: Mask?
  var area: Area
  /// On top of the mask.
  var opacity: Float

  /// Calls `body` with the mask's values from column `x` of a row on.
  @inline(__always)
  func withRow(_ y: Int, from x: Int, _ body: (UnsafePointer<UInt16>?) -> Void) {
    guard let mask else { return body(nil) }
    mask.values.withUnsafeBufferPointer { values in
      let start = (y - area.y.lowerBound) * mask.width + x - area.x.lowerBound
      body(values.baseAddress.map { $0 + start })
    }
  }

  /// Calls `body` with the column and the share of every pixel of `row` that is
  /// drawn at all.
  @inline(__always)
  func forEach(_ y: Int, _ columns: Range<Int>, _ body: (Int, Float) -> Void) {
    withRow(y, from: columns.lowerBound) { values in
      guard let values else {
        for x in columns { body(x, opacity) }
        return
      }
      let unit = opacity / 65535
      for x in columns {
        let value = values[x - columns.lowerBound]
        if value > 0 { body(x, Float(value) * unit) }
      }
    }
  }
}

/// The loops over pixels that lay one thing over another, in bands of rows.
struct Compositor: Sendable {
  let pool: ThreadPool
  private let kernels = Table(table: ck_kernels_best())

  typealias Pixel = Surface.Pixel

  /// A table that never changes.
  private struct Table: @unchecked Sendable {
    let table: Kernels
  }

  init(pool: ThreadPool) { self.pool = pool }

  private func rows(_ area: Area, _ body: @Sendable (Int) -> Void) {
    pool.runBands(of: area.y, atLeast: 16) { band in
      for y in band { body(y) }
    }
  }

  func lay(_ color: Pixel, over target: Surface, _ area: Area, _ coverage: Coverage) {
    let over = kernels.table.pointee.f32_over_color
    rows(area) { y in
      guard let row = target.row(y)?.advanced(by: area.x.lowerBound) else { return }
      withUnsafeBytes(of: color) { color in
        guard let color = color.bindMemory(to: Float.self).baseAddress else { return }
        coverage.withRow(y, from: area.x.lowerBound) { mask in
          over(
            UnsafeMutableRawPointer(row).assumingMemoryBound(to: Float.self), color, mask,
            coverage.opacity, area.width)
        }
      }
    }
  }

  func lay(_ source: Surface, over target: Surface, _ area: Area, _ coverage: Coverage) {
    let area = area.intersection(source.area)
    let over = kernels.table.pointee.f32_over
    rows(area) { y in
      guard let row = target.row(y)?.advanced(by: area.x.lowerBound),
        let pixels = source.row(y)?.advanced(by: area.x.lowerBound)
      else { return }
      coverage.withRow(y, from: area.x.lowerBound) { mask in
        over(
          UnsafeMutableRawPointer(row).assumingMemoryBound(to: Float.self),
          UnsafeRawPointer(pixels).assumingMemoryBound(to: Float.self), mask, coverage.opacity,
          area.width)
      }
    }
  }

  /// A surface's pixels as RGB bytes.
  func store(_ surface: Surface, to bytes: UnsafeMutablePointer<UInt8>) {
    let store = kernels.table.pointee.f32_store_rgb
    let output = Bytes(base: bytes)
    rows(surface.area) { y in
      guard let row = surface.row(y)?.advanced(by: surface.area.x.lowerBound) else { return }
      store(
        output.base + 3 * (y - surface.area.y.lowerBound) * surface.area.width,
        UnsafeRawPointer(row).assumingMemoryBound(to: Float.self), surface.area.width)
    }
  }

  private struct Bytes: @unchecked Sendable {
    let base: UnsafeMutablePointer<UInt8>
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
