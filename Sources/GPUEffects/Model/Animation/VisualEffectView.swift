/// The backdrop surface as a state machine: the package's view without the
/// view. What a gesture does to it is given with its time in seconds, and the
/// same calls give the same values at any frame rate.
///
/// `beginInteractive` opens a session, which `finishInteractive` or
/// `cancelInteractive` ends. Outside a session, `fractionComplete`,
/// `pauseInteractive`, `finishInteractive` and `cancelInteractive` do nothing:
/// there is no snapshot to interpolate against. Opening one again takes the
/// values of that moment as the new snapshot. Assigning values inside a session
/// springs to them and leaves it open: the next `fractionComplete` scrubs from
/// the same snapshot.
public struct VisualEffectView: Hashable, Sendable {
  /// Applied to the drawing surface; negative ones let the blur sample beyond
  /// the bounds, so that no rim shows.
  public var blurInsets: EdgeInsets
  public let initialValues: VisualEffectValues
  /// Settings, and the values while no gesture holds them.
  public private(set) var state: VisualEffectState

  private struct Session: Hashable, Sendable {
    let snapshot: VisualEffectValues
    var fraction: Motion
    /// Whether the fraction decides what is shown, or values assigned since.
    var isScrubbing = true

    func fraction(at time: Double) -> Double { min(max(fraction.value(at: time), 0), 1) }

    func values(at time: Double) -> VisualEffectValues {
      snapshot.cleared(by: fraction(at: time))
    }
  }

  private var session: Session?

  public init(blurInsets: EdgeInsets = .zero, initialValues: VisualEffectValues = .blurredOut) {
    self.blurInsets = blurInsets
    self.initialValues = initialValues
    state = VisualEffectState(values: initialValues)
  }

  public var animationDuration: Double {
    get { state.animationDuration }
    set { state.animationDuration = newValue }
  }
  public var blurOverridesOpacity: Bool {
    get { state.blurOverridesOpacity }
    set { state.blurOverridesOpacity = newValue }
  }
  public var clippedBlur: Bool {
    get { state.clippedBlur }
    set { state.clippedBlur = newValue }
  }

  /// The values last assigned, by whatever means.
  public var effectValues: VisualEffectValues { state.values }
  public var blurRadius: Double { effectValues.blurRadius }
  public var saturation: Double { effectValues.saturation }
  public var brightness: Double { effectValues.brightness }

  /// The values at `time` seconds, as they are on their way.
  public func values(at time: Double) -> VisualEffectValues {
    if let session, session.isScrubbing { return session.values(at: time) }
    return state.values(at: time)
  }

  /// The values at `time` seconds with `blurOverridesOpacity` applied.
  public func drawnValues(at time: Double) -> VisualEffectValues {
    values(at: time).drawn(blurOverridesOpacity: blurOverridesOpacity)
  }
}

extension VisualEffectView {
  /// Assigns all values, by the implicit spring unless told otherwise.
  public mutating func setEffectValues(
    _ values: VisualEffectValues, at time: Double, animated: Bool = true
  ) {
    let time = release(at: time)
    state.setValues(values, at: time, animated: animated)
  }

  /// Assigns one value, by the implicit spring unless told otherwise.
  public mutating func setValue(
    _ name: VisualEffectValue, to value: Double, at time: Double, animated: Bool = true
  ) {
    let time = release(at: time)
    state.setValue(name, to: value, at: time, animated: animated)
  }

  public mutating func setBlurRadius(_ radius: Double, at time: Double) {
    setValue(.blurRadius, to: radius, at: time)
  }

  public mutating func setSaturation(_ saturation: Double, at time: Double) {
    setValue(.saturation, to: saturation, at: time)
  }

  public mutating func setBrightness(_ brightness: Double, at time: Double) {
    setValue(.brightness, to: brightness, at: time)
  }

  /// Moves one value as told instead of by the implicit spring.
  public mutating func animate(
    _ name: VisualEffectValue, from start: Double? = nil, to end: Double, timing: Timing,
    at time: Double
  ) {
    let time = release(at: time)
    state.animate(name, from: start, to: end, timing: timing, at: time)
  }

