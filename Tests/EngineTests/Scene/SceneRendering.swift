import GPUEffects
import GPUEffectsCodecs
import GPUEffectsModel
import GPUEffectsSceneFile
import Glibc
import Synchronization
import TestSupport
import Testing

/// Pictures from memory, counting how often they are asked for.
final class TestPictures: ScenePictures, Sendable {
  private let images: [String: Image]
  private let count = Mutex(0)

  init(_ images: [String: Image] = [:]) { self.images = images }

  var loads: Int { count.withLock { $0 } }

  struct Missing: Error {
    let path: String
  }

  func picture(_ path: String, frame: Int) throws -> ScenePicture {
    count.withLock { $0 += 1 }
    guard let image = images[path] else { throw Missing(path: path) }
    return ScenePicture(image)
  }
}

func sceneRenderer(
  _ pictures: any ScenePictures = TestPictures(), backend: Backend = .cpu,
  depth: PixelFormat.Depth = .unorm16
) throws -> SceneRenderer {
  let renderer = try Renderer(RendererRequest(backend: backend, threads: 2))
  return SceneRenderer(renderer, pictures: pictures, threads: 2, depth: depth)
}

/// A scene of these layers at time 0, in levels of 255.
func rendered(
  _ layers: [Layer], on canvas: Canvas, pictures: TestPictures = TestPictures()
) throws -> Levels {
  let scene = Scene(canvas: canvas, layers: layers)
  return Levels(try sceneRenderer(pictures).render(scene.frame(at: 0)))
}

/// The samples of a 16-bit frame in levels of 255.
struct Levels: Equatable {
  let width: Int
  let height: Int
  private let channels: Int
  private let samples: [UInt16]

  init(_ image: Image) {
    width = image.width
    height = image.height
    channels = image.format.channels.rawValue
    samples = image.pixels.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
  }

  subscript(x: Int, y: Int) -> [Double] {
    let start = (y * width + x) * channels
    return samples[start..<(start + channels)].map { Double($0) / 257 }
  }
}

extension Canvas {
  static func test(
    _ width: Double, _ height: Double, scale: Double = 1, background: Color = .white,
    kernel: BlurKernel = .gaussian
  ) -> Canvas {
    Canvas(
      size: Size(width: width, height: height), scale: scale, background: background,
      kernel: kernel)
  }
}

func gray(_ level: Double, alpha: Double = 1) -> Color {
  Color(red: level / 255, green: level / 255, blue: level / 255, alpha: alpha)
}

func expectNear(
  _ actual: [Double], _ expected: [Double], within tolerance: Double, _ comment: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let distance = zip(actual, expected).map { abs($0 - $1) }.max() ?? .infinity
  #expect(
    distance <= tolerance && actual.count >= expected.count,
    "\(comment): \(actual) instead of \(expected)", sourceLocation: sourceLocation)
}

/// The scenes of `Examples`, with their pictures.
struct Example: ScenePictures, CustomTestStringConvertible {
  let name: String

  var testDescription: String { name }

  static let folder: String = {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return "/\(root)/Examples"
  }()

  static let all: [Example] = {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".json") { names.append(String(name.dropLast(5))) }
    }
    return names.sorted().map { Example(name: $0) }
  }()

  func scene(scale: Double? = nil) throws -> Scene {
    var scene = try SceneFile(Self.bytes("\(name).json")).scene()
    if let scale { scene.canvas.scale = scale }
    return scene
  }

  func picture(_ path: String, frame: Int) throws -> ScenePicture {
    try ScenePicture(
      Self.images.withLock { images throws -> Image in
        if let image = images[path] { return image }
        let image = try PNG.decode(Self.bytes(path)).image
        images[path] = image
        return image
      })
  }

  private static let images = Mutex<[String: Image]>([:])

  private static func bytes(_ name: String) throws -> [UInt8] {
    try Fixtures.bytes("../../Examples/\(name)")
  }
}
