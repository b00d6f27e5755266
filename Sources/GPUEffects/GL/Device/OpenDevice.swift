import CEGL

extension GLDevice {
  /// Opens what `selector` names: where several ways lead there, the first
  /// that works.
  package static func open(
    _ selector: DeviceSelector, _ machine: Machine = Machine()
  ) throws(GLError) -> GLDevice {
    try Self.open(selector, machine) { device in device }
  }

  /// The same with what `accept` makes of the device; where that throws, the
  /// device doesn't work.
  package static func open<Accepted>(
    _ selector: DeviceSelector, _ machine: Machine = Machine(),
    accept: (GLDevice) throws(GLError) -> Accepted
  ) throws(GLError) -> Accepted {
    let listing = DeviceListing(machine)
    let why = reason(listing, selector) ?? "There is no device \(selector) here."
    return try open(
      anyOf: listing.matches(selector), machine.libraries,
      otherwise: GLError(.absent, "Choosing a device", detail: why), accept: accept)
  }

  /// The reason of a platform that has nothing, by its number in the listing.
  private static func reason(_ listing: DeviceListing, _ selector: DeviceSelector) -> String? {
    guard case .index(let index) = selector, index >= listing.candidates.count else { return nil }
    return absences(listing, []).dropFirst(index - listing.candidates.count).first?.1
  }

  /// Opens the first GPU that works. Starts no driver, and takes a few
  /// milliseconds, where none is in sight.
  package static func openHardware(_ machine: Machine = Machine()) throws(GLError) -> GLDevice {
    try Self.openHardware(machine) { device in device }
  }

  /// The same with what `accept` makes of the device; where that throws, the
  /// next one is tried.
  package static func openHardware<Accepted>(
    _ machine: Machine = Machine(), accept: (GLDevice) throws(GLError) -> Accepted
  ) throws(GLError) -> Accepted {
    let listing = DeviceListing(machine)
    let candidates = listing.candidates.filter {
      $0.platform != CEGL_PLATFORM_SURFACELESS && !$0.software
    }
    return try open(
      anyOf: candidates, machine.libraries, softwareAllowed: false,
      otherwise: GLError(.absent, "Looking for a GPU", detail: whyNoHardware(listing)),
      accept: accept)
  }

  private static func open<Accepted>(
    anyOf candidates: [cegl_candidate], _ libraries: GLLibraries, softwareAllowed: Bool = true,
    otherwise: GLError, accept: (GLDevice) throws(GLError) -> Accepted
  ) throws(GLError) -> Accepted {
    var first: GLError?
    for candidate in candidates {
      do throws(GLError) {
        let device = try GLDevice(candidate, libraries)
        if softwareAllowed || !device.isSoftware { return try accept(device) }
        throw GLError(
          .absent, "Looking for a GPU",
          detail: "\(text(candidate.node)) is drawn to by the CPU (\(device.renderer)).",
          driverText: device.driverText)
      } catch {
        first = first ?? error
      }
    }
    throw first ?? otherwise
  }
}
