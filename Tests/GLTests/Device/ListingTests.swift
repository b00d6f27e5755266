import CEGL
import Glibc
import Testing

@testable import GPUEffectsGL

/// The real drivers on folders made up for the purpose.
@Suite(.serialized)
struct ListingTests {
  @Test func withoutNodesThereIsStillSoftware() throws {
    let folder = try TemporaryFolder()
    let devices = enumerateDevices(Machine(dri: folder.path, dev: folder.path))
    let surfaceless = try #require(devices.first { $0.id == "surfaceless" })
    #expect(surfaceless.isUsable && surfaceless.isSoftware)
    #expect(surfaceless.renderer?.hasPrefix("llvmpipe") == true)
    let gbm = try #require(devices.first { $0.platform == .gbm })
    #expect(gbm.id == "gbm")
    #expect(gbm.reason == "\(folder.path) holds no node named renderD* or card*.")
    #expect(devices.map(\.index) == Array(devices.indices))
  }

  @Test func aMissingFolderIsExplained() throws {
    let devices = enumerateDevices(dri: "/nonexistent/dri")
    let gbm = try #require(devices.first { $0.platform == .gbm })
    #expect(gbm.reason?.hasPrefix("/nonexistent/dri does not exist: no kernel graphics") == true)
  }

  @Test func aFolderThatIsAFileIsExplained() throws {
    let gbm = enumerateDevices(dri: "/dev/null").first { $0.platform == .gbm }
    #expect(gbm?.reason == "opendir failed on /dev/null (ENOTDIR).")
  }

  @Test func nodesAreFoundByNumberAndCardsOnlyWithoutASibling() throws {
    let folder = try TemporaryFolder()
    for name in ["renderD130", "renderD129", "renderD1000", "card1", "card2", "card0", "card10"] {
      folder.link(name, to: "/dev/null")
    }
    for name in ["renderD", "card", "card0-HDMI", "by-path", "controlD64", "xcard1"] {
      folder.link(name, to: "/dev/null")
    }
    let nodes = enumerateDevices(Machine(dri: folder.path)).filter { $0.platform == .gbm }
    #expect(
      nodes.map(\.id)
        == ["renderD129", "renderD130", "renderD1000", "card0", "card10"].map {
          "gbm:\(folder.path)/\($0)"
        })
    for node in nodes {
      #expect(node.isUsable && node.isSoftware, "\(node)")
      #expect(node.pciAddress == nil)
    }
  }

  @Test func aNodeThatFailsIsListedWithItsReason() throws {
    let folder = try TemporaryFolder()
    folder.link("renderD128", to: "/dev/null")
    folder.link("renderD129", to: "/nonexistent")
    folder.folder("card5")
    let nodes = enumerateDevices(Machine(dri: folder.path)).filter { $0.platform == .gbm }
    #expect(nodes.map(\.isUsable) == [true, false, false])
    #expect(nodes[1].reason == "\(folder.path)/renderD129 does not exist (ENOENT).")
    #expect(nodes[2].reason == "open failed on \(folder.path)/card5 (EISDIR).")
  }

  /// Minor numbers don't tell siblings; sysfs does.
  @Test func sysfsTellsSiblingsAndPCIAddresses() throws {
    let folder = try TemporaryFolder()
    folder.folder("dri")
    folder.link("dri/renderD129", to: "/dev/null")
    folder.link("dri/card0", to: "/dev/full")
    folder.link("dri/card1", to: "/dev/zero")
    let gpu = "sys/devices/pci0000:00/0000:00:01.0/0000:65:00.0"
    let virtual = "sys/devices/pci0000:00/0000:00:02.0/virtio0"
    for name in ["card0", "renderD129"] { folder.folder("\(gpu)/drm/\(name)") }
    folder.folder("\(virtual)/drm/card1")
    for (number, device) in [("1:3", gpu), ("1:7", gpu), ("1:5", virtual)] {
      folder.folder("sys/dev/char/\(number)")
      folder.link("sys/dev/char/\(number)/device", to: "\(folder.path)/\(device)")
    }
    let machine = Machine(dri: folder.path + "/dri", sys: folder.path + "/sys")
    let nodes = enumerateDevices(machine).filter { $0.platform == .gbm }
    #expect(
      nodes.map(\.id) == ["renderD129", "card1"].map { "gbm:\(folder.path)/dri/\($0)" })
    #expect(nodes.map(\.pciAddress) == ["0000:65:00.0", "0000:00:02.0"])
    #expect(try GLDevice.open(.pci("0000:65:00.0"), machine).isSoftware)
    #expect(throws: GLError.self) { try GLDevice.open(.pci("0000:65:00.1"), machine) }
  }

  @Test func selectorsChooseFromTheListing() throws {
    let folder = try TemporaryFolder()
    folder.link("renderD128", to: "/dev/null")
    let machine = Machine(dri: folder.path, dev: folder.path)
    for device in enumerateDevices(machine) where !device.isUsable {
      let error = try #require(throws: GLError.self) {
        try GLDevice.open(.index(device.index), machine)
      }
      #expect(error.description == device.reason)
    }
    for device in enumerateDevices(machine) where device.isUsable {
      let selectors = [device.id, "\(device.index)"].compactMap { DeviceSelector($0) }
      #expect(selectors.count == 2)
      for selector in selectors {
        #expect(try GLDevice.open(selector, machine).renderer == device.renderer)
      }
    }
    #expect(try GLDevice.open(.drm("renderD128"), machine).isSoftware)
    #expect(try GLDevice.open(.gbm("renderD128"), machine).isSoftware)
    for selector in [.index(99), .cuda(7), .uuid("none")] as [DeviceSelector] {
      let error = try #require(throws: GLError.self) { try GLDevice.open(selector, machine) }
      #expect(error.description == "There is no device \(selector) here.")
    }
  }

  @Test func softwareIsNoHardware() throws {
    let folder = try TemporaryFolder()
    folder.link("renderD128", to: "/dev/null")
    let machine = Machine(dri: folder.path, dev: folder.path)
    let error = try #require(throws: GLError.self) { try GLDevice.openHardware(machine) }
    #expect(error.description.hasPrefix("\(folder.path)/renderD128 is drawn to by the CPU (llvm"))
    folder.link("nvidiactl", to: "/dev/null")
    let nothing = Machine(dri: "/nonexistent", dev: folder.path)
    let reason = try #require(throws: GLError.self) { try GLDevice.openHardware(nothing) }
    #expect(reason.description.contains("NVIDIA_DRIVER_CAPABILITIES=graphics"))
  }
}
