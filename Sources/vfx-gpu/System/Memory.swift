import Glibc

/// The bytes that this process may still take: what the machine has to spare,
/// bounded by its control group and its limit of address space.
func availableMemory() -> Int {
  var bytes = smallFile("/proc/meminfo").flatMap(spareMemory) ?? 1 << 30
  if let group = controlGroupRoom(limit: "memory.max", use: "memory.current") {
    bytes = min(bytes, group)
  } else if let limit = smallFile("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
    let use = smallFile("/sys/fs/cgroup/memory/memory.usage_in_bytes"),
    let room = roomBelow(limit: limit, use: use)
  {
    bytes = min(bytes, room)
  }
  var space = rlimit()
  if getrlimit(__rlimit_resource_t(UInt32(RLIMIT_AS.rawValue)), &space) == 0,
    space.rlim_cur < UInt(Int.max)
  {
    bytes = min(bytes, Int(space.rlim_cur))
  }
  return max(1 << 26, bytes)
}

/// How many more threads the control group allows; nil without a limit.
func availableThreads() -> Int? {
  if let room = controlGroupRoom(limit: "pids.max", use: "pids.current") { return room }
  guard let limit = smallFile("/sys/fs/cgroup/pids/pids.max"),
    let use = smallFile("/sys/fs/cgroup/pids/pids.current")
  else { return nil }
  return roomBelow(limit: limit, use: use)
}

/// The least that is left in this process's control group and those above it.
private func controlGroupRoom(limit: Path, use: Path) -> Int? {
  controlGroupFolders().compactMap { folder in
    guard let limit = smallFile(folder.appending(limit)),
      let use = smallFile(folder.appending(use))
    else { return nil }
    return roomBelow(limit: limit, use: use)
  }.min()
}

/// What is left of a limit by the texts of a control group's files; nil for
/// `max`, and for the huge number by which the first version says the same.
func roomBelow(limit: String, use: String) -> Int? {
  guard let limit = Int(limit.filter { !$0.isWhitespace }),
    let use = Int(use.filter { !$0.isWhitespace }), limit < 1 << 60
  else { return nil }
  return max(0, limit - use)
}

/// The bytes that `/proc/meminfo` says a process can have without swapping.
func spareMemory(_ text: String) -> Int? {
  for line in text.split(separator: "\n") where line.hasPrefix("MemAvailable:") {
    return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
  }
  return nil
}

/// A size for people, in the units that `--max-memory` takes.
func sizeText(_ bytes: Int) -> String {
  let megabytes = Double(bytes) / 1e6
  if megabytes < 1 { return "\(bytes) bytes" }
  return megabytes < 1000
    ? "\(Int(megabytes.rounded())) MB" : "\(hundredths(megabytes / 1000)) GB"
}
