public import GPUEffectsModel

/// WebP files, read and written by libwebp. Bytes in, bytes out.
///
/// Carried over in ``ImageMetadata``: the ICC profile, Exif, XMP, and other
/// texts in a chunk of our own, `vfxT` (other programs skip unknown chunks).
public enum WebP {
  /// Texts, each its keyword and its characters in UTF-8, each ended by a zero byte.
  public static let textChunk = "vfxT"

  /// The picture in `bytes`, upright, RGB or RGBA of 8 bits, alpha straight.
  /// Of an animation the first frame is read, with a warning.
  public static func decode(
    _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits = DecodeLimits()
  ) throws(CodecError) -> DecodedImage {
    try decodeWebP(bytes, limits)
  }

  /// The picture in `bytes`.
  public static func decode(
    _ bytes: [UInt8], limits: DecodeLimits = DecodeLimits()
  ) throws(CodecError) -> DecodedImage {
    try bytes.withUnsafeBufferPointer { (bytes) throws(CodecError) in
      try decodeWebP(UnsafeRawBufferPointer(bytes), limits)
    }
  }

  /// A WebP file. The same input gives the same bytes with the same libwebp.
  ///
  /// - Parameters:
  ///   - image: alpha straight or opaque, at most 16383 pixels on a side.
  ///   - quality: 1...100; 100 is lossless, also for colours under alpha 0.
  public static func encode(
    _ image: Image, metadata: ImageMetadata = ImageMetadata(),
    quality: Int = StillEncoding.usualQuality
  ) throws(CodecError) -> EncodedImage {
    try encodeWebP(image, metadata, quality: quality)
  }
}
