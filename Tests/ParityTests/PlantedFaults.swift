import CEGL
import GPUEffects
import GPUEffectsCPU
import GPUEffectsGL
import GPUEffectsModel

/// Mistakes that a driver or a shader could make, planted into the table of
/// entry points: the executor itself is what it is in the product.
enum DriverFault: String, CaseIterable, Sendable {
  case wrongTap, swappedChannels, droppedEdgeRow, staleUniform, truncatingStore, shiftedOrigin
  case clampsForMirror, wrongTransfer, lostUpload, invertedMask, wrongThreshold, wrongMixWeight

  /// The row that must find it.
  var row: String {
    switch self {
    case .wrongTap: "deep/clamp-2"
    case .swappedChannels: "colour/brightness-0.25"
    case .droppedEdgeRow: "format/rgba8-nothing"
    case .staleUniform: "colour/opacity-0.25"
    case .truncatingStore: "blur/clamp-6"
    case .shiftedOrigin: "format/rgb8"
    case .clampsForMirror: "deep/mirror-2"
    case .wrongTransfer: "linear/2-deep"
    case .lostUpload: "colour/all-blurred"
    case .invertedMask: "mask/step"
    case .wrongThreshold: "dither/rgb8"
    case .wrongMixWeight: "mask/radius-fade-12"
    }
  }

  /// The row that is rendered before, where a fault needs something to be left
  /// from earlier.
  var before: String? {
    switch self {
    case .staleUniform: "colour/opacity-0.75"
    case .lostUpload: "blur/apple-clamp-0.5"
    default: nil
    }
  }

  /// Runs `body` on a device with the fault.
  func plant<R>(in device: GLDevice, _ body: () throws -> R) rethrows -> R {
    let table = UnsafeMutablePointer(mutating: device.gl)
    planted = Planted(fault: self, real: table.pointee)
    defer { table.pointee = planted.real }
    table.pointee.ShaderSource = { shader, count, texts, lengths in
      var text = ""
      for i in 0..<Int(count) {
        guard let start = texts?[i] else { continue }
        let length = lengths.map { Int($0[i]) } ?? -1
        text +=
          length < 0
          ? String(cString: start)
          : String(
            decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
      }
      planted.replaced(text).withCString { pointer in
        var pointer: UnsafePointer<CChar>? = pointer
        planted.real.ShaderSource(shader, 1, &pointer, nil)
      }
    }
    switch self {
    case .wrongTap:
      table.pointee.BufferSubData = { target, offset, size, bytes in
        guard let bytes else { return }
        var taps = Array(
          UnsafeRawBufferPointer(start: bytes, count: size).bindMemory(to: Float.self))
        taps[1] *= 1.02
        planted.real.BufferSubData(target, offset, size, taps)
      }
    case .droppedEdgeRow:
      table.pointee.Scissor = { planted.real.Scissor($0, $1, $2, max(1, $3 - 1)) }
    case .staleUniform:
      table.pointee.Uniform1f = { location, value in
        planted.calls += 1
        if planted.calls > 1 { return }
        planted.real.Uniform1f(location, value)
      }
    case .shiftedOrigin:
      table.pointee.Uniform2i = { location, x, y in
        planted.calls += 1
        planted.real.Uniform2i(location, planted.calls % 2 == 0 ? x + 1 : x, y)
      }
    case .lostUpload:
      // As a driver does that forgets to wait: the second picture is the first.
      table.pointee.TexSubImage2D = { target, level, x, y, width, height, format, type, pixels in
        planted.calls += 1
        guard planted.calls != 2 else { return }
        planted.real.TexSubImage2D(target, level, x, y, width, height, format, type, pixels)
      }
    default: break
    }
    return try body()
  }

  /// What stands in a shader, and what the fault makes of it.
  fileprivate var replacement: (String, String)? {
    switch self {
    case .swappedChannels:
      (
        "uint packed8(vec4 color, float bias) {",
        "uint packed8(vec4 color, float bias) { color = color.bgra;"
      )
    case .truncatingStore: ("return 0.5;", "return 0.0;")
    case .clampsForMirror: ("#define EDGE MIRROR", "#define EDGE CLAMP")
    case .wrongTransfer: ("- 0.055;", "- 0.045;")
    case .invertedMask: ("untouched * (1.0 - m) + color * m", "untouched * m + color * (1.0 - m)")
    case .wrongThreshold: ("float(sum >> 24) + 0.5", "float(sum >> 25) + 0.5")
    case .wrongMixWeight: ("for (int k = 0; k < 4; ++k)", "for (int k = 0; k < 3; ++k)")
    default: nil
    }
  }
}

private struct Planted {
  let fault: DriverFault
  let real: cegl_gl
  var calls = 0

