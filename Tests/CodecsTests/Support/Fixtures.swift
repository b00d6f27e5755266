import Foundation
import GPUEffectsModel

enum Fixtures {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures")

  static let pngSuite: [String] = {
    let suite = folder.appending(path: "pngsuite").path
    let names = try? FileManager.default.contentsOfDirectory(atPath: suite)
    return (names ?? []).filter { $0.hasSuffix(".png") }.sorted()
  }()

  static func pngSuite(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: folder.appending(path: "pngsuite").appending(path: name)))
  }

  /// A file by its path in the folder.
  static func file(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: folder.appending(path: path)))
  }

  static func photo(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: folder.appending(path: "photos").appending(path: name)))
  }
}

extension Image {
  /// An image of the given samples.
  init(_ width: Int, _ height: Int, _ format: PixelFormat, bytes: [UInt8]) {
    self.init(width: width, height: height, format: format) { $0.copyBytes(from: bytes) }
  }

  var bytes: [UInt8] { pixels.withUnsafeBytes { Array($0) } }

  /// Red, green, blue, alpha of each pixel, 0...65535.
  func rgba16() -> [[UInt16]] {
    let samples: [UInt16] = pixels.withUnsafeBytes { bytes in
      format.depth == .unorm8
        ? bytes.map { UInt16($0) * 257 } : Array(bytes.assumingMemoryBound(to: UInt16.self))
    }
    let count = format.channels.rawValue
    return stride(from: 0, to: samples.count, by: count).map { at in
      let color =
        format.channels.isGray
        ? [samples[at], samples[at], samples[at]] : Array(samples[at..<at + 3])
      return color + [format.channels.hasAlpha ? samples[at + count - 1] : 65535]
    }
  }
}
