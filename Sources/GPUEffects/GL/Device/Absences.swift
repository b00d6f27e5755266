import CEGL
import Glibc

/// Why a platform has nothing to offer, in words for people.
func absences(
  _ listing: DeviceListing, _ devices: [DeviceCandidate]
) -> [(DeviceCandidate.Platform, String)] {
  [
    deviceAbsence(listing, devices).map { (.device, $0) },
    nodeAbsence(listing).map { (.gbm, $0) },
  ].compactMap { $0 }
}

/// Why no hardware was found, in one sentence.
func whyNoHardware(_ listing: DeviceListing) -> String {
  deviceAbsence(listing, []) ?? nodeAbsence(listing) ?? "No device here is a GPU."
}

private func deviceAbsence(_ listing: DeviceListing, _ devices: [DeviceCandidate]) -> String? {
  if let error = listing.devicesError { return error.description }
  if cegl_has_nvidia_files(listing.machine.dev), !hasNVIDIA(listing, devices) {
    return "NVIDIA's kernel driver is here (\(listing.machine.dev)/nvidia*) but not its EGL: "
      + "install the driver's libraries (libEGL_nvidia.so.0 and its 10_nvidia.json for glvnd), "
      + "or start the container with NVIDIA_DRIVER_CAPABILITIES=graphics,utility."
  }
  let hasHardware = listing.candidates.contains {
    $0.platform == CEGL_PLATFORM_DEVICE && !$0.software
  }
  if hasHardware { return nil }
  return "EGL lists no hardware device: there is none, or its driver is not installed."
}

private func hasNVIDIA(_ listing: DeviceListing, _ devices: [DeviceCandidate]) -> Bool {
  listing.candidates.contains { $0.cuda >= 0 }
    || devices.contains { $0.vendor?.contains("NVIDIA") ?? false }
}

private func nodeAbsence(_ listing: DeviceListing) -> String? {
  let dri = listing.machine.dri
  if let error = listing.nodesError {
    guard error.code == Int(ENOENT) else { return error.description }
    return "\(dri) does not exist: no kernel graphics driver is loaded, or a container was "
      + "started without it (--device /dev/dri)."
  }
  if listing.candidates.contains(where: { $0.platform == CEGL_PLATFORM_GBM }) { return nil }
  return "\(dri) holds no node named renderD* or card*."
}
