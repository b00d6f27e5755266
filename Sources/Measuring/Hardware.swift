import Glibc

/// The machine that figures hold for; no name of a host.
package struct Hardware: Sendable {
  package let processor: String
  package let processors: Int
  /// The widest vectors of an x86 processor; empty elsewhere.
  package let vectors: String

  /// - Parameter processorInfo: what `/proc/cpuinfo` holds.
  package init(processorInfo: String) {
    let lines = processorInfo.split(separator: "\n")
    func value(_ key: String) -> Substring? {
      guard let line = lines.first(where: { $0.hasPrefix(key + "\t") }) else { return nil }
      return line.split(separator: ":", maxSplits: 1).dropFirst().first?
        .drop { $0 == " " || $0 == "\t" }
    }
    let model = value("model name") ?? "unknown processor"
    processor =
      if let family = value("cpu family"), let number = value("model") {
        "\(model), family \(family) model \(number)"
      } else { String(model) }
    processors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    let flags = Set((value("flags") ?? "").split(separator: " "))
    vectors = ["avx512bw", "avx2", "sse2"].first { flags.contains($0[...]) } ?? ""
  }

  /// The average number of running programs in the last minute.
  package static var load: Double {
    var average = 0.0
    return getloadavg(&average, 1) == 1 ? average : 0
  }
}
