import GPUEffects
import GPUEffectsCodecs
import GPUEffectsSceneFile
import Glibc

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
    try options.batch.noteReports(&collisions)
    let (text, parsed) = try scene(options)
    var scene = parsed
    for warning in scene.warnings { batch.console.note("\(warning.path): \(warning.message)") }
    var pictures = ScenePictureFiles(
      folder: options.scene == "-" ? "." : options.scene.folder, console: batch.console)
    try pictures.findMedia(of: &scene)
    return try AnimateSession(options, scene, text: text, pictures, batch)
  }

  /// The scene with what the command line changes.
  private static func scene(
    _ options: AnimateOptions
  ) throws(CommandError) -> (text: [UInt8], scene: Scene) {
    let name = options.scene
    if name == "-", isatty(STDIN_FILENO) == 1 {
      throw .usage("standard input is a terminal; redirect it from a file")
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = name == "-" ? try readAll(STDIN_FILENO, limit: 1 << 28) ?? [] : try readFile(name)
    } catch {
      throw CommandError(.failed, "can't read the scene \(name): \(error)")
    }
    var scene: Scene
    do throws(SceneFileError) {
      scene = try SceneFile(bytes).scene(setting: options.overrides)
    } catch {
      throw CommandError(.failed, "\(name): \(error)")
    }
    if let rate = options.frameRate { scene.frameRate = rate }
    if let scale = options.displayScale { scene.canvas.scale = scale }
    if let kernel = options.kernel { scene.canvas.kernel = kernel }
    if let style = options.interfaceStyle { scene.canvas.interfaceStyle = style }
    if options.reduceTransparency { scene.canvas.reduceTransparency = true }
    let (width, height) = (scene.canvas.pixelWidth, scene.canvas.pixelHeight)
    if width > 32_768 || height > 32_768 || width * height > 1 << 28 {
      throw .usage(
        "--display-scale makes a canvas of \(width)x\(height) pixels; at most 32768 on a side and "
          + "\(1 << 28) in all are possible")
    }
    return (bytes, scene)
  }
}
