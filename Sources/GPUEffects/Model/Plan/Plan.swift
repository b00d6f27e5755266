/// A rectangle of whole pixels or cells, possibly beyond the image.
package struct Area: Hashable, Sendable {
  package var x: Range<Int>
  package var y: Range<Int>

  package init(x: Range<Int>, y: Range<Int>) {
    self.x = x
    self.y = y
  }

  package init(width: Int, height: Int) { self.init(x: 0..<width, y: 0..<height) }
}

/// The format of an intermediate, RGBA on GL and as many channels as the
/// source has on the CPU. Values are premultiplied, 1 being full.
package enum IntermediateFormat: Hashable, Sendable {
  /// Unsigned, rounded to nearest: at least 1/128 of an 8-bit level.
  case fixed16
  case float16
  case float32
}

package enum Axis: Hashable, Sendable {
  case horizontal
  case vertical
}

/// The mask of a decimation by two or of the interpolation that undoes it.
/// Cells are centred: cell j of a level lies over cells 2j and 2j + 1 of the
/// level below.
package enum ResampleOrder: Int, Hashable, Sendable {
  /// Down [1 3 3 1]/8 on cells 2j-1...2j+2. Up: out[2j] = (3 L[j] + L[j-1])/4,
  /// out[2j+1] = (3 L[j] + L[j+1])/4.
  case three = 3
  /// Down [1 5 10 10 5 1]/32 on cells 2j-2...2j+3. Up: out[2j] =
  /// (5 L[j-1] + 10 L[j] + L[j+1])/16, out[2j+1] = (L[j-1] + 10 L[j] + 5 L[j+1])/16.
  case five = 5
}

/// One step: reads the surface that the step before it wrote (the first: the
/// source), writes another. All coordinates are absolute, in cells of the
/// surface's level; level 0 has the image's pixels.
package struct Pass: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Converts the source's samples: straight ones are premultiplied, and
    /// colours (alpha divided out) are made linear light where the plan's
    /// `colorSpace` says so.
    case load
    /// Halves both axes.
    case downsample(ResampleOrder)
    /// A symmetric filter along one axis; `halfTaps[i]` is the weight at
    /// distance i. `scale`, where present, multiplies each result by the value
    /// for its position along the axis (`scale[position - output.lowerBound]`):
    /// taps renormalised at the edges.
    case convolve(Axis, halfTaps: [Double], scale: [Double]?)
    /// Doubles both axes.
    case upsample(ResampleOrder)
    /// The last step.
    case composite(Composite)
  }

  package var kind: Kind
  package var input: Surface
  package var output: Surface
  /// What is read beyond `inputBounds`: the blur's own rule on level 0, clamp
  /// above it. An area read inside the bounds always lies inside `input`.
  package var edge: EdgeMode
  package var inputBounds: Area
}

/// A rectangle of cells held in memory.
package struct Surface: Hashable, Sendable {
  package var level: Int
  package var area: Area
  /// nil for the source and for the result, whose formats the plan names.
  package var format: IntermediateFormat?
}

/// How the last step makes a result of what it reads, in this order:
/// interpolate, renormalise, encode, matrix (clamped to 0...alpha), opacity, mix
/// with the source by the mask, dither.
package struct Composite: Hashable, Sendable {
  /// The interpolation from level 1 that is folded into this step.
  package var upsample: ResampleOrder?
  /// Factors by column and by row of the output area, for `normalized` edges.
  package var columnScale: [Double]?
  package var rowScale: [Double]?
  /// Whether what is read is linear light, to be encoded (alpha divided out)
  /// before the matrix.
  package var encodes: Bool
  package var matrix: ColorMatrix
  package var opacity: Double
  package var mask: Mask?
  /// Whether 8-bit results are rounded by ``OrderedDither`` instead of to
  /// nearest.
  package var dither: Bool

  package init(
    upsample: ResampleOrder? = nil, columnScale: [Double]? = nil, rowScale: [Double]? = nil,
    encodes: Bool = false, matrix: ColorMatrix = .identity, opacity: Double = 1,
    mask: Mask? = nil, dither: Bool = false
  ) {
    self.encodes = encodes
    self.dither = dither
    self.upsample = upsample
    self.columnScale = columnScale
    self.rowScale = rowScale
    self.matrix = matrix
    self.opacity = opacity
    self.mask = mask
  }
}

/// Everything an executor needs to turn a source into a result: plain data.
package struct Plan: Hashable, Sendable {
  package var effect: Effect
  package var sourceWidth: Int
  package var sourceHeight: Int
  package var sourceFormat: PixelFormat
  /// Channels of the source, `opaque` or `premultiplied`.
  package var outputFormat: PixelFormat
  /// The part of the image that the result covers.
  package var region: Area
  package var passes: [Pass]
  /// Worst error over any image, in levels of 255, before the last rounding.
  package var bound: Double
  /// The light of the intermediates; a linear plan begins with a load.
  package var colorSpace: BlurColorSpace

  package init(
    effect: Effect, sourceWidth: Int, sourceHeight: Int, sourceFormat: PixelFormat,
    outputFormat: PixelFormat, region: Area, passes: [Pass], bound: Double,
    colorSpace: BlurColorSpace = .encoded
  ) {
    self.effect = effect
    self.sourceWidth = sourceWidth
    self.sourceHeight = sourceHeight
    self.sourceFormat = sourceFormat
    self.outputFormat = outputFormat
    self.region = region
    self.passes = passes
    self.bound = bound
    self.colorSpace = colorSpace
  }

  package var sourceArea: Area { Area(width: sourceWidth, height: sourceHeight) }
}
