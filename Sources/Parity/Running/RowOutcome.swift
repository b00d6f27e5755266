package import GPUEffectsModel

/// What became of a row.
package struct RowOutcome: Sendable {
  /// Why it failed, in one sentence; nil where it passed.
  package var failure: String?
  /// How far the worst sample is off, in levels; nil where nothing was compared.
  package var deviation: Deviation?
  /// Passes of all plans, or steps of a scene.
  package var passes: Int?
  /// What should have come out and what did, for people: 8 or 16 bits, opaque
  /// or straight.
  package var pictures: (expected: Image, actual: Image)?
  /// The plans, one pass a line.
  package var explanation: [String] = []

  package var passed: Bool { failure == nil }

  package init(failure: String? = nil) { self.failure = failure }
}
