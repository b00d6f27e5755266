import Synchronization

/// Asks a run to end early, and how far it is, from any thread and at any time.
public final class RunControl: Sendable {
  private struct State: Sendable {
    var wanted = Continuation.goOn
    var monitor: Monitor<Workers.State>?
  }
  private let state = Mutex(State())

  public init() {}

  /// Ends the run, also one that is only about to begin.
  public func stop(_ how: Continuation) {
    let monitor = state.withLock { state in
      state.wanted = max(state.wanted, how)
      return state.monitor
    }
    monitor?.change { $0.run?.ledger.stop(how) }
  }

  /// How far the run is; nil before it and after it.
  public var progress: RunProgress? {
    state.withLock { $0.monitor }?.quietly { $0.run?.progress }
  }

  func attach(_ monitor: Monitor<Workers.State>) {
    let wanted = state.withLock { state in
      state.monitor = monitor
      return state.wanted
    }
    monitor.change { $0.run?.ledger.stop(wanted) }
  }

  func detach() { state.withLock { $0.monitor = nil } }
}

/// How far a run is.
public struct RunProgress: Hashable, Sendable {
  public struct Stage: Hashable, Sendable {
    public let name: String
    /// Items that wait in front of it, and items in it.
    public let waiting: Int
    public let running: Int

    public init(name: String, waiting: Int, running: Int) {
      self.name = name
      self.waiting = waiting
      self.running = running
    }
  }

  public let done: Int
  public let failed: Int
  /// The stage that limits is the one that has most items over time.
  public let stages: [Stage]

  public init(done: Int, failed: Int, stages: [Stage]) {
    self.done = done
    self.failed = failed
    self.stages = stages
  }
}
