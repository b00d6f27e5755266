import GPUEffectsGL

@testable import GPUEffectsModel

extension Composite {
  /// Copies what it reads.
  static let copy = Composite(
    upsample: nil, columnScale: nil, rowScale: nil, matrix: .identity, opacity: 1, mask: nil)
}

/// Builds a plan pass by pass; the composite comes last.
struct PlanMaker {
  let image: Image
  var passes: [Pass] = []
  var current: Surface
  private var bounds: Area

  init(_ image: Image) {
    self.image = image
    bounds = Area(width: image.width, height: image.height)
    current = Surface(level: 0, area: bounds, format: nil)
  }

  func appending(
    _ kind: Pass.Kind, to area: Area? = nil, edge: EdgeMode = .clamp,
    format: IntermediateFormat = .float32
  ) -> PlanMaker {
    var maker = self
    let output = Surface(level: 0, area: area ?? current.area, format: format)
    maker.passes.append(
      Pass(kind: kind, input: current, output: output, edge: edge, inputBounds: bounds))
    maker.current = output
    maker.bounds = output.area
    return maker
  }

  /// The plan that ends in `composite`, for `region` or all that there is.
  func plan(
    _ composite: Composite = .copy, region: Area? = nil, depth: PixelFormat.Depth = .float32,
    alpha: PixelFormat.Alpha = .premultiplied
  ) -> Plan {
    let region = region ?? current.area
    let last = Pass(
      kind: .composite(composite), input: current,
      output: Surface(level: 0, area: region, format: nil), edge: .clamp, inputBounds: bounds)
    return Plan(
      effect: Effect(), sourceWidth: image.width, sourceHeight: image.height,
      sourceFormat: image.format,
      outputFormat: PixelFormat(image.format.channels, depth, alpha), region: region,
      passes: passes + [last], bound: 0)
  }
}
