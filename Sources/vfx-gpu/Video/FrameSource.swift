import GPUEffects
import GPUEffectsCodecs
import Glibc
import Synchronization

/// Where the frames of a moving picture come from, one after the other.
protocol FrameSource: Sendable {
  var facts: MovieFacts { get }
  /// The next frame; nil at the end, also where something ended it too early.
  func next(_ number: Int) -> MovieFrame?
  /// What ended it too early, and at which frame; asked after the end.
  var failure: (frame: Int, error: ImageFailure)? { get }
}

/// What is known of a moving picture before its first frame.
struct MovieFacts: Sendable {
  var shape: MovieShape
  /// nil where nobody said.
  var rate: FrameRate?
  /// Of a stream that has one: what it says is kept.
  var header: Y4MHeader?
  /// Sentences for people.
  var remarks: [String] = []

  /// How frames in planes are encoded.
  var encoding: YUVEncoding {
    if case .planes(_, let encoding) = shape { return encoding }
    return YUVEncoding(.usual(forHeight: shape.height))
  }
}

/// Uncompressed frames from a descriptor: YUV4MPEG2, or raw ones.
final class StreamSource: FrameSource {
  let facts: MovieFacts
  private struct State {
    var failure: (frame: Int, error: ImageFailure)?
  }
  private let state = Mutex(State())
  // Frames are read by one thread at a time, in order.
  nonisolated(unsafe) private let reader: StreamReader

  /// Reads a YUV4MPEG2 header.
  init(y4m reader: StreamReader, _ options: MovieOptions) throws(ImageFailure) {
    self.reader = reader
    let line: (bytes: [UInt8], isWhole: Bool)?
    do throws(SystemError) {
      line = try reader.line(limit: Y4M.longestLine)
    } catch {
      throw ImageFailure("can't be read: \(error)")
    }
    guard let line, line.isWhole else {
      throw ImageFailure("the stream ends within its YUV4MPEG2 header")
    }
    let header: Y4MHeader
    do throws(Y4MError) {
      header = try Y4MHeader(String(decoding: line.bytes, as: UTF8.self))
    } catch {
      throw ImageFailure(error.description)
    }
    let encoding = YUVEncoding(
      options.matrix ?? .usual(forHeight: header.layout.height),
      isFullRange: header.isFullRange ?? false)
    facts = MovieFacts(
      shape: .planes(header.layout, encoding),
      rate: header.rate.flatMap { FrameRate($0.numerator, $0.denominator) }, header: header)
  }

  /// Frames without any header.
  init(raw reader: StreamReader, width: Int, height: Int, rate: FrameRate?) {
    self.reader = reader
    facts = MovieFacts(shape: .rgba(width: width, height: height, .unorm8), rate: rate)
  }

  var failure: (frame: Int, error: ImageFailure)? { state.withLock { $0.failure } }

  func next(_ number: Int) -> MovieFrame? {
    do throws(ImageFailure) {
      return try read(number)
    } catch {
      state.withLock { $0.failure = (number, error) }
      return nil
    }
  }

  private func read(_ number: Int) throws(ImageFailure) -> MovieFrame? {
    do throws(SystemError) {
      switch facts.shape {
      case .planes(let layout, _):
        guard let line = try reader.line(limit: Y4M.longestLine) else { return nil }
        let mark = Array(Y4M.frameMark.utf8)
        guard line.isWhole, line.bytes.starts(with: mark) else {
          throw SystemError(line.isWhole ? EILSEQ : ENODATA)
        }
        let planes = layout.planes.map {
          PixelBuffer(byteCount: $0.width * $0.height * layout.bytesPerSample)
        }
        for plane in planes where try reader.fill(plane) < plane.byteCount {
          throw SystemError(ENODATA)
        }
        return MovieFrame(
          YUVFrame(layout, planes: planes), mark: Array(line.bytes.dropFirst(mark.count)))
      case .rgba(let width, let height, let depth):
        let pixels = PixelBuffer(byteCount: facts.shape.byteCount)
        let count = try reader.fill(pixels)
        if count == 0 { return nil }
        if count < pixels.byteCount { throw SystemError(ENODATA) }
        return MovieFrame(
          Image(
            width: width, height: height, format: PixelFormat(.rgba, depth, .straight),
            pixels: pixels))
      }
    } catch {
      switch error.code {
      case ENODATA:
        throw ImageFailure("the stream ends within this frame; those before it are kept")
      case EILSEQ:
        throw ImageFailure("the stream is damaged: there is no FRAME where this frame begins")
      default: throw ImageFailure("can't be read: \(error)")
      }
    }
  }
}
