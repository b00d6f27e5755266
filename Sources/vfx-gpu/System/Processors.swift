import Glibc

/// How many processors this process may keep busy: those of its affinity mask,
/// bounded by the quota of its control group.
func availableProcessors() -> Int {
  let allowed = affinityCount() ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  let quota = controlGroupQuota().map { Int($0.rounded(.up)) } ?? allowed
  // A few threads are left to whoever else is in the group.
  return max(1, min(allowed, quota, availableThreads().map { $0 - 4 } ?? allowed))
}

private func affinityCount() -> Int? {
  // glibc's sched_getaffinity isn't visible to Swift; the kernel says it here too.
  guard let status = smallFile("/proc/self/status"),
    let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Cpus_allowed_list:") })
  else { return nil }
  return processorCount(inList: line.dropFirst("Cpus_allowed_list:".count))
}

/// How many processors a list such as `0-3,8` names; nil for anything else.
func processorCount(inList list: some StringProtocol) -> Int? {
  var count = 0
  for range in list.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "\t" }) {
    let ends = range.split(separator: "-").map { Int($0) }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
      first <= last
    else { return nil }
    count += last - first + 1
  }
  return count > 0 ? count : nil
}

/// The smallest quota of this process's control group and those above it, in
/// processors; nil without one.
private func controlGroupQuota() -> Double? {
  controlGroupFolders().compactMap { smallFile($0.appending("cpu.max")).flatMap(processorQuota) }
    .min() ?? legacyQuota()
}

/// The folders of this process's control group and those above it, where there
/// are any of the second version.
func controlGroupFolders() -> [Path] {
  guard let membership = smallFile("/proc/self/cgroup"),
    let line = membership.split(separator: "\n").first(where: { $0.hasPrefix("0::/") })
  else { return [] }
  var folder = Path("/sys/fs/cgroup" + line.dropFirst(3)).trimmed
  var folders: [Path] = []
  while folder.bytes.count >= Path("/sys/fs/cgroup").bytes.count {
    folders.append(folder)
    folder = folder.folder
  }
  return folders
}

/// The quota in the text of a `cpu.max` file, `QUOTA PERIOD` in microseconds;
/// nil for `max`.
func processorQuota(_ text: String) -> Double? {
  let fields = text.split { $0 == " " || $0 == "\n" }
  guard fields.count == 2, let quota = Double(fields[0]), let period = Double(fields[1]),
    quota > 0, period > 0
  else { return nil }
  return quota / period
}

/// The quota as the first version of control groups states it.
private func legacyQuota() -> Double? {
  guard let quota = smallFile("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"),
    let period = smallFile("/sys/fs/cgroup/cpu/cpu.cfs_period_us")
  else { return nil }
  return processorQuota(quota.filter { $0 != "\n" } + " " + period)
}

/// What a file of the kernel's says; nil where there is none.
func smallFile(_ path: Path) -> String? {
  guard let file = try? FileDescriptor(open: path, O_RDONLY),
    let bytes = try? readAll(file.number, limit: 1 << 16)
  else { return nil }
  return String(decoding: bytes, as: UTF8.self)
}
