import CImageCodecs
import GPUEffectsModel

func decodePNG(
  _ bytes: UnsafeRawBufferPointer, _ limits: DecodeLimits
) throws(CodecError) -> DecodedImage {
  try checkSignature(bytes)
  if let decoded = decodePNGQuickly(bytes, limits) { return decoded }
  // What is odd about a file is told by libpng alone, from the start.
  return try decodePNGCarefully(bytes, limits)
}

/// The picture, if the file is of the usual kind and nothing about it is odd.
package func decodePNGQuickly(
  _ bytes: UnsafeRawBufferPointer, _ limits: DecodeLimits
) -> DecodedImage? {
  guard let reader = PNGReader(quick: bytes, limits) else { return nil }
  do throws(CodecError) { return try decodePNG(reader, bytes.count, limits) } catch { return nil }
}

/// The picture in any PNG file, by libpng.
package func decodePNGCarefully(
  _ bytes: UnsafeRawBufferPointer, _ limits: DecodeLimits
) throws(CodecError) -> DecodedImage {
  try decodePNG(try PNGReader(bytes, limits), bytes.count, limits)
}

private func decodePNG(
  _ reader: borrowing PNGReader, _ byteCount: Int, _ limits: DecodeLimits
) throws(CodecError) -> DecodedImage {
  let header = try reader.readHeader()
  let width = Int(header.width)
  let height = Int(header.height)
  let format = try pixelFormat(header)
  try limits.check(.png, width: width, height: height, bytesPerPixel: format.bytesPerPixel)
  try checkFileSize(byteCount, header)

  guard cimage_can_allocate(width * height * format.bytesPerPixel) else { throw .outOfMemory(.png) }
  let image = try Image(width: width, height: height, format: format) {
    (pixels) throws(CodecError) in
    try reader.readPixels(into: pixels, bytesPerRow: width * format.bytesPerPixel)
  }
  var warnings = reader.warnings
  let metadata = reader.metadata(&warnings)
  return DecodedImage(image: image, metadata: metadata, warnings: warnings)
}

private func checkSignature(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
  if PNG.recognizes(bytes) { return }
  if !bytes.isEmpty && PNG.signature.starts(with: bytes) {
    throw .truncated(.png, count: bytes.count)
  }
  // The signature holds both kinds of line ends just to make this visible.
  if bytes.starts(with: PNG.signature.prefix(4)) {
    throw .damaged(
      .png, offset: 8, detail: "line ends were converted, as a transfer in text mode does")
  }
  throw .wrongFormat(expected: .png, found: Content.detect(bytes))
}

private func pixelFormat(_ header: cimage_png_header) throws(CodecError) -> PixelFormat {
  guard let channels = PixelFormat.Channels(rawValue: Int(header.channels)),
    let depth = PixelFormat.Depth(rawValue: Int(header.bytes_per_sample))
  else { throw .damaged(.png, offset: 0, detail: "unknown pixel format") }
  return PixelFormat(channels, depth, channels.hasAlpha ? .straight : .opaque)
}

/// A header that claims more than the file can hold is refused before memory
/// is taken for it: deflate packs at most 1032 bytes into one.
private func checkFileSize(_ count: Int, _ header: cimage_png_header) throws(CodecError) {
  let bits = Double(header.width) * Double(header.height) * Double(header.file_bits_per_pixel)
  if bits / 8 > Double(count) * 1032 { throw .truncated(.png, count: count) }
}

/// Owns a reader of the C shim.
private struct PNGReader: ~Copyable {
  private let reader: OpaquePointer
  private let bytes: UnsafeRawBufferPointer
  private let limits: DecodeLimits

  init(_ bytes: UnsafeRawBufferPointer, _ limits: DecodeLimits) throws(CodecError) {
    guard let reader = cimage_png_reader_open(bytes.baseAddress, bytes.count, limits.ofMetadata)
    else { throw .outOfMemory(.png) }
    self.init(reader, bytes, limits)
  }

  /// A reader for the usual kinds of files, which reads them whole and without
  /// a warning or fails for no reason that it could name; nil for others.
  init?(quick bytes: UnsafeRawBufferPointer, _ limits: DecodeLimits) {
    guard
      let reader = cimage_png_reader_open_quick(bytes.baseAddress, bytes.count, limits.ofMetadata)
    else { return nil }
    self.init(reader, bytes, limits)
  }

