import Glibc

/// Threads of the C library; Swift's concurrency would cost its start.
package struct Thread: Sendable {
  private let handle: pthread_t

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a new thread; nil when the system has no more.
  @discardableResult
  package static func start(_ body: @escaping @Sendable () -> Void) -> Thread? {
    let box = Unmanaged.passRetained(Body(body))
    var handle = pthread_t()
    let code = pthread_create(
      &handle, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      box.release()
      return nil
    }
    return Thread(handle: handle)
  }

  /// Waits for its end; a thread that means itself is left to end alone.
  package func join() {
    if pthread_equal(handle, pthread_self()) != 0 {
      pthread_detach(handle)
    } else {
      pthread_join(handle, nil)
    }
  }
}
