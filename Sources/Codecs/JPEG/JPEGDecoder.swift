import CImageCodecs
import GPUEffectsModel

func decodeJPEG(
  _ bytes: UnsafeRawBufferPointer, _ limits: DecodeLimits
) throws(CodecError) -> DecodedImage {
  guard ImageFormat.detect(bytes) == .jpeg else {
    throw .wrongFormat(expected: .jpeg, found: Content.detect(bytes))
  }
  let reader = try JPEGReader(bytes)
  let header = try reader.readHeader()
  let (width, height) = (Int(header.width), Int(header.height))
  let format = PixelFormat(header.color == CIMAGE_JPEG_GRAY ? .gray : .rgb, .unorm8, .opaque)
  try limits.check(.jpeg, width: width, height: height, bytesPerPixel: format.bytesPerPixel)
  guard cimage_can_allocate(width * height * format.bytesPerPixel) else {
    throw .outOfMemory(.jpeg)
  }
  let image = try Image(width: width, height: height, format: format) {
    (pixels) throws(CodecError) in
    try reader.readPixels(into: pixels, bytesPerRow: width * format.bytesPerPixel)
  }
  var decoded = DecodedImage(image: image, warnings: reader.warnings)
  decoded.metadata.density = density(header)
  reader.readSegments(into: &decoded, limits)
  let profile = reader.profile
  if header.color == CIMAGE_JPEG_CMYK {
    decoded.warnings.append("its inks are converted to RGB plainly, without a colour profile")
  } else if !profile.isEmpty {
    decoded.setProfile(profile, limits: limits)
  }
  decoded.applyOrientation()
  return decoded
}

/// JFIF counts dots per inch or centimetre.
private func density(_ header: cimage_jpeg_header) -> PixelDensity? {
  func perMetre(_ dots: UInt16) -> UInt32 {
    header.density_unit == 2
      ? UInt32(dots) * 100 : UInt32((Double(dots) / 0.0254).rounded())
  }
  guard header.x_density > 0, header.y_density > 0 else { return nil }
  switch header.density_unit {
  case 0 where header.x_density == header.y_density: return nil
  case 0:
    return PixelDensity(
      x: UInt32(header.x_density), y: UInt32(header.y_density), unit: .unknown)
  case 1, 2:
    return PixelDensity(
      x: perMetre(header.x_density), y: perMetre(header.y_density), unit: .metre)
  default: return nil
  }
}

/// Owns a reader of the C shim.
private struct JPEGReader: ~Copyable {
  private let reader: OpaquePointer
  private let byteCount: Int

  init(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
    guard let reader = cimage_jpeg_reader_open(bytes.baseAddress, bytes.count) else {
      throw .outOfMemory(.jpeg)
    }
    self.reader = reader
    byteCount = bytes.count
  }

  deinit { cimage_jpeg_reader_close(reader) }

  func readHeader() throws(CodecError) -> cimage_jpeg_header {
    var header = cimage_jpeg_header()
    guard cimage_jpeg_read_header(reader, &header) else { throw failure }
    guard header.width > 0, header.height > 0 else {
      throw .noPixels(.jpeg, width: Int(header.width), height: Int(header.height))
    }
    return header
  }

  func readPixels(
    into pixels: UnsafeMutableRawBufferPointer, bytesPerRow: Int
  ) throws(CodecError) {
    guard let base = pixels.baseAddress, cimage_jpeg_read_pixels(reader, base, bytesPerRow)
    else { throw failure }
  }

  private var failure: CodecError {
    switch cimage_jpeg_reader_failure(reader) {
    case CIMAGE_JPEG_TRUNCATED: .truncated(.jpeg, count: byteCount)
    case CIMAGE_JPEG_MEMORY: .outOfMemory(.jpeg)
    default:
      .damaged(
        .jpeg, offset: cimage_jpeg_reader_offset(reader),
        detail: String(cString: cimage_jpeg_reader_message(reader)))
    }
  }

  var warnings: [String] {
    cimage_jpeg_reader_warning(reader).map { ["outside the picture: " + String(cString: $0)] } ?? []
  }

  var profile: [UInt8] { array(cimage_jpeg_reader_profile(reader)) }

  /// Exif, XMP and comments.
  func readSegments(into decoded: inout DecodedImage, _ limits: DecodeLimits) {
    var (count, total) = (0, 0)
    for isComment in [false, true] {
      var index = 0
      while true {
        let segment = cimage_jpeg_reader_segment(reader, index, isComment)
        guard segment.bytes != nil else { break }
        index += 1
        count += 1
        total += segment.count
        guard count <= limits.maximumMetadataItems, total <= limits.maximumMetadataBytes else {
          decoded.warnings.append("more metadata than the limit is left out")
          return
        }
        decoded.metadata.read(array(segment), isComment: isComment)
      }
    }
  }

  private func array(_ bytes: cimage_jpeg_bytes) -> [UInt8] {
    bytes.bytes.map { Array(UnsafeBufferPointer(start: $0, count: bytes.count)) } ?? []
  }
}

extension ImageMetadata {
  fileprivate mutating func read(_ segment: [UInt8], isComment: Bool) {
    if isComment {
      let text = segment.prefix { $0 != 0 }
      if text.isEmpty { return }
      let utf8 = String(validating: text, as: UTF8.self)
      if let own = utf8.flatMap(ImageText.init(ownComment:)) {
        texts.append(own)
        return
      }
      texts.append(
        ImageText(
          keyword: JPEG.commentKeyword,
          text: utf8 ?? String(text.map { Character(Unicode.Scalar($0)) }),
          international: utf8.map { $0.utf8.contains { $0 >= 0x80 } } == true ? .init() : nil))
    } else if segment.starts(with: JPEG.exifStart) {
      if exif == nil { exif = Array(segment.dropFirst(JPEG.exifStart.count)) }
    } else if segment.starts(with: JPEG.xmpStart),
      let xmp = String(validating: segment.dropFirst(JPEG.xmpStart.count), as: UTF8.self),
      !xmp.utf8.contains(0), !texts.contains(where: { $0.keyword == JPEG.xmpKeyword })
    {
      texts.append(ImageText(keyword: JPEG.xmpKeyword, text: xmp, international: .init()))
    }
  }
}

extension ImageText {
  /// A text of ours that became a comment, "KEYWORD: TEXT".
  fileprivate init?(ownComment comment: String) {
    guard comment.hasPrefix(JPEG.ownKeyword), let colon = comment.firstIndex(of: ":"),
      comment[colon...].hasPrefix(": ")
    else { return nil }
    self.init(
      keyword: String(comment[..<colon]),
      text: String(comment[comment.index(colon, offsetBy: 2)...]))
  }
}
