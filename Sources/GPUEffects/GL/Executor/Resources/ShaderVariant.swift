import GPUEffectsModel
import GPUEffectsShaders

/// How the cells of a surface lie in its texture.
enum CellStorage: String, Hashable {
  /// Four, two or one to a texel of RGBA32UI.
  case unorm8 = "UNORM8"
  case unorm16 = "UNORM16"
  case float32 = "FLOAT32"
  /// The uploaded image: one sample of the texture for one of the image.
  case source = "SOURCE"

  init(_ depth: PixelFormat.Depth) {
    switch depth {
    case .unorm8: self = .unorm8
    case .unorm16: self = .unorm16
    case .float32: self = .float32
    }
  }

  var cellsPerTexel: Int {
    switch self {
    case .unorm8: 4
    case .unorm16: 2
    case .float32, .source: 1
    }
  }
}

/// One of the programs that a shader file makes, chosen by #defines.
struct ShaderVariant: Hashable {
  /// The fragment shader of a pass kind.
  enum Body: Hashable {
    case load, downsample, convolve, upsample, composite

    fileprivate var text: gpu_shader_text {
      switch self {
      case .load: gpu_shader_get(GPU_SHADER_LOAD)
      case .downsample: gpu_shader_get(GPU_SHADER_DOWNSAMPLE)
      case .convolve: gpu_shader_get(GPU_SHADER_CONVOLVE)
      case .upsample: gpu_shader_get(GPU_SHADER_UPSAMPLE)
      case .composite: gpu_shader_get(GPU_SHADER_COMPOSITE)
      }
    }
  }

  struct Options: OptionSet, Hashable {
    let rawValue: Int
    static let horizontal = Options(rawValue: 1)
    static let scaled = Options(rawValue: 2)
    static let matrix = Options(rawValue: 4)
    static let masked = Options(rawValue: 8)
    static let withoutAlpha = Options(rawValue: 16)
    static let repeated = Options(rawValue: 32)
    static let pairs = Options(rawValue: 64)
    static let linear = Options(rawValue: 128)
    static let dithered = Options(rawValue: 256)
    static let mixed = Options(rawValue: 512)

    fileprivate static let names: [(Options, String)] = [
      (.horizontal, "HORIZONTAL"), (.scaled, "SCALED"), (.matrix, "MATRIX"),
      (.masked, "MASKED"), (.withoutAlpha, "WITHOUT_ALPHA"), (.repeated, "REPEATED"),
      (.pairs, "PAIRS"), (.linear, "LINEAR"), (.dithered, "DITHERED"),
      (.mixed, "MIXED"),
    ]
  }

  var body: Body
  var input: CellStorage
  var output: CellStorage
  var edge: EdgeMode
  /// Depth and alpha of the source, where it is read.
  var source: PixelFormat?
  var downsample: ResampleOrder?
  var upsample: ResampleOrder?
  var options: Options = []

  /// What stands before the prelude.
  var header: String {
    var lines = [
      "#version 300 es", "#define INPUT \(input.rawValue)", "#define OUTPUT \(output.rawValue)",
      "#define EDGE \(edgeName)", "#define TAP_VECTORS \(TapBuffer.vectorCount)",
      "#define DITHER_COLUMN_STEP \(OrderedDither.columnStep)u",
      "#define DITHER_ROW_STEP \(OrderedDither.rowStep)u",
    ]
    if let source {
      lines.append("#define SOURCE_DEPTH \(CellStorage(source.depth).rawValue)")
      lines.append("#define SOURCE_ALPHA \(source.alpha.name)")
    }
    if let downsample { lines.append("#define DOWNSAMPLE \(downsample.rawValue)") }
    if let upsample { lines.append("#define UPSAMPLE \(upsample.rawValue)") }
    lines += Options.names.filter { options.contains($0.0) }.map { "#define \($0.1)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The files that make the fragment shader.
  var texts: [gpu_shader_text] {
    var texts = [gpu_shader_get(GPU_SHADER_PRELUDE)]
    if options.contains(.linear) { texts.append(gpu_shader_get(GPU_SHADER_TRANSFER)) }
    if options.contains(.mixed) { texts.append(gpu_shader_get(GPU_SHADER_MIX)) }
    return texts + [body.text]
  }

  private var edgeName: String {
    switch edge {
    case .clamp: "CLAMP"
    case .mirror: "MIRROR"
    case .normalized, .transparent: "TRANSPARENT"
    }
  }
}

extension PixelFormat.Alpha {
  fileprivate var name: String {
    switch self {
    case .opaque: "OPAQUE"
    case .straight: "STRAIGHT"
    case .premultiplied: "PREMULTIPLIED"
    }
  }
}
