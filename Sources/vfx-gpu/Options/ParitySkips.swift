import GPUEffectsParity

/// Rows that aren't run, each with its reason.
struct ParitySkips: Sendable {
  struct Skip: Hashable, Sendable {
    let pattern: String
    /// nil is every device.
    let device: String?
    let reason: String
  }

  let skips: [Skip]

  init(reading path: Path) throws(CommandError) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try readFile(path)
    } catch {
      throw .usage("can't read \(path): \(error)")
    }
    try self.init(String(decoding: bytes, as: UTF8.self), name: "\(path)")
  }

  /// Lines `ROW [DEVICE] REASON`; `#` begins a comment.
  init(_ text: String, name: String) throws(CommandError) {
    var skips: [Skip] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      var words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" })
      guard let pattern = words.first, !pattern.hasPrefix("#") else { continue }
      words.removeFirst()
      var device: String?
      if let word = words.first, word.hasPrefix("["), word.hasSuffix("]") {
        device = String(word.dropFirst().dropLast())
        words.removeFirst()
      }
      guard !words.isEmpty else {
        throw .usage("\(name), line \(number + 1): '\(pattern)' has no reason; write it after it")
      }
      skips.append(
        Skip(pattern: String(pattern), device: device, reason: words.joined(separator: " ")))
    }
    self.skips = skips
  }

  /// Why a row isn't run on a device; nil where it is.
  func reason(_ row: String, on device: String) -> String? {
    skips.first { $0.matches(row) && ($0.device ?? device) == device }?.reason
  }

  /// Those that mean none of the rows.
  func unused(among rows: [Row]) -> [Skip] {
    skips.filter { skip in !rows.contains { skip.matches($0.name) } }
  }
}

extension ParitySkips.Skip {
  func matches(_ row: String) -> Bool {
    pattern.contains("*") ? vfx_gpu.matches(row, pattern) : row == pattern
  }
}
