import GPUEffects
import GPUEffectsCodecs
import Glibc

/// Where the frames of a moving picture go, one after the other.
protocol FrameSink: Sendable {
  var shape: MovieShape { get }
  /// Takes frames in order.
  func write(_ frame: MovieFrame) throws(ImageFailure)
  /// After the last frame: the output appears.
  func finish() throws(ImageFailure)
  /// The output is given up.
  func drop()
}

/// Uncompressed frames into a descriptor: YUV4MPEG2, or raw ones.
final class StreamSink: FrameSink {
  let shape: MovieShape
  private let target: StreamTarget

  /// - Parameter header: what a YUV4MPEG2 stream begins with; nil for raw frames.
  init(
    _ target: StreamTarget, _ shape: MovieShape, _ header: Y4MHeader?
  ) throws(ImageFailure) {
    self.shape = shape
    self.target = target
    if let header { try target.write(Array((header.text + "\n").utf8)) }
  }

  func write(_ frame: MovieFrame) throws(ImageFailure) {
    switch frame.content {
    case .planes(let planes):
      try target.write(Array(Y4M.frameMark.utf8) + frame.mark + [UInt8(ascii: "\n")])
      for plane in planes.planes { try target.write(plane) }
    case .image(let image): try target.write(image.pixels)
    }
  }

  func finish() throws(ImageFailure) { try target.finish() }

  func drop() { target.drop() }
}

/// A file that appears when it is whole, or standard output.
final class StreamTarget: Sendable {
  private let name: String
  private let files: OutputFiles
  private let file: OutputFiles.Unfinished?
  private let descriptor: Int32

  init(
    _ destination: OutputRule.Destination, _ files: OutputFiles, overwrite: Bool
  ) throws(ImageFailure) {
    self.files = files
    switch destination {
    case .standardOutput:
      (name, file, descriptor) = ("standard output", nil, STDOUT_FILENO)
    case .file(let path):
      name = "\(path)"
      do throws(SystemError) {
        let file = try files.begin(path, overwrite: overwrite)
        (self.file, descriptor) = (file, file.number)
      } catch {
        throw ImageFailure("can't write \(path): \(error)", endsBatch: .failed)
      }
    }
  }

  func write(_ bytes: [UInt8]) throws(ImageFailure) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(ImageFailure) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  func write(_ buffer: PixelBuffer) throws(ImageFailure) {
    try buffer.withUnsafeBytes { (bytes) throws(ImageFailure) in try write(bytes) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(ImageFailure) {
    do throws(SystemError) {
      try writeAll(bytes, to: descriptor)
    } catch {
      throw ImageFailure("can't write to \(name): \(error)", endsBatch: .failed)
    }
  }

  func finish() throws(ImageFailure) {
    guard let file else { return }
    do throws(SystemError) {
      try files.finish(file)
    } catch {
      throw ImageFailure("can't write \(name): \(error)", endsBatch: .failed)
    }
  }

  func drop() {
    if let file { files.drop(file) }
  }
}
