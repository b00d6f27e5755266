import Synchronization

/// The threads of a batch: they run the stages of a pipeline, and whoever of
/// them has nothing to do helps with the loops inside a stage. So a batch keeps
/// as many cores busy as it may have, and never more threads than that.
public final class Workers: Sendable {
  struct State: Sendable {
    var loops = SharedLoops()
    var run: Run?
    var isStopping = false
  }

  let state = Monitor(State())
  private let threads: Mutex<[Thread]>
  /// Threads besides the caller's; fewer than asked where the system has no more.
  public let threadCount: Int
  /// Whether the thread that calls `run` does the work of workers too.
  let callerHelps: Bool

  /// - Parameters:
  ///   - count: threads that work at the same time, at least 1.
  ///   - callerIsOne: whether the calling thread is one of them. It is not where
  ///     it mostly waits for a device.
  public init(_ count: Int, callerIsOne: Bool = true) {
    let state = state
    let started = (0..<max(0, count - (callerIsOne ? 1 : 0))).compactMap { _ in
      Thread.start { Self.serve(state) }
    }
    threadCount = started.count
    callerHelps = callerIsOne || started.isEmpty
    threads = Mutex(started)
  }

  deinit { stop() }

  /// Ends the threads, once they have nothing to do. Later runs and loops are
  /// the caller's alone.
  public func stop() {
    state.change { $0.isStopping = true }
    for thread in threads.withLock({ threads in
      defer { threads = [] }
      return threads
    }) { thread.join() }
  }

  /// Calls `body` once with each number below `count`, on the calling thread and
  /// on those that have nothing to do, and returns when all calls have.
  public func loop(_ count: Int, _ body: @Sendable (Int) -> Void) {
    guard count > 1, threadCount > 0 else {
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
    let places: Set<Stage.Place> = callerHelps ? [.caller, .workers] : [.caller]
    let helps = callerHelps
    Self.work(state) { state in
      if let assignment = state.next(at: places, helps: helps) { return assignment }
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
