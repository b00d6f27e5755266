import Glibc

/// The machine that the figures hold for; no name of a host.
struct Machine {
  let processor: String
  let processors: Int
  /// The widest vectors of an x86 processor; empty elsewhere.
  let vectors: String

  init() {
    let lines = ((try? readFile("/proc/cpuinfo")) ?? []).split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    func value(_ key: String) -> String? {
      guard let line = lines.first(where: { $0.hasPrefix(key + "\t") }) else { return nil }
      return line.split(separator: ":", maxSplits: 1).dropFirst().first.map { trimmed($0) }
    }
    let model = value("model name") ?? "unknown processor"
    processor =
      if let family = value("cpu family"), let number = value("model") {
        "\(model), family \(family) model \(number)"
      } else { model }
    processors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    let flags = Set((value("flags") ?? "").split(separator: " "))
    vectors = ["avx512bw", "avx2", "sse2"].first { flags.contains($0[...]) } ?? ""
  }

  /// The average number of running programs in the last minute.
  static var load: Double {
    var average = 0.0
    return getloadavg(&average, 1) == 1 ? average : 0
  }

  /// A line `KEY: N kB` of this process's status, in bytes: VmRSS is what it
  /// holds in memory, VmHWM the most that it has ever held.
  static func memory(_ key: String) -> Int {
    let status = String(decoding: (try? readFile("/proc/self/status")) ?? [], as: UTF8.self)
    let line = status.split(separator: "\n").first { $0.hasPrefix(key + ":") }
    return (line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first)
      .flatMap { Int($0) }.map { $0 * 1024 } ?? 0
  }
}

private func trimmed(_ text: Substring) -> String {
  String(text.drop { $0 == " " || $0 == "\t" })
}
