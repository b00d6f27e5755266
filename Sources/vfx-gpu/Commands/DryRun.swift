/// `--dry-run`: what would be rendered, one line an image.
enum DryRun {
  static func print(
    _ plan: RenderPlan, _ inputs: InputList, _ options: RenderOptions, _ console: Console
  ) throws(CommandError) -> ExitStatus {
    let files = FileStages(
      overwrite: options.overwrite, compression: options.compression, files: OutputFiles(),
      console: console)
    let report = RenderReport(keepsEntries: options.report != nil)
    for failure in inputs.failures {
      report.add(.init(input: failure.name, status: .failed, error: failure.message))
      console.error("\(failure.name): \(failure.message)")
    }
    for index in 0..<plan.count {
      let job = plan[index]
      do throws(ImageFailure) {
        try files.checkOutput(job)
        report.add(
          .init(
            input: job.input.name, output: job.destination.name, frame: job.frame,
            status: .rendered))
        if options.report != .standardOutput {
          try printLine("\(job.input.name) -> \(job.destination.name)\n")
        }
      } catch {
        report.add(.init(input: job.input.name, status: .failed, error: error.message))
        console.error("\(job.input.name): \(error.message)")
      }
    }
    let counts = report.counts
    console.note(
      "would render \(counts.rendered), fail \(counts.failed), skip \(inputs.skipped)")
    try options.report?.write(report.json(skipped: inputs.skipped, interrupted: false))
    return counts.failed > 0 || counts.rendered == 0 ? .failed : .done
  }

  private static func printLine(_ line: String) throws(ImageFailure) {
    do throws(CommandError) {
      try Console.print(line)
    } catch {
      throw ImageFailure(error.message)
    }
  }
}
