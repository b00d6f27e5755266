/// What an executor can do, as far as a plan depends on it.
package struct Capabilities: Hashable, Sendable {
  /// Intermediates it can write and read, the preferred first.
  package var formats: [IntermediateFormat]
  /// Sample types that a result may have.
  package var outputDepths: Set<PixelFormat.Depth>
  /// The longest side of a surface, in cells.
  package var maximumSize: Int
  /// The most half taps of one filter.
  package var maximumTaps: Int

  package init(
    formats: [IntermediateFormat], outputDepths: Set<PixelFormat.Depth>, maximumSize: Int,
    maximumTaps: Int = .max
  ) {
    self.maximumTaps = maximumTaps
    self.formats = formats
    self.outputDepths = outputDepths
    self.maximumSize = maximumSize
  }
}
