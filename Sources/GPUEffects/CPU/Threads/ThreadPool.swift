import Glibc

/// Calls its second argument once with each number below the first, on any
/// threads, and returns when all calls have.
package typealias SharedLoop = @Sendable (Int, @Sendable (Int) -> Void) -> Void

/// Threads that live as long as the pool and share the work of one call.
///
/// Threads made per call often start on one core and stay there; a pool also
/// saves their creation, which costs more than a small blur.
package final class ThreadPool: Sendable {
  /// Threads that work on a call, the caller among them.
  package let threads: Int
  private let shared = Shared()
  private let loop: SharedLoop?

  /// - Parameter loop: threads of the caller's, who has other work for them too;
  ///   without it the pool has its own.
  package init(threads: Int, loop: SharedLoop? = nil) {
    self.threads = max(1, threads)
    self.loop = loop
    if loop == nil { for _ in 1..<self.threads { shared.startThread() } }
  }

  deinit { shared.stop() }

  /// Calls `body` once for each index below `count`, on any of the threads, and
  /// returns when all have returned. While another call holds the threads, the
  /// caller does its work alone.
  package func run(_ count: Int, _ body: @Sendable (Int) -> Void) {
    if let loop { return loop(count, body) }
    guard count > 1, threads > 1, shared.reserve() else {
      for index in 0..<count { body(index) }
      return
    }
    withoutActuallyEscaping(body) { shared.work(count, $0) }
    shared.release()
  }
}

/// What the threads wait on; every stored property is guarded by `mutex`.
private final class Shared: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let wake = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let finished = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var workers: [pthread_t] = []
  private var body: (@Sendable (Int) -> Void)?
  private var next = 0
  private var count = 0
  private var running = 0
  private var reserved = false
  private var stopping = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(wake, nil)
    pthread_cond_init(finished, nil)
  }

  deinit {
    pthread_cond_destroy(wake)
    pthread_cond_destroy(finished)
    pthread_mutex_destroy(mutex)
    wake.deallocate()
    finished.deallocate()
    mutex.deallocate()
  }

  /// A machine that refuses the thread leaves the work to the others.
  func startThread() {
    var thread = pthread_t()
    let retained = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Shared>.fromOpaque(context).takeRetainedValue().serve()
        return nil
      }, retained.toOpaque())
    if status == 0 { workers.append(thread) } else { retained.release() }
  }

  func stop() {
    pthread_mutex_lock(mutex)
    stopping = true
    pthread_cond_broadcast(wake)
    pthread_mutex_unlock(mutex)
    for worker in workers { pthread_join(worker, nil) }
  }

  func reserve() -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if reserved { return false }
    reserved = true
    return true
  }

  func release() {
    pthread_mutex_lock(mutex)
    reserved = false
    pthread_mutex_unlock(mutex)
  }

  func work(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    pthread_mutex_lock(mutex)
    self.body = body
    self.count = count
    next = 0
    pthread_cond_broadcast(wake)
    takeTasks(body)
    while running > 0 { pthread_cond_wait(finished, mutex) }
    self.body = nil
    pthread_mutex_unlock(mutex)
  }

  private func serve() {
    pthread_mutex_lock(mutex)
    while !stopping {
      if let body, next < count {
        takeTasks(body)
        if running == 0 { pthread_cond_signal(finished) }
      } else {
        pthread_cond_wait(wake, mutex)
      }
    }
    pthread_mutex_unlock(mutex)
  }

  /// Called and left with the mutex held.
  private func takeTasks(_ body: @Sendable (Int) -> Void) {
    while next < count {
      let index = next
      next += 1
      running += 1
      pthread_mutex_unlock(mutex)
      body(index)
      pthread_mutex_lock(mutex)
      running -= 1
    }
  }
}
