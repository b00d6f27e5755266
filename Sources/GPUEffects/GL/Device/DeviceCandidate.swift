/// Something that could render, or the reason why it can't.
public struct DeviceCandidate: Hashable, Sendable {
  /// The way in which EGL reaches it.
  public enum Platform: String, Hashable, Sendable {
    /// An EGL device (EGL_EXT_platform_device).
    case device
    /// A DRM node through GBM.
    case gbm
    /// Mesa without a device.
    case surfaceless
  }

  public enum Status: Hashable, Sendable {
    case usable
    /// One sentence for people.
    case unusable(String)
  }

  /// How a test picture came out.
  public enum Probe: Hashable, Sendable {
    case passed
    /// One sentence for people.
    case failed(String)
  }

  /// The place in the listing, from 0; a ``DeviceSelector`` understands it.
  public var index: Int
  /// A ``DeviceSelector`` that names it, where possible independent of the
  /// listing. `device` and `gbm` alone stand for platforms that have nothing.
  public var id: String
  public var platform: Platform
  public var status: Status
  /// GL_VENDOR, GL_RENDERER and GL_VERSION; nil unless usable.
  public var vendor: String?
  public var renderer: String?
  public var glVersion: String?
  /// The DRM node, a render node where there is one.
  public var node: String?
  /// `0000:65:00.0`
  public var pciAddress: String?
  public var uuid: String?
  public var cudaOrdinal: Int?
  /// Whether it draws on the CPU.
  public var isSoftware: Bool
  /// What the driver printed while it was opened; may be empty.
  public var driverText: String
  /// nil where none was rendered.
  public var probe: Probe?

  public var isUsable: Bool { status == .usable }

  /// Why it isn't usable.
  public var reason: String? {
    if case .unusable(let reason) = status { reason } else { nil }
  }
}

/// Whether GL_RENDERER is one of Mesa's drivers for the CPU.
///
/// "virgl (LLVMPIPE ...)" is not: it draws on the host of a virtual machine,
/// whatever that host does.
func isSoftwareRenderer(_ renderer: String) -> Bool {
  ["llvmpipe", "softpipe", "swrast", "Software Rasterizer"].contains { renderer.hasPrefix($0) }
}
