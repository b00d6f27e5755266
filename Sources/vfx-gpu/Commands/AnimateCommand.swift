import GPUEffects

/// `vfx-gpu animate`: a scene's timeline to pictures.
enum AnimateCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> ExitStatus {
    let options = try AnimateOptions(arguments)
    let batch = Batch("animate", options.batch)
    if options.output == nil {
      try makeSession(options, batch).explain()
      return .done
    }
    return try batch.perform { () throws(CommandError) in
      let session = try makeSession(options, batch)
      if options.explains { try session.explain() }
      return options.batch.isDryRun ? try session.printPlan() : try session.run()
    }
  }

  private static func makeSession(
    _ options: AnimateOptions, _ batch: Batch
  ) throws(CommandError) -> AnimateSession {
    // Before anything can fail and be reported.
    var collisions = Collisions()
    collisions.read(options.scene)
    if let rows = options.rows { collisions.read(rows) }
    try options.batch.noteReports(&collisions)
    let template = try SceneTemplate(options)
    let rows = try options.rows.map { (path) throws(CommandError) in try SceneRows(path) }
    var scene = try template.scene()
    for warning in scene.warnings { batch.console.note("\(warning.path): \(warning.message)") }
    var pictures = ScenePictureFiles(
      folder: options.scene == "-" ? "." : options.scene.folder, console: batch.console)
    try pictures.findMedia(of: &scene)
    return try AnimateSession(options, template, scene, rows, pictures, batch)
  }
}
