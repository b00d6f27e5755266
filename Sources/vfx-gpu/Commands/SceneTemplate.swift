import GPUEffects
import GPUEffectsSceneFile
import Glibc

/// A scene file with what the command line changes, to be decoded once, or once
/// for every row of `--batch`.
struct SceneTemplate: Sendable {
  /// As it was written.
  let text: [UInt8]
  private let file: SceneFile
  private let options: AnimateOptions

  init(_ options: AnimateOptions) throws(CommandError) {
    let name = options.scene
    if name == "-", isatty(STDIN_FILENO) == 1 {
      throw .usage("standard input is a terminal; redirect it from a file")
    }
    do throws(SystemError) {
      text = name == "-" ? try readAll(STDIN_FILENO, limit: 1 << 28) ?? [] : try readFile(name)
    } catch {
      throw CommandError(.failed, "can't read the scene \(name): \(error)")
    }
    do throws(SceneFileError) {
      file = try SceneFile(text)
    } catch {
      throw CommandError(.failed, "\(name): \(error)")
    }
    self.options = options
  }

  /// - Parameters:
  ///   - row: changes more, after the command line.
  ///   - label: what errors name instead of the scene's file.
  func scene(
    _ row: [SceneOverride] = [], label: String? = nil
  ) throws(CommandError) -> Scene {
    var scene: Scene
    do throws(SceneFileError) {
      scene = try file.scene(setting: options.overrides + row)
    } catch {
      throw CommandError(.failed, "\(label ?? "\(options.scene)"): \(error)")
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

/// The rows of `--batch`: a line of JSON each, an object of `"LAYER.KEY": VALUE`.
struct SceneRows: Sendable {
  let name: Path
  private let lines: [(number: Int, text: [UInt8])]

  init(_ path: Path) throws(CommandError) {
    name = path
    let limit = 1 << 26
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes =
        path == "-" ? try readAll(STDIN_FILENO, limit: limit) : try readFile(path, limit: limit)
      if bytes == nil { throw SystemError(EFBIG) }
    } catch {
      throw CommandError(
        .failed,
        error.code == EFBIG
          ? "--batch: \(path) is longer than 64 MiB" : "--batch: can't read \(path): \(error)")
    }
    lines = (bytes ?? []).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated().map { ($0.offset + 1, Array($0.element)) }
      .filter { !$0.text.allSatisfy { [9, 13, 32].contains($0) } }
    if lines.isEmpty { throw CommandError(.failed, "--batch: there are no rows in \(path)") }
  }

  var count: Int { lines.count }

  /// The text of a row, for who tells rows apart.
  func text(_ row: Int) -> [UInt8] { lines[row].text }

  /// A row's scene.
  func scene(_ row: Int, _ template: SceneTemplate) throws(ImageFailure) -> Scene {
    let label = "line \(lines[row].number) of \(name)"
    let overrides: [SceneOverride]
    do throws(SceneFileError) {
      overrides = try SceneOverride.row(lines[row].text)
    } catch {
      throw ImageFailure("\(label): \(error.message)")
    }
    do throws(CommandError) {
      return try template.scene(overrides, label: label)
    } catch {
      throw ImageFailure(error.message)
    }
  }
}
