import GPUEffects
import GPUEffectsCodecs
import Glibc

/// A moving picture among the inputs.
struct MovieInput {
  enum Kind {
    case y4m
    case raw
  }
  let kind: Kind
  let image: InputImage

  /// The one input that is a moving picture; nil where all are stills.
  init?(_ options: RenderOptions) throws(CommandError) {
    let operands = options.inputs
    if let size = options.movie.size {
      guard operands.count == 1, options.inputList == nil else {
        throw .usage("--size \(size.width)x\(size.height) is of one stream of raw frames")
      }
      kind = .raw
      image = Self.image(operands[0])
      return
    }
    guard let stream = operands.first(where: Self.isY4M) else { return nil }
    guard operands.count == 1, options.inputList == nil else {
      throw .usage("\(stream) is a moving picture: render it alone")
    }
    kind = .y4m
    image = Self.image(stream)
  }

  private static func image(_ operand: Path) -> InputImage {
    operand == "-"
      ? InputImage(source: .standardInput)
      : InputImage(source: .file(operand), identity: (try? FileStatus(of: operand))?.identity)
  }

  private static func isY4M(_ operand: Path) -> Bool {
    let signature = Array(Y4M.signature.utf8)
    if operand == "-" {
      return isatty(STDIN_FILENO) == 0 && StandardInput.head(signature.count) == signature
    }
    // What a pipe has given it doesn't give again, so a name must do.
    guard let status = try? FileStatus(of: operand) else { return false }
    if status.kind == .special { return operand.fileExtension == "y4m" }
    guard status.kind == .file, let file = try? FileDescriptor(open: operand, O_RDONLY) else {
      return false
    }
    var head = [UInt8](repeating: 0, count: signature.count)
    return read(file.number, &head, head.count) == head.count && head == signature
  }

  /// Begins to read.
  func open(_ options: MovieOptions) throws(ImageFailure) -> OpenMovie {
    let input: MovieStream
    do throws(SystemError) {
      switch image.source {
      case .standardInput: input = MovieStream(nil)
      case .file(let path): input = MovieStream(try FileDescriptor(open: path, O_RDONLY))
      }
    } catch {
      throw ImageFailure("\(error)")
    }
    let reader = StreamReader(
      input.number, head: image.source == .standardInput ? StandardInput.takeHead() : [])
    let source: any FrameSource
    switch (kind, options.size) {
    case (.raw, let size?):
      source = StreamSource(
        raw: reader, width: size.width, height: size.height, rate: options.rate)
    default: source = try StreamSource(y4m: reader, options)
    }
    return OpenMovie(source: source, stream: input)
  }
}

/// What a moving picture is read from; stays open as long as it is there.
final class MovieStream: Sendable {
  private let file: FileDescriptor?
  let number: Int32

  /// - Parameter file: nil for standard input.
  init(_ file: consuming FileDescriptor?) {
    number = file?.number ?? STDIN_FILENO
    self.file = file
  }
}

/// A moving picture that is being read, with what must stay open for it.
struct OpenMovie: Sendable {
  let source: any FrameSource
  let stream: MovieStream
}
