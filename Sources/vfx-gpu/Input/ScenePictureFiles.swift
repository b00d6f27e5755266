import GPUEffects
import GPUEffectsCodecs
import GPUEffectsSceneFile

/// The pictures of a scene, as files beside it.
struct ScenePictureFiles: ScenePictures {
  /// What the scene's paths are relative to.
  let folder: Path
  let console: Console
  /// Numbered sequences among the scene's paths, with the numbers there are.
  private var sequences: [String: (pattern: FramePattern, numbers: [Int])] = [:]

  init(folder: Path, console: Console) {
    self.folder = folder
    self.console = console
  }

  /// All files that the scene may show.
  private(set) var files: [Path] = []

  /// Finds the scene's sequences, so that the timeline knows how long they are.
  mutating func findMedia(of scene: inout Scene) throws(CommandError) {
    var paths: Set<String> = []
    for layer in scene.layers { layer.collectPaths(&paths) }
    for path in paths.sorted() {
      guard let pattern = try FramePattern(located(path)) else {
        files.append(located(path))
        continue
      }
      let names = (try? namesInFolder(pattern.folder)) ?? []
      let numbers = names.compactMap { pattern.number(in: $0) }.sorted()
      guard !numbers.isEmpty else {
        throw CommandError(.failed, "no picture of the sequence \(located(path)) is there")
      }
      sequences[path] = (pattern, numbers)
      files += numbers.map { pattern.path($0) }
      scene.media[path] = Media(frameCount: numbers.count, rate: scene.frameRate)
    }
  }

  /// The single pictures that a scene like this one shows.
  func files(of scene: Scene) -> [Path] {
    var paths: Set<String> = []
    for layer in scene.layers { layer.collectPaths(&paths) }
    return paths.filter { sequences[$0] == nil }.sorted().map(located)
  }

  func picture(_ path: String, frame: Int) throws -> ScenePicture {
    var file = located(path)
    if let (pattern, numbers) = sequences[path] {
      file = pattern.path(numbers[min(max(frame, 0), numbers.count - 1)])
    }
    do throws(ImageFailure) {
      let decoded = try readImage(.file(file))
      for warning in decoded.warnings { console.detail("\(file): \(warning)") }
      if decoded.metadata.profile != nil {
        console.note("\(file): its colour profile is not applied; its values are taken as sRGB")
      }
      return ScenePicture(decoded.image, scale: displayScale(ofName: file) ?? 1)
    } catch {
      throw ImageFailure("the picture \(file): \(error.message)")
    }
  }

  private func located(_ path: String) -> Path {
    path.hasPrefix("/") || folder == "." ? Path(path) : folder.appending(Path(path))
  }
}

extension Layer {
  fileprivate func collectPaths(_ paths: inout Set<String>) {
    if case .image(let image) = content { paths.insert(image.path) }
    if case .layer(let layer) = mask { layer.collectPaths(&paths) }
    for layer in layers { layer.collectPaths(&paths) }
  }
}