  private init(
    _ reader: OpaquePointer, _ bytes: UnsafeRawBufferPointer, _ limits: DecodeLimits
  ) {
    self.reader = reader
    self.bytes = bytes
    self.limits = limits
  }

  deinit { cimage_png_reader_close(reader) }

  func readHeader() throws(CodecError) -> cimage_png_header {
    var header = cimage_png_header()
    guard cimage_png_read_header(reader, &header) else { throw failure }
    return header
  }

  func readPixels(
    into pixels: UnsafeMutableRawBufferPointer, bytesPerRow: Int
  ) throws(CodecError) {
    guard let base = pixels.baseAddress,
      cimage_png_read_pixels(reader, base, bytesPerRow)
    else { throw failure }
  }

  private var failure: CodecError {
    let failure = cimage_png_reader_failure(reader).pointee
    switch failure.kind {
    case CIMAGE_PNG_TRUNCATED: return .truncated(.png, count: bytes.count)
    case CIMAGE_PNG_MEMORY: return .outOfMemory(.png)
    case CIMAGE_PNG_LIMIT:
      return .tooMuchMetadata(.png, limit: limits.maximumMetadataBytes)
    default:
      if let size = sizeWithoutPixels { return size }
      return .damaged(.png, offset: failure.offset, detail: failureMessage(failure))
    }
  }

  /// libpng does not say which part of the header it dislikes.
  private var sizeWithoutPixels: CodecError? {
    guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
    func number(_ offset: Int) -> Int {
      Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
    let (width, height) = (number(16), number(20))
    return width == 0 || height == 0 ? .noPixels(.png, width: width, height: height) : nil
  }

  /// libpng's words of what it left out or tolerated, after the pixels.
  var warnings: [String] {
    let count = cimage_png_warning_count(reader)
    let keptProfile = cimage_png_reader_profile(reader).bytes != nil
    var kept: [String] = []
    while let warning = cimage_png_warning(reader, kept.count) {
      kept.append(warningText(String(cString: warning), keptProfile: keptProfile))
    }
    return count > kept.count ? kept + ["and \(count - kept.count) more"] : kept
  }

  /// The metadata after the pixels; what can't be used is added to `warnings`.
  func metadata(_ warnings: inout [String]) -> ImageMetadata {
    var metadata = ImageMetadata()
    let profile = cimage_png_reader_profile(reader)
    if let bytes = profile.bytes {
      metadata.profile = ICCProfile(
        name: profile.name.map(latin1) ?? "",
        bytes: Array(UnsafeBufferPointer(start: bytes, count: profile.count)))
    }
    for index in 0..<cimage_png_chunk_count(reader) {
      let found = cimage_png_reader_chunk(reader, index)
      if found.damaged { continue }  // libpng has warned of it
      let chunk = PNGChunk(
        name: withUnsafeBytes(of: found.name) { String(decoding: $0.prefix(4), as: UTF8.self) },
        bytes: Array(UnsafeBufferPointer(start: found.bytes, count: found.count)))
      chunk.read(into: &metadata, afterPixels: found.after_pixels, &warnings)
    }
    for index in 0..<cimage_png_text_count(reader) {
      if let text = ImageText(png: cimage_png_reader_text(reader, index)) {
        metadata.texts.append(text)
      } else {
        warnings.append("a text without a proper keyword is left out")
      }
    }
    return metadata
  }
}

extension DecodeLimits {
  fileprivate var ofMetadata: cimage_png_limits {
    cimage_png_limits(
      metadata_bytes: max(0, maximumMetadataBytes),
      metadata_items: UInt32(clamping: maximumMetadataItems))
  }
}

/// libpng's "NAME: what" about a chunk, in words.
private func warningText(_ warning: String, keptProfile: Bool) -> String {
  let parts = warning.split(separator: ":", maxSplits: 1)
  guard parts.count == 2, parts[0].utf8.count == 4 else { return warning }
  return switch parts[0] {
  case "IDAT": "the pixels are complete, but their data has an error:\(parts[1])"
  case "iCCP" where keptProfile: "the colour profile has an error:\(parts[1])"
  case "iCCP": "the colour profile is left out:\(parts[1])"
  default: "the \(parts[0]) chunk is left out:\(parts[1])"
  }
}

/// The text that a C structure holds as a fixed array.
func failureMessage(_ failure: cimage_png_failure) -> String {
  withUnsafeBytes(of: failure.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
