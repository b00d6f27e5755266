import CEGL

/// What could be opened, not yet opened: cheap, no driver is started.
struct DeviceListing {
  let machine: Machine
  let candidates: [cegl_candidate]
  let devicesError: GLError?
  let nodesError: GLError?

  init(_ machine: Machine) {
    var listing = cegl_list(machine.libraries.tables, machine.dri, machine.sys)
    defer { cegl_listing_free(&listing) }
    self.machine = machine
    candidates = Array(UnsafeBufferPointer(start: listing.candidates, count: Int(listing.count)))
    devicesError =
      listing.devices_error.domain == CEGL_DOMAIN_NONE ? nil : GLError(listing.devices_error)
    nodesError =
      listing.nodes_error.domain == CEGL_DOMAIN_NONE ? nil : GLError(listing.nodes_error)
  }

  /// What `selector` names, the best first.
  func matches(_ selector: DeviceSelector) -> [cegl_candidate] {
    switch selector {
    case .surfaceless:
      return candidates.filter { $0.platform == CEGL_PLATFORM_SURFACELESS }
    case .index(let index):
      return candidates.indices.contains(index) ? [candidates[index]] : []
    case .gbm(let name):
      return [cegl_node(machine.path(name), machine.sys)]
    case .drm(let name):
      let path = machine.path(name)
      let devices = candidates.filter {
        $0.platform == CEGL_PLATFORM_DEVICE
          && (isSame(text($0.node), path) || isSame(text($0.card), path))
      }
      return devices + [cegl_node(path, machine.sys)]
    case .pci(let address):
      return candidates.filter { text($0.pci_address) == address }
    case .uuid(let uuid):
      return candidates.filter { text($0.uuid) == uuid }
    case .cuda(let ordinal):
      return candidates.filter { Int($0.cuda) == ordinal }
    }
  }

  private func isSame(_ node: String, _ path: String) -> Bool {
    !node.isEmpty && cegl_same_node(node, path)
  }
}

/// Where a listing looks; tests put folders of their own in place.
package struct Machine: Sendable {
  package var dri: String
  package var sys: String
  package var dev: String
  package var libraries: GLLibraries

  package init(
    dri: String = "/dev/dri", sys: String = "/sys", dev: String = "/dev",
    libraries: GLLibraries = .system
  ) {
    self.dri = dri
    self.sys = sys
    self.dev = dev
    self.libraries = libraries
  }

  /// The node of a name without a slash is one of the DRM folder.
  func path(_ name: String) -> String { name.contains("/") ? name : "\(dri)/\(name)" }
}
