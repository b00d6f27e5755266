/// `--dry-run`: what would be rendered, one line an image.
struct DryRun {
  private let batch: Batch
  private let files: FileStages

  init(_ batch: Batch) {
    self.batch = batch
    files = FileStages(batch)
  }

  func print(_ plan: RenderPlan, _ inputs: InputList) throws(CommandError) -> ExitStatus {
    for failure in inputs.failures {
      batch.fail(
        .init(place: 2 * failure.place, input: failure.name, status: .failed),
        ImageFailure(failure.message))
    }
    for place in 0..<plan.count { try print(plan[place], place) }
    return conclude(skipped: inputs.skipped)
  }

  /// - Parameter label: instead of the input's name.
  func print(_ job: RenderPlan.Job, _ place: Int, label: String? = nil) throws(CommandError) {
    var entry = RenderReport.Entry(
      place: job.place ?? place, input: job.input.name, output: job.destination.name,
      frame: job.frame, status: .rendered)
    do throws(ImageFailure) {
      try files.checkOutput(job)
    } catch {
      batch.fail(entry, error)
      return
    }
    entry.status = .rendered
    batch.report.add(entry)
    if batch.options.report != .standardOutput {
      try Console.print("\(label ?? "\(job.input.name)") -> \(job.destination.name)\n")
    }
  }

  func conclude(skipped: Int) -> ExitStatus {
    let counts = batch.report.counts
    batch.console.note(
      "would render \(counts.rendered), fail \(counts.failed), skip \(skipped)")
    return counts.failed > 0 || counts.rendered == 0 ? .failed : .done
  }
}
