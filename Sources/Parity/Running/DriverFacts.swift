package import GPUEffectsGL
import GPUEffectsModel

/// What tells one driver from another, beyond the strings it gives itself.
package struct DriverFacts: Sendable {
  /// `3.2`.
  package let version: String
  /// `22.3.6`; nil where the driver isn't Mesa's.
  package let mesa: String?
  /// Formats of RGBA textures that can be drawn to beyond OpenGL ES 3.0's, as
  /// OpenGL ES names them.
  package let renderableFormats: [String]
  /// Bits of the counter that times commands; 0 where there is none.
  package let timerBits: Int

  package init(_ device: GLDevice) {
    let limits = device.limits
    version = "\(limits.esVersion / 10).\(limits.esVersion % 10)"
    mesa = Self.mesa(in: device.glVersion)
    let names: [(IntermediateFormat, String)] = [
      (.fixed16, "RGBA16"), (.float16, "RGBA16F"), (.float32, "RGBA32F"),
    ]
    let renderable = device.renderableFormats
    renderableFormats = names.filter { renderable.contains($0.0) }.map { $0.1 }
    timerBits = GPUTimer.bits(of: device)
  }

  /// The version behind "Mesa" in GL_VERSION.
  static func mesa(in text: String) -> String? {
    let words = text.split(separator: " ")
    guard let place = words.firstIndex(of: "Mesa"), place + 1 < words.count else { return nil }
    return String(words[place + 1])
  }
}
