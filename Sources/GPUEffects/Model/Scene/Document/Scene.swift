/// A screen over time: layers, and what happens to them. Pure data; a frame of
/// it is a function of the time alone.
public struct Scene: Hashable, Sendable {
  public var canvas: Canvas
  public var frameRate: FrameRate
  /// Seconds; nil when only single instants are asked for.
  public var duration: Double?
  /// The first is the lowest.
  public var layers: [Layer]
  /// In the order of the file; at equal times it decides.
  public var timeline: [TimelineEntry]
  /// Length and rate of the moving images among the layers' paths. A path that
  /// isn't there is a still.
  public var media: [String: Media] = [:]

  public init(
    canvas: Canvas, frameRate: FrameRate = .sixty, duration: Double? = nil, layers: [Layer] = [],
    timeline: [TimelineEntry] = []
  ) {
    self.canvas = canvas
    self.frameRate = frameRate
    self.duration = duration
    self.layers = layers
    self.timeline = timeline
  }

  /// The numbers of the frames from `start` up to but without `end`, in
  /// seconds, as they are counted in the whole scene.
  ///
  /// - Parameters:
  ///   - start: nil is the beginning.
  ///   - end: nil is the scene's end.
  /// - Returns: nil when neither `end` nor the scene's duration says where to
  ///   stop.
  public func frames(from start: Double? = nil, to end: Double? = nil) -> Range<Int>? {
    let first = frameRate.firstFrame(notBefore: start ?? 0)
    guard let last = end.map(frameRate.firstFrame) ?? duration.map(frameRate.frameCount) else {
      return nil
    }
    let count = duration.map(frameRate.frameCount) ?? last
    return first..<max(first, min(last, count))
  }
}

public struct Canvas: Hashable, Sendable {
  /// Points.
  public var size: Size
  /// Pixels a point.
  public var scale: Double
  public var background: Color
  public var interfaceStyle: InterfaceStyle
  public var reduceTransparency: Bool
  /// Of every blur but shadows.
  public var kernel: BlurKernel

  public init(
    size: Size, scale: Double = 1, background: Color = .clear,
    interfaceStyle: InterfaceStyle = .light, reduceTransparency: Bool = false,
    kernel: BlurKernel = .gaussian
  ) {
    self.size = size
    self.scale = scale
    self.background = background
    self.interfaceStyle = interfaceStyle
    self.reduceTransparency = reduceTransparency
    self.kernel = kernel
  }

  /// Whole pixels: the size times the scale, rounded; at least 1.
  public var pixelWidth: Int { Self.pixels(size.width * scale) }
  public var pixelHeight: Int { Self.pixels(size.height * scale) }

  private static func pixels(_ length: Double) -> Int {
    length >= 1 ? Int((min(length, 1e9) + 0.5).rounded(.down)) : 1
  }
}

/// What is known of a moving image.
public struct Media: Hashable, Sendable {
  public var frameCount: Int
  public var rate: FrameRate

  public init(frameCount: Int, rate: FrameRate) {
    self.frameCount = frameCount
    self.rate = rate
  }
}
