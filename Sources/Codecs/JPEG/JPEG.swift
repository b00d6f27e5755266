public import GPUEffectsModel

/// JPEG files, read and written by libjpeg-turbo. Bytes in, bytes out.
///
/// Carried over in ``ImageMetadata``: the ICC profile, the density, Exif, XMP
/// and comments (texts of the keyword "Comment"). All else is left out.
public enum JPEG {
  /// Keywords of our own texts begin so; as comments they keep them.
  static let ownKeyword = "vfx-gpu "
  static let xmpKeyword = "XML:com.adobe.xmp"
  static let commentKeyword = "Comment"
  static let exifStart = Array("Exif\0\0".utf8)
  static let xmpStart = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

  /// The picture in `bytes`, upright: the orientation of its Exif block is
  /// applied. Grey stays grey, everything else becomes RGB of 8 bits, opaque.
  /// Inks (CMYK, YCCK) are converted plainly, each dimming what is under it,
  /// and a profile for them is left out with a warning.
  ///
  /// A file that is cut short or damaged is an error, never a part of a picture.
  public static func decode(
    _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits = DecodeLimits()
  ) throws(CodecError) -> DecodedImage {
    try decodeJPEG(bytes, limits)
  }

  /// The picture in `bytes`.
  public static func decode(
    _ bytes: [UInt8], limits: DecodeLimits = DecodeLimits()
  ) throws(CodecError) -> DecodedImage {
    try bytes.withUnsafeBufferPointer { (bytes) throws(CodecError) in
      try decodeJPEG(UnsafeRawBufferPointer(bytes), limits)
    }
  }

  /// A baseline JPEG file. The same input gives the same bytes with the same
  /// libjpeg-turbo.
  ///
  /// - Parameters:
  ///   - image: alpha straight or opaque; it is put over `background`.
  ///   - quality: 1...100, libjpeg's scale; others are clamped. From 95 on
  ///     colour is stored in every pixel, below in one of four.
  public static func encode(
    _ image: Image, metadata: ImageMetadata = ImageMetadata(),
    quality: Int = StillEncoding.usualQuality, background: Color = .white
  ) throws(CodecError) -> EncodedImage {
    try encodeJPEG(image, metadata, quality: quality, background: background)
  }

  /// Width, height, number of components and whether the picture comes in scans
  /// that refine it, as the frame header states them (ITU-T T.81, B.2.2), found by skipping the segments before it; nil where
  /// `head`, the beginning of a file, doesn't reach it.
  public static func frame(
    inHead head: UnsafeRawBufferPointer
  ) -> (width: Int, height: Int, components: Int, isProgressive: Bool)? {
    guard head.starts(with: [0xff, 0xd8]) else { return nil }
    var offset = 2
    while offset + 10 <= head.count, head[offset] == 0xff {
      let marker = head[offset + 1]
      if marker == 0xff {
        offset += 1
        continue
      }
      func number(_ place: Int) -> Int {
        Int(head[offset + place]) << 8 | Int(head[offset + place + 1])
      }
      switch marker {
      case 0xc0...0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf:
        return (number(7), number(5), Int(head[offset + 9]), marker & 3 == 2)
      case 0xda: return nil
      default: offset += 2 + number(2)
      }
    }
    return nil
  }
}
