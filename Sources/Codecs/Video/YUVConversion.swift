import CImageCodecs
public import GPUEffectsModel

extension YUVFrame {
  /// The frame as RGB: 8 bits a sample, or 16 for deeper frames. Chroma is
  /// interpolated linearly from where it lies; colours beyond RGB are clamped.
  public func image(_ encoding: YUVEncoding) -> Image {
    let depth: PixelFormat.Depth = layout.bits == 8 ? .unorm8 : .unorm16
    var matrix = cimage_yuv_matrix(encoding, bits: layout.bits, depth)
    let (width, bytes) = (layout.width, layout.bytesPerSample)
    var cb = [Float](repeating: matrix.middle, count: width)
    var cr = cb
    let chroma = ChromaRows(self)
    return Image(
      width: width, height: layout.height, format: PixelFormat(.rgb, depth, .opaque)
    ) { target in
      planes[0].withUnsafeBytes { luma in
        guard let target = target.baseAddress, let luma = luma.baseAddress else { return }
        for y in 0..<layout.height {
          if layout.chroma != .none {
            chroma.read(&cb, plane: 1, row: y)
            chroma.read(&cr, plane: 2, row: y)
          }
          cimage_yuv_to_rgb(
            target + 3 * y * width * bytes, luma + y * width * bytes, cb, cr, bytes, width, &matrix)
        }
      }
    }
  }

  /// An image as a frame. Chroma is averaged to where it lies.
  ///
  /// - Parameters:
  ///   - background: red, green and blue, 0...1, under what is translucent.
  /// - Precondition: sizes are equal, samples are integers, alpha is straight.
  public init(
    _ image: Image, _ layout: YUVLayout, _ encoding: YUVEncoding,
    background: (Double, Double, Double) = (0, 0, 0)
  ) {
    var source = image
    if image.format.channels.isGray {
      source = image.converted(
        to: PixelFormat(
          image.format.alpha == .opaque ? .rgb : .rgba, image.format.depth, image.format.alpha))
    }
    let depth = source.format.depth
    var matrix = cimage_yuv_matrix(encoding, bits: layout.bits, depth)
    let full = Float(depth.maximum)
    let under = [
      Float(background.0) * full, Float(background.1) * full, Float(background.2) * full,
    ]
    let planes = layout.planes.map {
      PixelBuffer(byteCount: $0.width * $0.height * layout.bytesPerSample)
    }
    let width = layout.width
    var (y, cb, cr) = (
      [Float](repeating: 0, count: width), [Float](repeating: 0, count: width),
      [Float](repeating: 0, count: width)
    )
    var sums = ChromaSums(layout, planes, maximum: matrix.maximum_yuv)
    source.pixels.withUnsafeBytes { pixels in
      guard let pixels = pixels.baseAddress else { return }
      for row in 0..<layout.height {
        cimage_yuv_from_rgb(
          &y, &cb, &cr, pixels + row * source.bytesPerRow, source.format.channels.rawValue,
          depth.rawValue, width, under, &matrix)
        planes[0].withUnsafeMutableBytes { luma in
          guard let luma = luma.baseAddress else { return }
          cimage_yuv_store(
            luma + row * width * layout.bytesPerSample, y, matrix.maximum_yuv,
            layout.bytesPerSample, width)
        }
        if layout.chroma != .none { sums.add([cb, cr], row: row) }
      }
    }
    self.init(layout, planes: planes)
  }
}

/// Chroma at every pixel.
private struct ChromaRows {
  let frame: YUVFrame
  private let count: Int
  private let rows: Int

  init(_ frame: YUVFrame) {
    self.frame = frame
    count = frame.layout.planes.last?.width ?? 0
    rows = frame.layout.planes.last?.height ?? 0
  }

  func read(_ wide: inout [Float], plane: Int, row y: Int) {
    let layout = frame.layout
    let (factors, centred) = (layout.factors, layout.isCentred)
    let offset = centred.y ? 0.5 * Float(factors.y - 1) : 0
    let position = (Float(y) - offset) / Float(factors.y)
    let upper = Int(position.rounded(.down))
    let (a, b) = (min(max(upper, 0), rows - 1), min(max(upper + 1, 0), rows - 1))
    let stride = count * layout.bytesPerSample
    withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { mixed in
      frame.planes[plane].withUnsafeBytes { bytes in
        guard let samples = bytes.baseAddress, let mixed = mixed.baseAddress else { return }
        cimage_yuv_mix(
          mixed, samples + a * stride, samples + b * stride, position - Float(upper),
          layout.bytesPerSample, count)
        cimage_yuv_widen(&wide, layout.width, mixed, count, factors.x, centred.x ? 1 : 0)
      }
    }
  }
}

