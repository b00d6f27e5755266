/// Who may render.
public enum Backend: String, CaseIterable, Hashable, Sendable {
  /// A hardware GPU if one works and the job is large enough to pay for its
  /// start, else the CPU.
  case auto
  case gpu
  case cpu
  /// Float64, naive, slow, obviously right.
  case reference
}

/// What a renderer is to be made of.
public struct RendererRequest: Sendable {
  public var backend: Backend
  /// The device for `gpu` and `auto`, as `DeviceSelector` understands it; nil is the first hardware one.
  public var device: String?
  /// Whether `gpu` may be a software driver.
  public var allowSoftware: Bool
  /// Worker threads of the CPU backend, at least 1.
  public var threads: Int
  /// Threads that the CPU backend shares with the caller's other work, such as
  /// ``Workers/loop(_:_:)``; nil gives it threads of its own.
  public var loop: (@Sendable (Int, @Sendable (Int) -> Void) -> Void)?
  /// Pixels of the whole job as far as known: `auto` starts a GPU only for
  /// enough of them. nil: unknown, counts as many.
  public var jobPixels: Int?
  /// Whether the CPU takes over where the GPU fails in the middle; never done
  /// where a device is named, since its user wants that one or to know.
  public var takesOver: Bool
  /// Told, in one sentence, when something is rendered otherwise than chosen.
  public var notice: @Sendable (String) -> Void

  public init(
    backend: Backend = .auto, device: String? = nil, allowSoftware: Bool = false, threads: Int,
    loop: (@Sendable (Int, @Sendable (Int) -> Void) -> Void)? = nil, jobPixels: Int? = nil,
    takesOver: Bool = true,
    notice: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.backend = backend
    self.device = device
    self.allowSoftware = allowSoftware
    self.threads = threads
    self.loop = loop
    self.jobPixels = jobPixels
    self.takesOver = takesOver
    self.notice = notice
  }
}

/// Why nothing can be rendered or was.
public struct RendererError: Error, CustomStringConvertible, Sendable {
  public enum Kind: Sendable {
    /// No device fits the request.
    case noDevice
    /// The image or the settings can't be rendered.
    case cannotRender
    /// The device failed in the middle.
    case deviceFailed
  }

  public let kind: Kind
  /// One sentence: what, where, what to do.
  public let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