  /// Springs to `.blurredIn`.
  public mutating func blurIn(at time: Double) { setEffectValues(.blurredIn, at: time) }

  /// Springs to `.blurredOut`.
  public mutating func blurOut(at time: Double) { setEffectValues(.blurredOut, at: time) }
}

extension VisualEffectView {
  /// Whether a session is open.
  public var isInteractive: Bool { session != nil }

  /// How far the gesture has cleared the surface, 0 being the snapshot and 1
  /// clear; 0 outside a session.
  public func fractionComplete(at time: Double) -> Double { session?.fraction(at: time) ?? 0 }

  /// Stops every motion where it is and takes what shows as the end that
  /// `fractionComplete` 0 stands for.
  public mutating func beginInteractive(at time: Double) {
    let time = state.advance(to: time)
    let snapshot = values(at: time)
    state.setValues(snapshot, at: time, animated: false)
    session = Session(snapshot: snapshot, fraction: Motion(resting: 0))
  }

  /// Follows the finger: radius, brightness and saturation at once a fraction
  /// of the way from the snapshot to neutral, the other values as in the
  /// snapshot.
  ///
  /// - Parameter fraction: clamped to 0...1.
  public mutating func setFractionComplete(_ fraction: Double, at time: Double) {
    scrub(Motion(resting: fraction), at: time)
  }

  /// The fraction moved as told, as if written at every instant.
  public mutating func animateFractionComplete(
    from start: Double, to end: Double, timing: Timing, at time: Double
  ) {
    let time = state.advance(to: time)
    scrub(Motion(from: start, to: end, timing: timing, at: time), at: time)
  }

  /// Holds the fraction where it is, so that what follows begins there.
  public mutating func pauseInteractive(at time: Double) {
    let time = state.advance(to: time)
    guard let session, session.isScrubbing else { return }
    scrub(Motion(resting: session.fraction(at: time)), at: time)
  }

  /// Ends the session: eases out to `.blurredOut` over `animationDuration`.
  public mutating func finishInteractive(at time: Double) {
    guard session != nil else { return }
    let time = close(at: time)
    for name in VisualEffectValue.allCases {
      state.animate(
        name, to: VisualEffectValues.blurredOut[name],
        timing: .curve(.easeOut, duration: animationDuration), at: time)
    }
  }

  /// Ends the session: springs back to the snapshot, from rest.
  public mutating func cancelInteractive(at time: Double) {
    guard let session else { return }
    let time = close(at: time)
    state.setValues(session.snapshot, at: time)
  }

  private mutating func scrub(_ fraction: Motion, at time: Double) {
    guard let snapshot = session?.snapshot else { return }
    let time = state.advance(to: time)
    let session = Session(snapshot: snapshot, fraction: fraction)
    state.setValues(
      snapshot.cleared(by: min(max(fraction.target, 0), 1)), at: time, animated: false)
    self.session = session
  }

  /// Ends the session with its values standing still.
  private mutating func close(at time: Double) -> Double {
    let time = state.advance(to: time)
    state.setValues(values(at: time), at: time, animated: false)
    session = nil
    return time
  }

  /// Lets values that are about to be assigned start from what shows.
  private mutating func release(at time: Double) -> Double {
    let time = state.advance(to: time)
    if let session, session.isScrubbing {
      state.setValues(session.values(at: time), at: time, animated: false)
      self.session?.isScrubbing = false
    }
    return time
  }
}

extension VisualEffectValues {
  /// A fraction of the way out, as a gesture takes it (SEMANTICS: the
  /// package's own rules).
  fileprivate func cleared(by fraction: Double) -> VisualEffectValues {
    var values = self
    values.blurRadius = blurRadius * (1 - fraction)
    values.brightness = brightness * (1 - fraction)
    values.saturation = 1 + (saturation - 1) * (1 - fraction)
    return values
  }
}
