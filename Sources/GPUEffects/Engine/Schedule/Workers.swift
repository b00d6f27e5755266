/// The threads of a batch: they run the stages of a pipeline, and whoever of
/// them has nothing to do helps with the loops inside a stage. So a batch keeps
/// as many cores busy as it may have, and never more threads than that.
public final class Workers: Sendable {
  struct State: Sendable {
    var loops = SharedLoops()
    var run: Run?
    var isStopping = false
    var threads: [Thread] = []
    /// Whether the thread that calls `run` does the work of workers too.
    var callerHelps = true
  }

  let state = Monitor(State())
  /// - Parameters:
  ///   - count: threads that work at the same time, at least 1.
  ///   - callerIsOne: whether the calling thread is one of them. It is not where
  ///     it mostly waits for a device.
  public init(_ count: Int, callerIsOne: Bool = true) {
    for _ in 1..<max(1, count) { startThread() }
    if !callerIsOne { leaveCaller() }
  }

  /// The calling thread will mostly wait for a device: another one takes its
  /// place, where the system has one.
  public func leaveCaller() {
    guard startThread() else { return }
    state.change { $0.callerHelps = false }
  }

  @discardableResult
  private func startThread() -> Bool {
    let state = state
    guard let thread = Thread.start({ Self.serve(state) }) else { return false }
    state.change { $0.threads.append(thread) }
    return true
  }

  deinit { stop() }

  /// Ends the threads, once they have nothing to do. Later runs and loops are
  /// the caller's alone.
  public func stop() {
    let threads = state.change { state in
      state.isStopping = true
      state.callerHelps = true
      defer { state.threads = [] }
      return state.threads
    }
    for thread in threads { thread.join() }
  }

  /// Calls `body` once with each number below `count`, on the calling thread and
  /// on those that have nothing to do, and returns when all calls have.
  public func loop(_ count: Int, _ body: @Sendable (Int) -> Void) {
    guard count > 1, state.quietly({ !$0.threads.isEmpty }) else {
      for index in 0..<count { body(index) }
      return
    }
    withoutActuallyEscaping(body) { body in
      withUnsafePointer(to: body) { pointer in
        let id = state.change { $0.loops.open(count, LoopBody(pointer)) }
        while let index = state.quietly({ $0.loops.claim(id) }) { body(index) }
        state.wait { $0.loops.close(id) ? () : nil }
      }
    }
  }

  /// Runs a pipeline; other threads that want to run one wait.
  func run(_ run: Run, _ control: RunControl) {
    state.wait { state -> Void? in
      guard state.run == nil else { return nil }
      state.run = run
      return ()
    }
    control.attach(state)
    state.change { _ in }
    Self.work(state) { state in
      let helps = state.callerHelps
      // What nobody else can do comes first, so that others don't run dry.
      if let assignment = state.next(at: [.caller], helps: false) { return assignment }
      if helps, let assignment = state.next(at: [.workers], helps: true) { return assignment }
      return state.run?.ledger.isOver == false ? nil : .some(nil)
    }
    control.detach()
    state.change { $0.run = nil }
  }

  private static func serve(_ state: Monitor<State>) {
    work(state) { state in
      if let assignment = state.next(at: [.workers], helps: true) { return assignment }
      return state.isStopping ? .some(nil) : nil
    }
  }

  /// Does what `next` says until it says that there is no more.
  private static func work(
    _ state: Monitor<State>, _ next: (inout State) -> Assignment??
  ) {
    while let assignment = state.wait(for: next) { assignment.perform(state) }
  }
}

/// Something for one thread to do.
enum Assignment: Sendable {
  case step(Run.Step)
  case chunk(SharedLoops.Chunk)

  func perform(_ state: Monitor<Workers.State>) {
    switch self {
    case .step(let step): step.perform(state)
    case .chunk(let chunk):
      chunk.body.call(chunk.index)
      state.change { $0.loops.finished(chunk) }
    }
  }
}

extension Workers.State {
  mutating func next(at places: Set<Stage.Place>, helps: Bool) -> Assignment? {
    if let step = run?.nextStep(at: places) { return .step(step) }
    return helps ? loops.help().map { .chunk($0) } : nil
  }
}
