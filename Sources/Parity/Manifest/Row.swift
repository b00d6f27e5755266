package import GPUEffectsModel
package import GPUEffectsSceneFile

/// A line of the manifest: what is rendered, and what must come out.
package struct Row: Hashable, Sendable {
  package enum Work: Hashable, Sendable {
    case effect(Look, on: ParitySource)
    case scene(SceneRow)
    case check(Check)
  }

  /// Suites of their own, which return findings instead of pixels.
  package enum Check: String, CaseIterable, Hashable, Sendable {
    /// Sigma in small steps: no pixel jumps.
    case sweep
    /// A blurred step is as wide as its sigma.
    case steps
    /// Content that moves by whole pixels keeps its blurred pixels.
    case shifts
    /// A window that shrinks keeps its inside.
    case crops
    /// Flat colours stay.
    case constants
    /// The specification's numbers for colours, coverage and taps.
    case tables
  }

  /// `GROUP/REST`.
  package var name: String
  package var work: Work
  package var expectation = RowExpectation()

  package init(name: String, work: Work, expectation: RowExpectation = RowExpectation()) {
    self.name = name
    self.work = work
    self.expectation = expectation
  }

  /// What runs in one process.
  package var group: String { String(name.prefix { $0 != "/" }) }
}

/// What must come out of a row.
package struct RowExpectation: Hashable, Sendable {
  package var depth = PixelFormat.Depth.unorm8
  /// How far: levels of 255 that no sample may be further off.
  package var far = 1.0
  /// How many: the share of samples, 0...1, that may be more than half of `far`
  /// off; of 8-bit samples that is those that differ at all.
  package var many = 1.0
  /// Passes of all the plans, or steps of a scene; nil where it isn't said.
  package var passes: Int?
  /// The longest side of a surface that the executor is said to hold, in
  /// pixels: the image is rendered in tiles, and must have the same bytes as
  /// without.
  package var limit: Int?
  /// Whether it is rendered twice and must have the same bytes.
  package var isRepeated = false
  /// A row that must not match: the reference of this look is at least `far`
  /// off somewhere.
  package var other: Look?

  package init() {}
}

/// A scene as the manifest writes it: a canvas of some points, and layers in
/// the language of scene files. Pictures are `photo.png`, `noise.png` and
/// `stress.png`.
package struct SceneRow: Hashable, Sendable {
  package var width: Int
  package var height: Int
  package var scale = 1.0
  /// As a scene file writes it.
  package var background = "clear"
  package var style = InterfaceStyle.light
  package var kernel = BlurKernel.gaussian
  package var reducesTransparency = false
  /// A list in JSON.
  package var layers: String

  package init(width: Int, height: Int, layers: String) {
    self.width = width
    self.height = height
    self.layers = layers
  }

  /// The whole scene file.
  package var document: String {
    """
    {
      "canvas": {
        "size": [\(width), \(height)], "scale": \(shortest(scale)), "background": "\(background)",
        "interfaceStyle": "\(style.rawValue)", "kernel": "\(kernel.rawValue)",
        "reduceTransparency": \(reducesTransparency)
      },
      "duration": 0,
      "layers": \(layers)
    }

    """
  }

  package func scene() throws(SceneFileError) -> Scene {
    try SceneFile(Array(document.utf8)).scene()
  }
}
