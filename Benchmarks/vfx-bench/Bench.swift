import GPUEffects
import GPUEffectsGL

/// A renderer and its name.
struct Bench {
  let renderer: Renderer
  /// Who renders, for people: threads, or the driver's own words.
  let driver: String

  init(_ backend: Backend, _ arguments: Arguments) throws {
    guard backend == .gpu else {
      renderer = try Renderer(
        RendererRequest(backend: backend, threads: arguments.threads, takesOver: false))
      driver = renderer.name
      return
    }
    let device = try Self.open(arguments.last("--device"))
    renderer = Renderer(executor: try GLExecutor(device: device), backend: .gpu)
    driver = device.isSoftware ? "\(device), software" : "\(device)"
  }

  /// The named device; else the first GPU, or a software driver where there is none.
  private static func open(_ name: String?) throws -> GLDevice {
    if let name {
      guard let selector = DeviceSelector(name) else {
        throw BenchmarkError("\"\(name)\" names no device; `vfx-gpu devices` lists them.")
      }
      return try GLDevice.open(selector)
    }
    if let device = try? GLDevice.openHardware() { return device }
    return try GLDevice.open(.surfaceless)
  }
}