/// Chroma averaged from rows of pixels that come one after the other.
private struct ChromaSums {
  private let layout: YUVLayout
  private let planes: [PixelBuffer]
  private let maximum: Float
  private let count: Int
  private let rows: Int
  /// Of Cb and Cr: the rows of samples that are not finished, by their number.
  private var sums: [[Int: [Float]]] = [[:], [:]]
  private var totals: [Int: Float] = [:]

  init(_ layout: YUVLayout, _ planes: [PixelBuffer], maximum: Float) {
    self.layout = layout
    self.planes = planes
    self.maximum = maximum
    count = layout.planes.last?.width ?? 0
    rows = layout.planes.last?.height ?? 0
  }

  /// Which rows of samples a row of pixels is part of, and how much.
  private func shares(of y: Int) -> [(row: Int, weight: Float)] {
    let factor = layout.factors.y
    if factor == 1 || layout.isCentred.y { return [(y / factor, 1)] }
    // A triangle around each second row.
    if y % 2 == 0 { return [(y / 2, 2)] }
    return [(y / 2, 1), (y / 2 + 1, 1)].filter { $0.0 < rows }
  }

  mutating func add(_ wide: [[Float]], row y: Int) {
    let shares = shares(of: y)
    for (row, weight) in shares { totals[row, default: 0] += weight }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { narrow in
      guard let narrow = narrow.baseAddress else { return }
      for plane in 0..<2 {
        cimage_yuv_narrow(
          narrow, count, wide[plane], layout.width, layout.factors.x, layout.isCentred.x ? 1 : 0)
        for (row, weight) in shares {
          cimage_yuv_add(
            &sums[plane][row, default: [Float](repeating: 0, count: count)], narrow, weight, count)
        }
      }
    }
    let next = self.shares(of: y + 1).map(\.row)
    for row in shares.map(\.row) where y == layout.height - 1 || !next.contains(row) { store(row) }
  }

  private mutating func store(_ row: Int) {
    guard let total = totals.removeValue(forKey: row) else { return }
    for plane in 0..<2 {
      guard let sum = sums[plane].removeValue(forKey: row) else { continue }
      let average = total == 1 ? sum : sum.map { $0 / total }
      planes[plane + 1].withUnsafeMutableBytes { bytes in
        guard let samples = bytes.baseAddress else { return }
        cimage_yuv_store(
          samples + row * count * layout.bytesPerSample, average, maximum, layout.bytesPerSample,
          count)
      }
    }
  }
}

extension cimage_yuv_matrix {
  /// H.273: Y = kr R + kg G + kb B; Cb and Cr are B - Y and R - Y, scaled to
  /// -0.5...0.5.
  fileprivate init(_ encoding: YUVEncoding, bits: Int, _ depth: PixelFormat.Depth) {
    let (red, blue) = encoding.matrix.weights
    let green = 1 - red - blue
    let unit = Double(1 << (bits - 8))
    let maximum = Double(1 << bits) - 1
    let lumaSpan = encoding.isFullRange ? maximum : 219 * unit
    let chromaSpan = encoding.isFullRange ? maximum : 224 * unit
    let full = depth.maximum
    let toLuma = lumaSpan / full
    let toCb = chromaSpan / full / (2 * (1 - blue))
    let toCr = chromaSpan / full / (2 * (1 - red))
    let fromCb = full / chromaSpan * 2 * (1 - blue)
    let fromCr = full / chromaSpan * 2 * (1 - red)
    self.init(
      black: Float(encoding.isFullRange ? 0 : 16 * unit), middle: Float(128 * unit),
      luma_gain: Float(full / lumaSpan), red_of_cr: Float(fromCr),
      green_of_cb: Float(-fromCb * blue / green), green_of_cr: Float(-fromCr * red / green),
      blue_of_cb: Float(fromCb),
      y_of_rgb: (Float(red * toLuma), Float(green * toLuma), Float(blue * toLuma)),
      cb_of_rgb: (Float(-red * toCb), Float(-green * toCb), Float((1 - blue) * toCb)),
      cr_of_rgb: (Float((1 - red) * toCr), Float(-green * toCr), Float(-blue * toCr)),
      maximum_rgb: Float(full), maximum_yuv: Float(maximum))
  }
}
