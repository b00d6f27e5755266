import GPUEffects
import GPUEffectsCodecs
import Glibc

/// Why one image could not be rendered; the text follows its name and a colon.
struct ImageFailure: Error, Sendable {
  let message: String
  /// Set when the rest of the batch would fail as well.
  var endsBatch: ExitStatus?

  init(_ message: String, endsBatch: ExitStatus? = nil) {
    self.message = message
    self.endsBatch = endsBatch
  }
}

/// Files larger than this are no images that `DecodeLimits` would accept.
let largestFile = 2 << 30

/// Reads and decodes an image.
func readImage(_ source: InputImage.Source) throws(ImageFailure) -> DecodedImage {
  try decodeImage(try readImageFile(source))
}

/// The bytes of an image's file.
func readImageFile(_ source: InputImage.Source) throws(ImageFailure) -> [UInt8] {
  do throws(SystemError) {
    switch source {
    case .standardInput:
      guard
        let read = try readAll(
          STDIN_FILENO, after: StandardInput.takeHead(), limit: largestFile, goesOn: mayBeImage)
      else {
        throw SystemError(EFBIG)
      }
      return read
    case .file(let path):
      return try readFile(path, goesOn: mayBeImage)
    }
  } catch {
    throw ImageFailure(error.code == EFBIG ? "the file is larger than 2 GiB" : "\(error)")
  }
}

/// The image in a file's bytes.
func decodeImage(_ bytes: [UInt8]) throws(ImageFailure) -> DecodedImage {
  do throws(CodecError) {
    return try StillFormat.decode(bytes)
  } catch {
    switch error {
    case .wrongFormat(_, .image(let format)):
      throw ImageFailure("vfx-gpu reads PNG, JPEG and WebP, not \(format.rawValue)")
    case .wrongFormat(_, let content) where content != .nothing:
      throw ImageFailure("this is no PNG, JPEG or WebP image: the content is \(content)")
    default: break
    }
    throw ImageFailure(error.description)
  }
}

/// Whether to read on: what is no image is not worth reading, and may never end.
/// A pipe may give its first bytes one by one.
private func mayBeImage(_ head: [UInt8]) -> Bool { head.count < 64 || isSupportedImage(head) }

/// The bytes of a file; only the first ones where `goesOn` says so.
func readFile(
  _ path: Path, limit: Int = largestFile, goesOn: ([UInt8]) -> Bool = { _ in true }
) throws(SystemError) -> [UInt8] {
  let file = try FileDescriptor(open: path, O_RDONLY)
  let status = try FileStatus(ofDescriptor: file.number)
  if status.kind == .folder { throw SystemError(EISDIR) }
  if status.byteCount > limit { throw SystemError(EFBIG) }
  guard
    let bytes = try readAll(
      file.number, expecting: status.byteCount, limit: limit, goesOn: goesOn)
  else { throw SystemError(EFBIG) }
  return bytes
}

/// Whether a file's first bytes are those of a format that can be decoded.
func isSupportedImage(_ head: [UInt8]) -> Bool {
  head.withUnsafeBytes { StillFormat.detect($0) != nil }
}

/// What a file's header states of its image, without decoding it; nil when it
/// can't be told.
func imageHeader(of path: Path) -> ImageHeader? {
  // What a pipe has given it doesn't give again.
  guard let status = try? FileStatus(of: path), status.kind == .file,
    let file = try? FileDescriptor(open: path, O_RDONLY | O_NONBLOCK)
  else { return nil }
  var head = [UInt8](repeating: 0, count: 64)
  guard read(file.number, &head, head.count) > 0 else { return nil }
  if let header = ImageHeader(head) { return header }
  guard isSupportedImage(head) else { return nil }
  // A JPEG's frame comes after its profile and its thumbnail.
  head = [UInt8](repeating: 0, count: 512 << 10)
  let count = pread(file.number, &head, head.count, 0)
  return count > 0 ? ImageHeader(Array(head[..<count])) : nil
}

/// What is known of an image before it is decoded.
struct ImageHeader: Hashable, Sendable {
  var width: Int
  var height: Int
  /// When decoded, at most.
  var bytesPerPixel: Int
  /// While it is decoded, on top of the result.
  var decodingBytesPerPixel = 0
  /// Whether it has no alpha for sure.
  var isOpaque: Bool

  init(width: Int, height: Int, bytesPerPixel: Int, isOpaque: Bool) {
    self.width = width
    self.height = height
    self.bytesPerPixel = bytesPerPixel
    self.isOpaque = isOpaque
  }

  /// What the first bytes of a file say; nil when they say nothing.
  init?(_ head: [UInt8]) {
    let found = head.withUnsafeBytes { head -> ImageHeader? in
      switch StillFormat.detect(head) {
      case .png where head.count >= 26:
        // The header is always the first chunk: width and height follow its name,
        // then the bits of a sample and the kind of colour.
        return ImageHeader(
          width: bigEndian(head[16..<20]), height: bigEndian(head[20..<24]),
          bytesPerPixel: 4 * (head[24] == 16 ? 2 : 1), isOpaque: head[25] == 0 || head[25] == 2)
      case .jpeg:
        guard let frame = JPEG.frame(inHead: head) else { return nil }
        var header = ImageHeader(
          width: frame.width, height: frame.height, bytesPerPixel: 3, isOpaque: true)
        // Coefficients of two bytes, until all scans are read.
        if frame.isProgressive { header.decodingBytesPerPixel = 2 * frame.components }
        return header
      case .webp:
        guard let size = WebP.size(inHead: head) else { return nil }
        return ImageHeader(
          width: size.width, height: size.height, bytesPerPixel: 4, isOpaque: !size.hasAlpha)
      case .png, nil: return nil
      }
    }
    guard let found else { return nil }
    self = found
  }

  var pixelCount: Int {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : pixels
  }
}

private func bigEndian(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
  bytes.reduce(0) { $0 << 8 | Int($1) }
}
