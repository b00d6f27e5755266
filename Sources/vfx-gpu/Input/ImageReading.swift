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
private let largestFile = 2 << 30

/// Reads and decodes an image.
func readImage(_ source: InputImage.Source) throws(ImageFailure) -> DecodedImage {
  let bytes: [UInt8]
  do throws(SystemError) {
    switch source {
    case .standardInput:
      guard let read = try readAll(STDIN_FILENO, limit: largestFile, goesOn: mayBeImage)
      else {
        throw SystemError(EFBIG)
      }
      bytes = read
    case .file(let path):
      bytes = try readFile(path, goesOn: mayBeImage)
    }
  } catch {
    throw ImageFailure(error.code == EFBIG ? "the file is larger than 2 GiB" : "\(error)")
  }
  do throws(CodecError) {
    return try PNG.decode(bytes)
  } catch {
    if case .wrongFormat(_, .image(let format)) = error {
      throw ImageFailure("this version of vfx-gpu reads PNG, not \(format.rawValue)")
    }
    throw ImageFailure(error.description)
  }
}

/// Whether to read on: what is no image is not worth reading, and may never end.
/// A pipe may give its first bytes one by one.
private func mayBeImage(_ head: [UInt8]) -> Bool { head.count < 64 || isSupportedImage(head) }

/// The bytes of a file; only the first ones where `goesOn` says so.
func readFile(
  _ path: Path, goesOn: ([UInt8]) -> Bool = { _ in true }
) throws(SystemError) -> [UInt8] {
  let file = try FileDescriptor(open: path, O_RDONLY)
  let status = try FileStatus(ofDescriptor: file.number)
  if status.kind == .folder { throw SystemError(EISDIR) }
  if status.byteCount > largestFile { throw SystemError(EFBIG) }
  guard
    let bytes = try readAll(
      file.number, expecting: status.byteCount, limit: largestFile, goesOn: goesOn)
  else { throw SystemError(EFBIG) }
  return bytes
}

/// Whether a file's first bytes are those of a format that can be decoded.
func isSupportedImage(_ head: [UInt8]) -> Bool {
  head.withUnsafeBytes { ImageFormat.detect($0) == .png }
}

/// The pixels that a file's header states, without decoding it; nil when it
/// can't be told.
func pixelCount(of path: Path) -> Int? {
  // What a pipe has given it doesn't give again.
  guard let status = try? FileStatus(of: path), status.kind == .file,
    let file = try? FileDescriptor(open: path, O_RDONLY | O_NONBLOCK)
  else { return nil }
  var head = [UInt8](repeating: 0, count: 24)
  guard read(file.number, &head, head.count) == head.count, isSupportedImage(head) else {
    return nil
  }
  // PNG's header is always the first chunk: width and height follow its name.
  let (width, height) = (bigEndian(head[16..<20]), bigEndian(head[20..<24]))
  let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
  return overflow ? nil : pixels
}

private func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
