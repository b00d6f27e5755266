import GPUEffectsCPU
import GPUEffectsGL
import GPUEffectsModel

/// What a request comes to: an executor, and why it.
struct BackendChoice {
  var backend: Backend
  var executor: any Executor
  var name: String
  var reason: String

  /// Pixels below which starting a GPU costs more than it saves: about thirty
  /// 4K frames, which the CPU blurs in the time that a driver takes to start.
  static let worthwhilePixels = 250_000_000

  init(_ request: RendererRequest, _ machine: Machine) throws(RendererError) {
    switch request.backend {
    case .cpu:
      self = Self.cpu(request, reason: "as asked")
    case .reference:
      self = BackendChoice(
        backend: .reference, executor: ReferenceExecutor(), name: "reference, float64",
        reason: "as asked")
    case .gpu:
      self = try Self.gpu(request, machine)
    case .auto:
      if request.device == nil, let pixels = request.jobPixels, pixels < Self.worthwhilePixels {
        self = Self.cpu(request, reason: "the job is too small to pay for starting a GPU")
        return
      }
      do {
        self = try Self.gpu(request, machine)
      } catch {
        guard request.device == nil else { throw error }
        self = Self.cpu(request, reason: error.description)
      }
    }
  }

  private init(backend: Backend, executor: any Executor, name: String, reason: String) {
    self.backend = backend
    self.executor = executor
    self.name = name
    self.reason = reason
  }

  static func cpu(_ request: RendererRequest, reason: String) -> BackendChoice {
    let threads = max(1, request.threads)
    return BackendChoice(
      backend: .cpu, executor: CPUExecutor(threads: threads, loop: request.loop),
      name: threads == 1 ? "CPU, 1 thread" : "CPU, \(threads) threads", reason: reason)
  }

  /// A GPU as asked for; a software driver only where that is allowed.
  private static func gpu(
    _ request: RendererRequest, _ machine: Machine
  ) throws(RendererError) -> BackendChoice {
    let advice =
      request.backend == .gpu
      ? " Use --backend cpu, or --allow-software for a software driver." : ""
    let selector = try request.device.map(deviceSelector)
    do {
      guard let selector else { return try anyGPU(request, machine) }
      return try GLDevice.open(selector, machine) { device throws(GLError) in
        if request.allowSoftware || !device.isSoftware {
          return try choice(device, reason: "as asked")
        }
        throw GLError(absent: "\(selector) is drawn by the CPU (\(device.renderer)).")
      }
    } catch {
      throw RendererError(.noDevice, "\(error)\(advice)")
    }
  }

  private static func deviceSelector(_ text: String) throws(RendererError) -> DeviceSelector {
    guard let selector = DeviceSelector(text) else {
      throw RendererError(
        .noDevice,
        "\"\(text)\" names no device; use an id or a number that `vfx-gpu devices` lists")
    }
    return selector
  }

  private static func anyGPU(
    _ request: RendererRequest, _ machine: Machine
  ) throws(GLError) -> BackendChoice {
    do {
      return try GLDevice.openHardware(machine) { device throws(GLError) in
        try choice(device, reason: "the first GPU that works")
      }
    } catch {
      guard request.backend == .gpu, request.allowSoftware else { throw error }
      let reason = "software is allowed. \(error.description)"
      return try GLDevice.open(.surfaceless, machine) { device throws(GLError) in
        try choice(device, reason: reason)
      }
    }
  }

  /// A device that has rendered the test picture.
  private static func choice(
    _ device: GLDevice, reason: String
  ) throws(GLError) -> BackendChoice {
    let executor = try GLExecutor(device: device)
    try StartupProbe.run(on: executor)
    return BackendChoice(
      backend: .gpu, executor: executor,
      name: device.isSoftware ? "\(device.renderer), software" : device.renderer, reason: reason)
  }
}
