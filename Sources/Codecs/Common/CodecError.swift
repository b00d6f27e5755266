/// Why an image could not be decoded or encoded. The description is one
/// sentence without the file's name, to stand after "NAME: ".
public enum CodecError: Error, Hashable, Sendable {
  /// The bytes are something else than the decoder's format.
  case wrongFormat(expected: ImageFormat, found: Content)
  /// The data ends before the image does; `count` is its length in bytes.
  case truncated(ImageFormat, count: Int)
  /// The data breaks the format's rules; `offset` is the number of bytes read
  /// until that was seen, `detail` the decoder's words.
  case damaged(ImageFormat, offset: Int, detail: String)
  /// The header gives a size without pixels.
  case noPixels(ImageFormat, width: Int, height: Int)
  /// Beyond ``DecodeLimits/maximumPixels``.
  case tooManyPixels(ImageFormat, width: Int, height: Int, limit: Int)
  /// Beyond ``DecodeLimits/maximumBytes``.
  case tooManyBytes(ImageFormat, width: Int, height: Int, limit: Int)
  /// The metadata is beyond ``DecodeLimits/maximumMetadataBytes`` and could not
  /// be left out.
  case tooMuchMetadata(ImageFormat, limit: Int)
  case outOfMemory(ImageFormat)
  /// Encoding: the format can't hold such pixels.
  case unsupportedPixels(ImageFormat, detail: String)
  /// Encoding: the format can't hold such metadata.
  case unsupportedMetadata(ImageFormat, detail: String)
}

extension CodecError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongFormat(_, .nothing):
      "the file is empty"
    case .wrongFormat(let expected, let found):
      "this is no \(expected.rawValue) image: the content is \(found)"
    case .truncated(let format, let count):
      "the \(format.rawValue) data is incomplete: it ends after \(count) bytes, within the image"
    case .damaged(let format, let offset, let detail):
      "the \(format.rawValue) data is damaged, found at byte \(offset): \(detail)"
    case .noPixels(let format, let width, let height):
      "the \(format.rawValue) header says \(width) x \(height): an image needs at least one pixel"
    case .tooManyPixels(let format, let width, let height, let limit):
      "the \(format.rawValue) header says \(width) x \(height), more than the limit of "
        + "\(limit) pixels"
    case .tooManyBytes(let format, let width, let height, let limit):
      "the \(format.rawValue) header says \(width) x \(height), which would take more than the "
        + "limit of \(limit) bytes"
    case .tooMuchMetadata(let format, let limit):
      "the \(format.rawValue) metadata takes more than the limit of \(limit) bytes"
    case .outOfMemory(let format):
      "there is not enough memory for this \(format.rawValue) image"
    case .unsupportedPixels(let format, let detail):
      "\(format.rawValue) can't hold these pixels: \(detail)"
    case .unsupportedMetadata(let format, let detail):
      "\(format.rawValue) can't hold this metadata: \(detail)"
    }
  }
}
