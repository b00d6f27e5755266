import GPUEffects
import GPUEffectsCodecs
import GPUEffectsSceneFile
import Glibc

/// `vfx-gpu animate`: a scene's timeline to pictures.
enum AnimateCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> ExitStatus {
    let options = try AnimateOptions(arguments)
    let console = Console(command: "animate", level: options.level)
    var scene = try scene(options)
    for warning in scene.warnings { console.note("\(warning.path): \(warning.message)") }
    var pictures = ScenePictureFiles(
      folder: options.scene == "-" ? "." : options.scene.folder, console: console)
    try pictures.findMedia(of: &scene)

    let session = try AnimateSession(options, scene, pictures, console)
    if options.explains {
      try session.explain()
      if options.output == nil { return .done }
    }
    if options.isDryRun { return try session.printPlan() }
    session.files.watchSignals()
    return try session.run()
  }

  /// The scene with what the command line changes.
  private static func scene(_ options: AnimateOptions) throws(CommandError) -> Scene {
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
    return scene
  }
}
