public import GPUEffectsModel

/// A format of single pictures that is read and written.
public enum StillFormat: String, Hashable, Sendable, CaseIterable {
  case png
  case jpeg
  case webp

  /// As ``ImageFormat`` knows it.
  public var imageFormat: ImageFormat {
    switch self {
    case .png: .png
    case .jpeg: .jpeg
    case .webp: .webp
    }
  }

  /// The extensions of its files, the usual one first.
  public var fileExtensions: [String] {
    switch self {
    case .png: ["png"]
    case .jpeg: ["jpg", "jpeg"]
    case .webp: ["webp"]
    }
  }

  /// The format that files of this extension have; nil for others.
  ///
  /// - Parameter fileExtension: in lower case, without the dot.
  public init?(fileExtension: String) {
    guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(fileExtension) })
    else { return nil }
    self = format
  }

  /// The format that the first bytes of a file are of.
  public static func detect(_ bytes: UnsafeRawBufferPointer) -> StillFormat? {
    let found = ImageFormat.detect(bytes)
    return allCases.first { $0.imageFormat == found }
  }

  /// The picture in the bytes of a file of any of the formats.
  public static func decode(
    _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits = DecodeLimits()
  ) throws(CodecError) -> DecodedImage {
    switch detect(bytes) {
    case .jpeg: try JPEG.decode(bytes, limits: limits)
    case .webp: try WebP.decode(bytes, limits: limits)
    // Also what is none of them: PNG's decoder says best what it is.
    case .png, nil: try PNG.decode(bytes, limits: limits)
    }
  }

  /// The picture in `bytes`.
  public static func decode(
    _ bytes: [UInt8], limits: DecodeLimits = DecodeLimits()
  ) throws(CodecError) -> DecodedImage {
    try bytes.withUnsafeBufferPointer { (bytes) throws(CodecError) in
      try decode(UnsafeRawBufferPointer(bytes), limits: limits)
    }
  }

  /// A file with a picture.
  ///
  /// - Parameters:
  ///   - image: 8 or 16 bits a sample; alpha straight or opaque.
  ///   - loop: spreads the work over threads; the bytes don't depend on it.
  public func encode(
    _ image: Image, metadata: ImageMetadata = ImageMetadata(),
    encoding: StillEncoding = StillEncoding(), loop: ConcurrentLoop = oneAfterAnother
  ) throws(CodecError) -> EncodedImage {
    switch self {
    case .png:
      return try encodePNG(image, metadata, encoding, loop)
    case .jpeg:
      return try JPEG.encode(
        image, metadata: metadata, quality: encoding.quality, background: encoding.background)
    case .webp:
      return try WebP.encode(image, metadata: metadata, quality: encoding.quality)
    }
  }

  /// A profile that another format's library let pass may be one that PNG's
  /// refuses; the picture counts more.
  private func encodePNG(
    _ image: Image, _ metadata: ImageMetadata, _ encoding: StillEncoding, _ loop: ConcurrentLoop
  ) throws(CodecError) -> EncodedImage {
    do throws(CodecError) {
      return EncodedImage(
        bytes: try PNG.encode(
          image, metadata: metadata, compression: encoding.compression, loop: loop))
    } catch {
      guard case .unsupportedMetadata = error, metadata.profile != nil else { throw error }
      var metadata = metadata
      metadata.profile = nil
      return EncodedImage(
        bytes: try PNG.encode(
          image, metadata: metadata, compression: encoding.compression, loop: loop),
        losses: ["the colour profile is left out: libpng finds it broken"])
    }
  }
}

/// How pictures are packed; each format takes what concerns it.
public struct StillEncoding: Hashable, Sendable {
  /// The quality where none is asked for.
  public static let usualQuality = 90

  /// PNG's.
  public var compression: PNGCompression
  /// JPEG and WebP: 1...100, more is nearer to the picture. WebP's 100 is
  /// lossless.
  public var quality: Int
  /// What shows through where a format has no alpha; its own alpha is ignored.
  public var background: Color

  public init(
    compression: PNGCompression = .fast, quality: Int = usualQuality, background: Color = .white
  ) {
    self.compression = compression
    self.quality = quality
    self.background = background
  }
}

/// A file in memory.
public struct EncodedImage: Hashable, Sendable {
  public var bytes: [UInt8]
  /// What the format could not hold; phrases for people.
  public var losses: [String]

  public init(bytes: [UInt8], losses: [String] = []) {
    self.bytes = bytes
    self.losses = losses
  }
}