  func replaced(_ text: String) -> String {
    guard let (from, to) = fault.replacement, let range = text.firstRange(of: from) else {
      return text
    }
    return text.replacingCharacters(in: range, with: to)
  }
}

nonisolated(unsafe) private var planted = Planted(fault: .wrongTap, real: cegl_gl())

extension String {
  fileprivate func firstRange(of part: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part) {
        return start..<index(start, offsetBy: part.count)
      }
      start = index(after: start)
    }
    return nil
  }

  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + self[range.upperBound...]
  }
}

/// Mistakes of an executor, planted into the plans that it is given or into
/// what it returns.
enum ExecutorFault: String, CaseIterable, Sendable {
  case wrongTap, lostScale, lostOpacity, swappedRows, lostEncoding, lostMask, otherEdge
  case droppedLastRow, wrongUpsample, oneLevelOff

  var row: String {
    switch self {
    case .wrongTap: "deep/clamp-0.5"
    case .lostScale: "blur/normalized-6"
    case .lostOpacity: "colour/opacity-0.75"
    case .swappedRows: "colour/hue-90"
    case .lostEncoding: "linear/6"
    case .lostMask: "mask/noise"
    case .otherEdge: "blur/clamp-2"
    case .droppedLastRow: "format/gray8-nothing"
    case .wrongUpsample: "deep/clamp-40"
    case .oneLevelOff: "colour/saturation-1.8"
    }
  }

  fileprivate func change(_ plan: inout Plan) {
    for i in plan.passes.indices {
      var pass = plan.passes[i]
      switch (self, pass.kind) {
      case (.wrongTap, .convolve(let axis, var halfTaps, let scale)) where halfTaps.count > 1:
        halfTaps[1] *= 1.02
        pass.kind = .convolve(axis, halfTaps: halfTaps, scale: scale)
      case (.lostScale, .convolve(let axis, let halfTaps, _)):
        pass.kind = .convolve(axis, halfTaps: halfTaps, scale: nil)
      case (.wrongUpsample, .upsample):
        pass.kind = .upsample(.three)
      case (_, .composite(var composite)):
        switch self {
        case .lostScale: (composite.columnScale, composite.rowScale) = (nil, nil)
        case .lostOpacity: composite.opacity = 1
        case .swappedRows:
          let m = composite.matrix.elements
          if m.count == 12 { composite.matrix.elements = Array(m[8...] + m[4..<8] + m[..<4]) }
        case .lostEncoding: composite.encodes = false
        case .lostMask: composite.mask = nil
        default: break
        }
        pass.kind = .composite(composite)
      default: break
      }
      if self == .otherEdge, pass.edge == .clamp, pass.input.level == 0 { pass.edge = .transparent }
      plan.passes[i] = pass
    }
  }

  fileprivate func change(_ image: Image) -> Image {
    guard self == .droppedLastRow || self == .oneLevelOff else { return image }
    return Image(width: image.width, height: image.height, format: image.format) { bytes in
      image.pixels.withUnsafeBytes { bytes.copyMemory(from: $0) }
      if self == .droppedLastRow {
        for i in (bytes.count - image.bytesPerRow)..<bytes.count { bytes[i] = 0 }
      } else {
        for i in bytes.indices where bytes[i] > 0 { bytes[i] -= 1 }
      }
    }
  }
}

/// The CPU with a fault.
final class FaultyExecutor: PlanExecutor {
  private let executor = CPUExecutor(threads: 2)
  private let fault: ExecutorFault

  init(_ fault: ExecutorFault) { self.fault = fault }

  var planner: Planner { executor.planner }

  func run(_ plan: Plan, source: Image) throws -> Image {
    var plan = plan
    fault.change(&plan)
    return fault.change(try executor.run(plan, source: source))
  }

  func run(_ plan: VariablePlan, source: Image) throws -> Image {
    try executor.run(plan, source: source)
  }
}
