import GPUEffectsGL
import Glibc

/// Runs `body` with an executor on Mesa's software driver that nobody else
/// uses or has used.
func withNewExecutor<R>(_ body: (GLExecutor) throws -> R) throws -> R {
  try body(try GLExecutor(device: try GLDevice.open(.surfaceless)))
}

/// Runs `body` with the executor of this thread, which all tests that happen
/// to run on it share: shaders take longer to compile than most tests to run.
func withExecutor<R>(_ body: (GLExecutor) throws -> R) throws -> R {
  if let kept = pthread_getspecific(executorOfThread) {
    return try body(Unmanaged<GLExecutor>.fromOpaque(kept).takeUnretainedValue())
  }
  let executor = try GLExecutor(device: try GLDevice.open(.surfaceless))
  pthread_setspecific(executorOfThread, Unmanaged.passRetained(executor).toOpaque())
  return try body(executor)
}

/// Threads live as long as the process, so nothing is released.
private let executorOfThread = {
  var key = pthread_key_t()
  pthread_key_create(&key, nil)
  return key
}()
