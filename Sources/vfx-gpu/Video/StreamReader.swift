import GPUEffects
import Glibc

/// Reads lines and blocks from a descriptor, one after the other.
final class StreamReader {
  private let descriptor: Int32
  /// Bytes that were read already.
  private var ahead: [UInt8]
  private var start = 0

  /// - Parameter head: bytes that somebody took from the descriptor before.
  init(_ descriptor: Int32, head: [UInt8] = []) {
    self.descriptor = descriptor
    ahead = head
  }

  /// The next line without its end; nil at the end of the stream. A line that is
  /// cut off or longer than `limit` is returned as far as it was read.
  func line(limit: Int) throws(SystemError) -> (bytes: [UInt8], isWhole: Bool)? {
    var searched = start
    while true {
      if let end = ahead[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return (Array(ahead[start..<end]), true)
      }
      searched = ahead.count
      if ahead.count - start > limit { return (Array(ahead[start...].prefix(limit)), false) }
      ahead.removeFirst(start)
      searched -= start
      start = 0
      var chunk = [UInt8](repeating: 0, count: 512)
      let count = try retrying { read(descriptor, &chunk, chunk.count) }
      if count == 0 {
        defer { ahead = [] }
        return ahead.isEmpty ? nil : (ahead, false)
      }
      ahead += chunk[..<count]
    }
  }

  /// Fills a buffer; returns how much of it could be.
  func fill(_ buffer: PixelBuffer) throws(SystemError) -> Int {
    var failure: SystemError?
    let count = buffer.withUnsafeMutableBytes { bytes -> Int in
      do throws(SystemError) {
        return try fill(bytes)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return count
  }

  private func fill(_ bytes: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var done = min(ahead.count - start, bytes.count)
    ahead.withUnsafeBytes {
      bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<(start + done)]))
    }
    start += done
    while done < bytes.count {
      let count = try retrying { read(descriptor, base + done, bytes.count - done) }
      if count == 0 { break }
      done += count
    }
    return done
  }
}

/// The first bytes of standard input, for who must know what it is before it is
/// read. Whoever reads it then begins with them.
enum StandardInput {
  private static let taken = Monitor<[UInt8]>([])

  /// At least `count` bytes, if there are so many.
  static func head(_ count: Int) -> [UInt8] {
    taken.quietly { head in
      while head.count < count {
        var more = [UInt8](repeating: 0, count: count - head.count)
        let count = (try? retrying { read(STDIN_FILENO, &more, more.count) }) ?? 0
        if count == 0 { break }
        head += more[..<count]
      }
      return head
    }
  }

  /// What `head` took; for the one that reads on.
  static func takeHead() -> [UInt8] {
    taken.quietly { head in
      defer { head = [] }
      return head
    }
  }
}
