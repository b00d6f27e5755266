import GPUEffects
import Glibc

/// Makes the process deal with signals as a batch program should.
enum Interruption {
  /// A reader that closed standard output and a file-size limit become errors
  /// of the write, not the end of the process.
  static func makeWritesFail() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// The signals that ask the process to end.
  private static var endings: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      // What the caller ignores, as nohup and shells in the background do, is
      // ignored here too.
      var action = sigaction()
      sigaction(signal, nil, &action)
      if unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) != 1 {
        sigaddset(&signals, signal)
      }
    }
    return signals
  }

  /// Starts threads that leave these signals to others: one that took them would
  /// end the process on the spot.
  static func sheltering<R>(_ start: () -> R) -> R {
    var (signals, before) = (endings, sigset_t())
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return start()
  }

  /// Calls `handler` with the signal, on a thread of its own, when the process
  /// is asked to end. All threads that were started before must be sheltered;
  /// later ones are.
  static func onSignal(_ handler: @escaping @Sendable (Int32) -> Void) {
    var signals = endings
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let watched = signals
    Thread.start {
      var signals = watched
      var signal: Int32 = 0
      while sigwait(&signals, &signal) != 0 {}
      // Last words that nobody reads, as into a full pipe, would take forever.
      let status = 128 + signal
      Thread.start {
        usleep(1_000_000)
        _exit(status)
      }
      handler(signal)
    }
  }
}

/// Standard streams that the caller closed would be opened again by the next
/// file, which then got the messages meant for them.
func keepStandardStreamsTaken() {
  for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) == -1 {
    // Read-only, so that what is written there fails.
    _ = open("/dev/null", O_RDONLY)
  }
}
