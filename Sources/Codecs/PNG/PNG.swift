public import GPUEffectsModel

/// Portable Network Graphics, read and written by libpng. Bytes in, bytes out.
///
/// Carried over in ``ImageMetadata``: iCCP, cICP, sRGB, gAMA, cHRM, pHYs, eXIf,
/// tEXt, zTXt and iTXt. Left out: what describes the stored samples or a
/// palette, which are gone after a filter (sBIT, bKGD, hIST, sPLT); tIME, since
/// the result is a changed image and an encoder with a clock would not write
/// the same bytes twice; and all other chunks (oFFs, pCAL, sCAL, unknown ones),
/// because only their author knows whether they survive changed pixels. Of an
/// animated PNG the still picture is read, with a warning.
public enum PNG {
  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// Whether `bytes` begin with PNG's signature.
  public static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.starts(with: signature)
  }

  /// The picture in `bytes`. A file that is cut short or damaged is an error,
  /// never a part of a picture; damage outside the picture is a warning.
  ///
  /// Grey stays grey and 16 bits stay 16; 1, 2 and 4 bits of grey become 8, a
  /// palette becomes RGB, and a transparent colour or palette an alpha channel.
  /// Alpha is `.straight`, or `.opaque` without an alpha channel.
  public static func decode(
    _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits = DecodeLimits()
  ) throws(CodecError) -> DecodedImage {
    try decodePNG(bytes, limits)
  }

  /// The picture in `bytes`.
  public static func decode(
    _ bytes: [UInt8], limits: DecodeLimits = DecodeLimits()
  ) throws(CodecError) -> DecodedImage {
    try bytes.withUnsafeBufferPointer { (bytes) throws(CodecError) in
      try decodePNG(UnsafeRawBufferPointer(bytes), limits)
    }
  }

  /// A PNG file with 8 or 16 bits a sample, as `image` has them, not
  /// interlaced. The same input gives the same bytes with the same zlib and
  /// ISA-L, on processors of one kind for the latter.
  ///
  /// `.fast` packs a large image in strips, which `loop` may spread over
  /// threads; the bytes are the same in any case.
  ///
  /// Floating-point samples and premultiplied colours are an error, as are a
  /// profile that libpng finds broken or of another colour space, and a text
  /// whose keyword PNG doesn't allow.
  public static func encode(
    _ image: Image, metadata: ImageMetadata = ImageMetadata(), compression: PNGCompression = .fast,
    loop: ConcurrentLoop = oneAfterAnother
  ) throws(CodecError) -> [UInt8] {
    try encodePNG(image, metadata, compression, loop)
  }
}

/// Calls its second argument once with each number below the first, on any
/// threads and in any order, and returns when all calls have.
public typealias ConcurrentLoop = (Int, @Sendable (Int) -> Void) -> Void

/// The loop of a caller that has no thread to spare.
public func oneAfterAnother(_ count: Int, _ body: @Sendable (Int) -> Void) {
  for index in 0..<count { body(index) }
}

/// How hard an encoder tries to make a PNG small; the pixels are the same.
public enum PNGCompression: String, Hashable, Sendable, CaseIterable {
  /// ISA-L level 2, each row as its difference from the one above: on photos
  /// more than twenty times as fast as `medium`, for a fifth more bytes.
  case fast
  /// zlib level 6, a filter chosen for each row: what most programs do.
  case medium
  /// zlib level 9, a filter chosen for each row.
  case small
}
