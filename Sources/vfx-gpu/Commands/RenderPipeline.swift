import GPUEffects
/// Runs the jobs of a plan: files are decoded and encoded by several threads,
/// which takes nearly all of the time, and rendered by the calling one.
struct RenderPipeline {
  let plan: RenderPlan
  let files: FileStages
  let stage: RenderStage
  /// Threads for files; with 1 everything happens on the calling thread.
  let threads: Int
  let stopsAtFailure: Bool
  /// The image that all jobs start from, when there is one.
  let shared: Decoded?
  /// Told what became of a job, on any thread.
  let finished: @Sendable (RenderPlan.Job, Rendered?, ImageFailure?) -> Void

  /// - Returns: why the batch was ended early, if it was.
  func run() -> ExitStatus? {
    if threads == 1 || plan.count == 1 { return runAlone() }
    return runTogether()
  }

  private func runAlone() -> ExitStatus? {
    for index in 0..<plan.count {
      let job = plan[index]
      do throws(ImageFailure) {
        let rendered = try stage.render(try decode(job), for: job)
        try files.write(rendered, for: job, loop: spread(over: threads))
        finished(job, rendered, nil)
      } catch {
        finished(job, nil, error)
        if let status = verdict(error) { return status }
      }
    }
    return nil
  }

  private func decode(_ job: RenderPlan.Job) throws(ImageFailure) -> Decoded {
    guard let shared else { return try files.decode(job) }
    try files.checkOutput(job)
    return shared
  }

  private func verdict(_ failure: ImageFailure) -> ExitStatus? {
    failure.endsBatch ?? (stopsAtFailure ? .failed : nil)
  }

  /// What the threads hand to each other.
  private struct Queue: Sendable {
    var nextIndex = 0
    /// Jobs begun and not finished; bounded, because each holds images.
    var running = 0
    var decoded: [(index: Int, image: Decoded)] = []
    var rendered: [(index: Int, image: Rendered)] = []
    var verdict: ExitStatus?
  }

  private enum FileTask {
    case decode(Int)
    case write(Int, Rendered)
    case end
  }

  private func runTogether() -> ExitStatus? {
    let queue = Monitor(Queue())
    let count = plan.count
    let workers = min(threads, count)
    let bound = workers + 2
    // What the workers need, without the renderer, which is not theirs.
    let (plan, files, shared, finished) = (plan, files, shared, finished)
    let stopsAtFailure = stopsAtFailure

    @Sendable func fail(_ index: Int, _ failure: ImageFailure) {
      finished(plan[index], nil, failure)
      queue.change { queue in
        queue.running -= 1
        queue.verdict = queue.verdict ?? failure.endsBatch ?? (stopsAtFailure ? .failed : nil)
      }
    }

    @Sendable func work() {
      while true {
        let task = queue.wait { queue -> FileTask? in
          if !queue.rendered.isEmpty {
            let (index, image) = queue.rendered.removeFirst()
            return .write(index, image)
          }
          let isOver = queue.verdict != nil || queue.nextIndex == count
          if !isOver, queue.running < bound {
            queue.running += 1
            queue.nextIndex += 1
            return .decode(queue.nextIndex - 1)
          }
          return isOver && queue.running == 0 ? .end : nil
        }
        switch task {
        case .end: return
        case .decode(let index):
          do throws(ImageFailure) {
            let image: Decoded
            if let shared {
              try files.checkOutput(plan[index])
              image = shared
            } else {
              image = try files.decode(plan[index])
            }
            queue.change { $0.decoded.append((index, image)) }
          } catch {
            fail(index, error)
          }
        case .write(let index, let image):
          do throws(ImageFailure) {
            try files.write(image, for: plan[index])
            finished(plan[index], image, nil)
            queue.change { $0.running -= 1 }
          } catch {
            fail(index, error)
          }
        }
      }
    }

    let running = (0..<workers).compactMap { _ in Thread.start { work() } }
    // Without any thread the calling one does it all.
    if running.isEmpty { return runAlone() }
    while let (index, image) = nextDecoded(queue, count) {
      do throws(ImageFailure) {
        let rendered = try stage.render(image, for: plan[index])
        queue.change { $0.rendered.append((index, rendered)) }
      } catch {
        fail(index, error)
      }
    }
    for thread in running { thread.join() }
    return queue.change { $0.verdict }
  }

  /// Waits for an image to render; nil when there will be no more.
  private func nextDecoded(_ queue: Monitor<Queue>, _ count: Int) -> (Int, Decoded)? {
    queue.wait { queue -> (Int, Decoded)?? in
      if !queue.decoded.isEmpty { return queue.decoded.removeFirst() }
      let isOver = queue.verdict != nil || queue.nextIndex == count
      return isOver && queue.running == 0 ? .some(nil) : nil
    }
  }
}
