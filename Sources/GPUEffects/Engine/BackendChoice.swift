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
      backend: .cpu, executor: CPUExecutor(threads: threads),
      name: threads == 1 ? "CPU, 1 thread" : "CPU, \(threads) threads", reason: reason)
  }

  /// A GPU as asked for; a software driver only where that is allowed.
  private static func gpu(_ request: RendererRequest) throws(RendererError) -> BackendChoice {
    do throws(GLError) {
      if let text = request.device {
        guard let selector = DeviceSelector(text) else {
          throw RendererError(
            .noDevice,
            "\"\(text)\" names no device: use an id or a number that `vfx-gpu devices` lists")
        }
        let device = try GLDevice.open(selector)
        guard request.allowSoftware || !device.isSoftware else {
          throw RendererError(
            .noDevice,
            "\(text) is drawn by the CPU (\(device.renderer)): use --allow-software to render with "
              + "it all the same, or --backend cpu, which is faster")
        }
        return try choice(device, reason: "as asked")
      }
      do throws(GLError) {
        return try choice(GLDevice.openHardware(), reason: "the first GPU that works")
      } catch {
        guard request.backend == .gpu, request.allowSoftware else { throw error }
        return try choice(
          GLDevice.open(.surfaceless), reason: "software is allowed. \(error.description)")
      }
    } catch let error as RendererError {
      throw error
    } catch let error as GLError {
      let advice =
        request.backend == .gpu
        ? " Use --backend cpu, or --allow-software for a software driver." : ""
      throw RendererError(.noDevice, error.description + advice)
    } catch {
      throw RendererError(.noDevice, "\(error)")
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
