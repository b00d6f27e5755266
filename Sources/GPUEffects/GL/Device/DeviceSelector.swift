/// Names one device, in the form of the option `--device`:
/// `drm:NODE`, `gbm:NODE`, `pci:0000:65:00.0`, `uuid:...`, `cuda:N`,
/// `surfaceless`, or a number of the listing by ``enumerateDevices(dri:)``.
public enum DeviceSelector: Hashable, Sendable, CustomStringConvertible {
  /// The EGL device of a DRM node, else GBM on it. A name without a slash
  /// stands for a node of the DRM folder.
  case drm(String)
  /// GBM on any path.
  case gbm(String)
  /// Domain, bus, device and function, in lower case: `0000:65:00.0`.
  case pci(String)
  /// 32 hexadecimal digits in lower case, in groups of 8-4-4-4-12.
  case uuid(String)
  /// CUDA's ordinal, which CUDA_VISIBLE_DEVICES renumbers.
  case cuda(Int)
  /// Mesa without a device.
  case surfaceless
  /// From 0.
  case index(Int)

  /// nil where `text` is none of the forms.
  public init?(_ text: String) {
    guard let selector = parse(text) else { return nil }
    self = selector
  }

  public var description: String {
    switch self {
    case .drm(let node): "drm:\(node)"
    case .gbm(let node): "gbm:\(node)"
    case .pci(let address): "pci:\(address)"
    case .uuid(let value): "uuid:\(value)"
    case .cuda(let ordinal): "cuda:\(ordinal)"
    case .surfaceless: "surfaceless"
    case .index(let index): "\(index)"
    }
  }
}

private func parse(_ text: String) -> DeviceSelector? {
  if text == "surfaceless" { return .surfaceless }
  let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count == 2 else { return number(text).map { .index($0) } }
  let value = String(parts[1])
  switch parts[0] {
  case "drm": return value.isEmpty ? nil : .drm(value)
  case "gbm": return value.isEmpty ? nil : .gbm(value)
  case "pci": return pciAddress(value).map { .pci($0) }
  case "uuid": return uuid(value).map { .uuid($0) }
  case "cuda": return number(value).map { .cuda($0) }
  default: return nil
  }
}

private func number(_ text: String) -> Int? {
  text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
}

private func isHexadecimal(_ text: some StringProtocol) -> Bool {
  text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
}

/// `text` with four digits of domain, as sysfs writes it. lspci leaves a
/// domain of 0 out, and nvidia-smi writes eight digits.
private func pciAddress(_ text: String) -> String? {
  let text = text.lowercased()
  var parts = text.split(separator: ":", omittingEmptySubsequences: false)
  if parts.count == 2 { parts.insert("0000", at: 0) }
  guard parts.count == 3, parts[0].count >= 4, parts[0].count <= 8, isHexadecimal(parts[0]),
    let domain = UInt32(parts[0], radix: 16), domain <= 0xFFFF,
    parts[1].count == 2, isHexadecimal(parts[1])
  else { return nil }
  let slot = parts[2].split(separator: ".", omittingEmptySubsequences: false)
  guard slot.count == 2, slot[0].count == 2, isHexadecimal(slot[0]), slot[1].count == 1,
    isHexadecimal(slot[1])
  else { return nil }
  return "\(parts[0].suffix(4)):\(parts[1]):\(parts[2])"
}

/// With or without dashes, and the `GPU-` that nvidia-smi puts before it.
private func uuid(_ text: String) -> String? {
  var text = text.lowercased()
  if text.hasPrefix("gpu-") { text.removeFirst(4) }
  let digits = text.filter { $0 != "-" }
  guard digits.utf8.count == 32, isHexadecimal(digits) else { return nil }
  var rest = digits[...]
  return [8, 4, 4, 4, 12].map { count in
    defer { rest = rest.dropFirst(count) }
    return String(rest.prefix(count))
  }.joined(separator: "-")
}
