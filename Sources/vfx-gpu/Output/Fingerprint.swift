import GPUEffectsCodecs
import Glibc

/// A number that tells data apart: the chance that two differ in content but not
/// in it is 2^-64. Not meant against forgers.
struct Digest: Hashable, Sendable, CustomStringConvertible {
  private(set) var value: UInt64 = 0x9e37_79b9_7f4a_7c15

  init() {}

  init(_ text: String) { add(Array(text.utf8)) }

  init(_ bytes: [UInt8]) { add(bytes) }

  /// Lengths count too, so that "ab", "c" is not "a", "bc".
  mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var value = self.value ^ UInt64(bytes.count)
      let whole = bytes.count / 8
      for i in 0..<whole {
        value = Self.mixed(value, bytes.loadUnaligned(fromByteOffset: 8 * i, as: UInt64.self))
      }
      var rest: UInt64 = 0
      for byte in bytes[(8 * whole)...] { rest = rest << 8 | UInt64(byte) }
      self.value = Self.mixed(value, rest)
    }
  }

  mutating func add(_ other: Digest) { value = Self.mixed(value, other.value) }

  /// Both halves of a product by an odd number depend on all bits.
  private static func mixed(_ value: UInt64, _ word: UInt64) -> UInt64 {
    let product = (value ^ word).multipliedFullWidth(by: 0xd6e8_feb8_6659_fd93)
    return (product.high ^ product.low) &+ (value << 23 | value >> 41)
  }

  var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

/// What an output was made of and how. It is kept in the output, so that a later
/// run knows whether there is something to do.
struct Fingerprint: Hashable, Sendable {
  private static let keyword = "vfx-gpu fingerprint"

  let text: String

  /// - Parameters:
  ///   - settings: everything that the result depends on besides the input.
  ///   - input: the input's content.
  init(settings: Digest, input: Digest) {
    var both = settings
    both.add(input)
    text = "\(version) \(both)"
  }

  /// Puts it into an output, in the place of the one that its input may have.
  func mark(_ metadata: inout ImageMetadata) {
    metadata.texts.removeAll { $0.keyword == Self.keyword }
    metadata.texts.append(ImageText(keyword: Self.keyword, text: text))
  }

  /// Whether the file at a path has this fingerprint.
  func marks(_ path: Path) -> Bool {
    guard let file = try? FileDescriptor(open: path, O_RDONLY | O_NONBLOCK) else { return false }
    return Self.find { offset, count in
      var bytes = [UInt8](repeating: 0, count: count)
      return pread(file.number, &bytes, count, offset) == count ? bytes : nil
    } == text
  }

  /// A number of bytes of a file at an offset; nil where there are fewer.
  typealias Reader = (_ offset: Int, _ count: Int) -> [UInt8]?

  /// The fingerprint in a file of any format that is written.
  static func find(in read: Reader) -> String? {
    guard let head = read(0, 12) else { return nil }
    return switch head.withUnsafeBytes({ StillFormat.detect($0) }) {
    case .png: text(inPNG: read)
    case .jpeg: text(inJPEG: read)
    case .webp: text(inWebP: read)
    case nil: nil
    }
  }

  /// Among a JPEG's comments in front of the picture.
  private static func text(inJPEG read: Reader) -> String? {
    let start = Array("\(keyword): ".utf8)
    var offset = 2
    while let head = read(offset, 4), head[0] == 0xff, head[1] != 0xda {
      let length = Int(head[2]) << 8 | Int(head[3])
      if head[1] == 0xfe, length < 256, length > 2 + start.count,
        let comment = read(offset + 4, length - 2), comment.starts(with: start)
      {
        return String(decoding: comment[start.count...], as: UTF8.self)
      }
      offset += 2 + length
    }
    return nil
  }

  /// In a WebP's chunk of texts, after the picture.
  private static func text(inWebP read: Reader) -> String? {
    var offset = 12
    while let head = read(offset, 8) {
      let length = head[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
      if String(decoding: head[..<4], as: UTF8.self) == WebP.textChunk, length < 1 << 20,
        let chunk = read(offset + 8, length)
      {
        return WebP.texts(inChunk: chunk).first { $0.keyword == keyword }?.text
      }
      // Chunks are padded to even lengths.
      offset += 8 + length + length % 2
    }
    return nil
  }

  /// Among a PNG's chunks in front of the pixels.
  private static func text(inPNG read: Reader) -> String? {
    let start = Array(keyword.utf8) + [0]
    var offset = 8
    while let head = read(offset, 8) {
      let length = head[..<4].reduce(0) { $0 << 8 | Int($1) }
      switch String(decoding: head[4...], as: UTF8.self) {
      case "IDAT", "IEND": return nil
      case "tEXt" where length > start.count && length < 256:
        if let chunk = read(offset + 8, length), chunk.starts(with: start) {
          return String(decoding: chunk[start.count...], as: UTF8.self)
        }
      default: break
      }
      offset += 12 + length
    }
    return nil
  }
}
