import GPUEffectsCodecs
import Glibc

/// Finds the images that operands stand for.
struct InputGathering {
  /// Whether the first bytes of a file are those of a supported image.
  let isSupported: ([UInt8]) -> Bool
  /// How many bytes that takes.
  private static let headLength = 64

  private(set) var list = InputList()

  init(isSupported: @escaping ([UInt8]) -> Bool) {
    self.isSupported = isSupported
  }

  /// Adds what one operand stands for: a file, a folder, a pattern or `-`.
  mutating func add(_ operand: Path) throws(CommandError) {
    if operand == "-" {
      list.images.append(InputImage(source: .standardInput))
      return
    }
    do throws(SystemError) {
      let status = try FileStatus(of: operand)
      if status.kind == .folder {
        try addFolder(operand)
      } else {
        list.images.append(InputImage(source: .file(operand), identity: status.identity))
      }
    } catch {
      // Only a name that is no file can be a pattern.
      if error.code == ENOENT, let pattern = try FramePattern(operand) {
        addFrames(pattern, operand)
      } else {
        fail(operand, error.description)
      }
    }
  }

  private mutating func fail(_ name: Path, _ message: String) {
    list.failures.append(InputFailure(name: name, message: message, place: list.images.count))
  }

  private mutating func addFolder(_ folder: Path) throws(SystemError) {
    let names = try namesInFolder(folder).filter { !$0.isHidden }.sorted(by: comesNaturallyBefore)
    var found: [Path] = []
    for name in names {
      let path = folder.appending(name)
      // A name that promises an image is taken at its word: that it can't be
      // read is then an error, not a reason to leave it out in silence.
      let promises = StillFormat(name) != nil
      do throws(SystemError) {
        let status = try FileStatus(of: path)
        if status.kind == .folder { continue }
        if status.kind == .file, promises ? true : isSupported(try head(of: path)) {
          found.append(name)
          list.images.append(InputImage(source: .file(path), identity: status.identity))
        } else {
          list.skipped += 1
        }
      } catch {
        if promises {
          fail(path, error.description)
        } else {
          list.skipped += 1
        }
      }
    }
    if found.isEmpty { list.notes.append("\(folder): there are no images in this folder") }
    if let gaps = gapSentence(sequence(found)) { list.notes.append("\(folder): \(gaps)") }
  }

  private func head(of path: Path) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor(open: path, O_RDONLY | O_NONBLOCK)
    var head = [UInt8](repeating: 0, count: Self.headLength)
    let count = try retrying { read(file.number, &head, Self.headLength) }
    return Array(head[..<count])
  }

  private mutating func addFrames(_ pattern: FramePattern, _ operand: Path) {
    do throws(SystemError) {
      let frames = try namesInFolder(pattern.folder)
        .compactMap { pattern.number(in: $0) }.sorted()
      if frames.isEmpty {
        fail(operand, "no file matches this pattern")
      }
      for frame in frames {
        let path = pattern.path(frame)
        list.images.append(
          InputImage(
            source: .file(path), frame: frame, identity: (try? FileStatus(of: path))?.identity))
      }
      if let gaps = gapSentence(frames) { list.notes.append("\(operand): \(gaps)") }
    } catch {
      fail(operand, error.description)
    }
  }
}

/// The rising numbers of names that differ in nothing else; empty when the names
/// are no such sequence.
func sequence(_ names: [Path]) -> [Int] {
  guard names.count > 2 else { return [] }
  var frame: (before: ArraySlice<UInt8>, after: ArraySlice<UInt8>)?
  var numbers: [Int] = []
  for name in names {
    guard let range = frameNumberRange(in: name),
      let number = Int(String(decoding: name.bytes[range], as: UTF8.self))
    else { return [] }
    let around = (before: name.bytes[..<range.lowerBound], after: name.bytes[range.upperBound...])
    if let frame,
      !frame.before.elementsEqual(around.before)
        || !frame.after.elementsEqual(around.after)
    {
      return []
    }
    frame = around
    numbers.append(number)
  }
  return numbers
}

/// The paths in a list of inputs: one a line, or ended by NUL where the list has any.
func pathsInList(_ bytes: [UInt8]) -> [Path] {
  // Some editors write a byte order mark in front of text.
  let bytes = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes[3...] : bytes[...]
  let separator = bytes.contains(0) ? 0 : UInt8(ascii: "\n")
  return bytes.split(separator: separator).compactMap { line in
    let path = Path(separator != 0 && line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    return path.isEmpty ? nil : path
  }
}
