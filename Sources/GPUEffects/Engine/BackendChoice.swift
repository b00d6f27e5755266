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

  init(_ request: RendererRequest) throws(RendererError) {
    switch request.backend {
    case .cpu:
      self = Self.cpu(request, reason: "as asked")
    case .reference:
      self = BackendChoice(
        backend: .reference, executor: ReferenceExecutor(), name: "reference, float64",
        reason: "as asked")
    case .gpu:
      self = try Self.gpu(request)
    case .auto:
      if request.device == nil, let pixels = request.jobPixels, pixels < Self.worthwhilePixels {
        self = Self.cpu(request, reason: "the job is too small to pay for starting a GPU")
        return
      }
      do {
        self = try Self.gpu(request)
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
  private static func gpu(_ request: RendererRequest) throws(RendererError) -> BackendChoice {
    let advice =
      request.backend == .gpu
      ? " Use --backend cpu, or --allow-software for a software driver." : ""
    let selector = try request.device.map(deviceSelector)
    do {
      guard let selector else { return try anyGPU(request) }
      let device = try GLDevice.open(selector)
      if request.allowSoftware || !device.isSoftware {
        return try choice(device, reason: "as asked")
      }
      throw RendererError(.noDevice, "\(selector) is drawn by the CPU (\(device.renderer)).")
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

  private static func anyGPU(_ request: RendererRequest) throws(GLError) -> BackendChoice {
    do {
      return try choice(GLDevice.openHardware(), reason: "the first GPU that works")
    } catch {
      guard request.backend == .gpu, request.allowSoftware else { throw error }
      return try choice(
        GLDevice.open(.surfaceless), reason: "software is allowed. \(error.description)")
    }
  }

  private static func choice(
    _ device: GLDevice, reason: String
  ) throws(GLError) -> BackendChoice {
    BackendChoice(
      backend: .gpu, executor: try GLExecutor(device: device),
      name: device.isSoftware ? "\(device.renderer), software" : device.renderer, reason: reason)
  }
}
