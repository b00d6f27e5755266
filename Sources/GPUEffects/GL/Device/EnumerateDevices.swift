import CEGL

/// Everything that could render here, each opened and closed once; what can't
/// be opened, and platforms that have nothing, with the reason.
///
/// EGL devices come first, then GBM on the nodes of the folder `dri`, then
/// Mesa's surfaceless platform. Nothing is printed. A context that is current
/// on the calling thread stays so.
public func enumerateDevices(dri: String = "/dev/dri") -> [DeviceCandidate] {
  enumerateDevices(Machine(dri: dri))
}

/// - Parameter examine: called with each device while it is open; what it throws
///   becomes the candidate's `probe`.
package func enumerateDevices(
  _ machine: Machine, examine: ((GLDevice) throws(GLError) -> Void)? = nil
) -> [DeviceCandidate] {
  let listing = DeviceListing(machine)
  let current = cegl_get_current(machine.libraries.tables)
  var devices = listing.candidates.enumerated().map { index, candidate in
    describe(candidate, index: index, machine, examine)
  }
  cegl_set_current(machine.libraries.tables, current)
  for (platform, reason) in absences(listing, devices) {
    devices.append(
      DeviceCandidate(
        index: devices.count, id: platform.rawValue, platform: platform,
        status: .unusable(reason), isSoftware: false, driverText: ""))
  }
  return devices
}

private func describe(
  _ candidate: cegl_candidate, index: Int, _ machine: Machine,
  _ examine: ((GLDevice) throws(GLError) -> Void)?
) -> DeviceCandidate {
  var device = DeviceCandidate(candidate, index: index)
  do throws(GLError) {
    let opened = try GLDevice(candidate, machine.libraries)
    device.status = .usable
    device.vendor = opened.vendor
    device.renderer = opened.renderer
    device.glVersion = opened.glVersion
    device.isSoftware = opened.isSoftware
    device.driverText = opened.driverText
    if let examine { device.probe = probe(opened, examine) }
  } catch {
    device.status = .unusable(error.description)
    device.driverText = error.driverText
  }
  return device
}

private func probe(
  _ device: GLDevice, _ examine: (GLDevice) throws(GLError) -> Void
) -> DeviceCandidate.Probe {
  do throws(GLError) {
    try examine(device)
    return .passed
  } catch {
    return .failed(error.description)
  }
}

extension DeviceCandidate {
  fileprivate init(_ candidate: cegl_candidate, index: Int) {
    func known(_ text: String) -> String? { text.isEmpty ? nil : text }
    let node = known(text(candidate.node))
    let uuid = known(text(candidate.uuid))
    let cuda = candidate.cuda >= 0 ? Int(candidate.cuda) : nil
    let platform: Platform
    let selector: DeviceSelector
    switch candidate.platform {
    case CEGL_PLATFORM_GBM:
      platform = .gbm
      selector = .gbm(node ?? "")
    case CEGL_PLATFORM_SURFACELESS:
      platform = .surfaceless
      selector = .surfaceless
    default:
      platform = .device
      selector =
        node.map(DeviceSelector.drm) ?? uuid.map(DeviceSelector.uuid)
        ?? cuda.map(DeviceSelector.cuda) ?? .index(index)
    }
    self.init(
      index: index, id: selector.description, platform: platform, status: .unusable(""),
      node: node, pciAddress: known(text(candidate.pci_address)), uuid: uuid, cudaOrdinal: cuda,
      isSoftware: candidate.software, driverText: "")
  }
}
