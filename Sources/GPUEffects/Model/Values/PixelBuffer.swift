import Synchronization

/// Memory for the samples of one image, aligned to 64 bytes and readable (not
/// meaningful) for 64 bytes past its end, so that vector loops need no tail.
///
/// Whoever allocates a buffer writes it; once it is inside an ``Image`` it is
/// never written again, which is what makes it safe to share.
public final class PixelBuffer: @unchecked Sendable {
  public let byteCount: Int
  private let base: UnsafeMutableRawPointer

  /// Memory of unspecified content. Released buffers are kept for reuse (up to
  /// a bound), because the page faults of fresh memory cost more than a blur.
  public init(byteCount: Int) {
    self.byteCount = byteCount
    base = PixelMemory.shared.take(byteCount)
  }

  deinit { PixelMemory.shared.give(base, byteCount) }

  public func withUnsafeBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try body(UnsafeRawBufferPointer(start: base, count: byteCount))
  }

  /// For the one owner that fills the buffer before it is put into an image.
  public func withUnsafeMutableBytes<R, E: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try body(UnsafeMutableRawBufferPointer(start: base, count: byteCount))
  }
}

/// The released buffers that wait for reuse.
private final class PixelMemory: Sendable {
  static let shared = PixelMemory()

  /// Idle memory kept at most, in bytes: four 4K RGBA images.
  private static let idleLimit = 160 << 20
  private static let slack = 64

  private struct Idle {
    var blocks: [(base: UInt, byteCount: Int)] = []
    var total = 0
  }
  private let idle = Mutex(Idle())

  func take(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let reused = idle.withLock { idle -> UInt? in
      guard let i = idle.blocks.lastIndex(where: { $0.byteCount == byteCount }) else { return nil }
      idle.total -= byteCount
      return idle.blocks.remove(at: i).base
    }
    if let reused, let pointer = UnsafeMutableRawPointer(bitPattern: reused) { return pointer }
    return .allocate(byteCount: byteCount + Self.slack, alignment: 64)
  }

  func give(_ base: UnsafeMutableRawPointer, _ byteCount: Int) {
    var dropped: [UInt] = []
    idle.withLock { idle in
      idle.blocks.append((UInt(bitPattern: base), byteCount))
      idle.total += byteCount
      while idle.total > Self.idleLimit, let oldest = idle.blocks.first {
        idle.blocks.removeFirst()
        idle.total -= oldest.byteCount
        dropped.append(oldest.base)
      }
    }
    for base in dropped { UnsafeMutableRawPointer(bitPattern: base)?.deallocate() }
  }
}
