/// How much a file may unpack to. A few kilobytes can claim, or hold, gigabytes;
/// a decoder checks these before it asks for the memory.
public struct DecodeLimits: Hashable, Sendable {
  /// Width times height.
  public var maximumPixels: Int
  /// The bytes of the decoded samples.
  public var maximumBytes: Int
  /// The unpacked bytes of a piece of metadata (profile, text, Exif); all of
  /// them together may take twice as much. What exceeds it is left out with a
  /// warning.
  public var maximumMetadataBytes: Int
  /// The number of texts and similar pieces; more are left out with a warning.
  public var maximumMetadataItems: Int

  /// By default 2^28 pixels (16384 x 16384), 2 GiB of samples (as many pixels
  /// with four 16-bit channels), 8 MiB of metadata in 256 pieces.
  public init(
    maximumPixels: Int = 1 << 28, maximumBytes: Int = 2 << 30,
    maximumMetadataBytes: Int = 8 << 20, maximumMetadataItems: Int = 256
  ) {
    self.maximumPixels = maximumPixels
    self.maximumBytes = maximumBytes
    self.maximumMetadataBytes = maximumMetadataBytes
    self.maximumMetadataItems = maximumMetadataItems
  }

  /// The bytes that such an image takes, when it is within the limits.
  ///
  /// - Parameter width: 1 to 2^31 - 1, as the height.
  func check(_ format: ImageFormat, width: Int, height: Int, bytesPerPixel: Int)
    throws(CodecError)
  {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    if overflow || pixels > maximumPixels {
      throw .tooManyPixels(format, width: width, height: height, limit: maximumPixels)
    }
    let (bytes, tooLong) = pixels.multipliedReportingOverflow(by: bytesPerPixel)
    if tooLong || bytes > maximumBytes {
      throw .tooManyBytes(format, width: width, height: height, limit: maximumBytes)
    }
  }
}
