public import GPUEffectsModel

/// What a decoder found in a file.
public struct DecodedImage: Sendable {
  /// Integer samples, alpha `.straight`, or `.opaque` when there is none.
  public var image: Image
  public var metadata: ImageMetadata
  /// What was wrong in the file but did not touch the picture, or was left
  /// out; each one is a phrase a person can read.
  public var warnings: [String]

  public init(image: Image, metadata: ImageMetadata = ImageMetadata(), warnings: [String] = []) {
    self.image = image
    self.metadata = metadata
    self.warnings = warnings
  }
}
