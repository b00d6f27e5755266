/// A kind of image file, told by its content, never by its name. Knowing one
/// does not mean being able to decode it.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
  case png = "PNG"
  case jpeg = "JPEG"
  case gif = "GIF"
  case webp = "WebP"
  case bmp = "BMP"
  case tiff = "TIFF"
  case avif = "AVIF"
  case heic = "HEIC"
  case jpegXL = "JPEG XL"
  case svg = "SVG"
  case y4m = "YUV4MPEG2"

  /// The format whose signature `bytes` begin with; the first 512 bytes are
  /// enough. Nil when no signature fits.
  public static func detect(_ bytes: UnsafeRawBufferPointer) -> ImageFormat? {
    let head = bytes.prefix(512)
    func starts(_ signature: [UInt8], at offset: Int = 0) -> Bool {
      head.dropFirst(offset).starts(with: signature)
    }
    func starts(_ signature: StaticString, at offset: Int = 0) -> Bool {
      signature.withUTF8Buffer { head.dropFirst(offset).starts(with: $0) }
    }
    if starts(PNG.signature) { return .png }
    if starts([0xff, 0xd8, 0xff]) { return .jpeg }
    if starts("GIF87a") || starts("GIF89a") { return .gif }
    if starts("RIFF") && starts("WEBP", at: 8) { return .webp }
    if starts([0x49, 0x49, 0x2a, 0]) || starts([0x4d, 0x4d, 0, 0x2a]) { return .tiff }
    if starts("ftypavif", at: 4) || starts("ftypavis", at: 4) { return .avif }
    let heic: [StaticString] = ["ftypheic", "ftypheix", "ftypmif1", "ftypmsf1", "ftyphevc"]
    if heic.contains(where: { starts($0, at: 4) }) { return .heic }
    if starts([0xff, 0x0a]) { return .jpegXL }
    if starts([0, 0, 0, 0x0c]) && starts("JXL \r\n", at: 4) { return .jpegXL }
    if starts("YUV4MPEG2 ") { return .y4m }
    // Two letters are little evidence; the four reserved bytes are zero.
    if starts("BM") && starts([0, 0, 0, 0], at: 6) { return .bmp }
    if Content.isText(bytes), String(decoding: head, as: UTF8.self).contains("<svg") { return .svg }
    return nil
  }
}

/// What some bytes are, as far as an error message wants to know.
public enum Content: Hashable, Sendable, CustomStringConvertible {
  case nothing
  case image(ImageFormat)
  case text
  case unknown

  public static func detect(_ bytes: UnsafeRawBufferPointer) -> Content {
    if bytes.isEmpty { return .nothing }
    if let format = ImageFormat.detect(bytes) { return .image(format) }
    return isText(bytes) ? .text : .unknown
  }

  /// Whether the first 512 bytes are characters and line ends of ASCII or
  /// UTF-8, and no control codes.
  static func isText(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let head = bytes.prefix(512)
    let controls = head.contains { $0 < 0x20 && !(0x09...0x0d).contains($0) || $0 == 0x7f }
    if head.isEmpty || controls { return false }
    // A character may be cut by the end of the head: three bytes at most.
    return (0...3).contains { cut in
      cut < head.count && String(validating: head.dropLast(cut), as: UTF8.self) != nil
    }
  }

  public var description: String {
    switch self {
    case .nothing: "empty"
    case .image(let format): "an image in \(format.rawValue) format"
    case .text: "text"
    case .unknown: "of an unknown kind"
    }
  }
}
