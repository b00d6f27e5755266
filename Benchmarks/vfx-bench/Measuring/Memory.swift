import GPUEffectsMeasuring

extension Hardware {
  static var this: Hardware { Hardware(processorInfo: text("/proc/cpuinfo")) }

  /// A line `KEY: N kB` of this process's status, in bytes: VmRSS is what it
  /// holds in memory, VmHWM the most that it has ever held.
  static func memory(_ key: String) -> Int {
    let line = text("/proc/self/status").split(separator: "\n").first { $0.hasPrefix(key + ":") }
    return (line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first)
      .flatMap { Int($0) }.map { $0 * 1024 } ?? 0
  }

  private static func text(_ path: String) -> String {
    String(decoding: (try? readFile(path)) ?? [], as: UTF8.self)
  }
}
