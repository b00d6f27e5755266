import GPUEffects
import GPUEffectsParity

/// An executor that is compared with the reference, by its id: `cpu` or that of
/// a device.
struct ParityTarget: Sendable {
  let id: String
  /// What the listing says of it, nil for the CPU.
  let candidate: DeviceCandidate?

  static let cpu = ParityTarget(id: "cpu", candidate: nil)

  var name: String { candidate?.renderer ?? "CPU" }

  /// A device that is ready to render, in the process of a worker.
  struct Opened {
    let subject: ParitySubject
    let device: GLDevice?
    let driver: JSON
    let id: String
  }

  static func open(_ id: String, threads: Int) throws -> Opened {
    if id == "cpu" {
      return Opened(
        subject: ParitySubject.cpu(threads: threads), device: nil, driver: .null, id: id)
    }
    let device = try device(id)
    return Opened(
      subject: try ParitySubject.gl(device, threads: threads), device: device,
      driver: driver(device), id: id)
  }

  /// Opens a device anew.
  static func device(_ id: String) throws -> GLDevice {
    guard let selector = DeviceSelector(id) else {
      throw CommandError.usage("\"\(id)\" names no device")
    }
    return try GLDevice.open(selector)
  }

  /// What a report about a driver is worth nothing without.
  private static func driver(_ device: GLDevice) -> JSON {
    let facts = DriverFacts(device)
    return .object([
      ("vendor", .string(device.vendor)),
      ("renderer", .string(device.renderer)),
      ("glVersion", .string(device.glVersion)),
      ("gles", .string(facts.version)),
      ("mesa", .optional(facts.mesa)),
      ("software", .bool(device.isSoftware)),
      ("largestTexture", .integer(device.limits.maximumSize)),
      ("largestUniformBlock", .integer(device.limits.maximumUniformBlockSize)),
      ("renderableFormats", .array(facts.renderableFormats.map { .string($0) })),
      ("timerBits", .integer(facts.timerBits)),
      ("extensions", .integer(device.limits.extensions.count)),
    ])
  }
}
