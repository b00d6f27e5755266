import GPUEffectsCodecs
package import GPUEffectsModel
package import GPUEffectsParity
import Glibc

/// Where the test data lies.
package enum Fixtures {
  /// `Tests/Fixtures`, absolute, without a slash at its end.
  package static let folder: String = {
    let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    return "/\(tests)/Fixtures"
  }()

  /// The path of a fixture, such as `photos/coffee.png`.
  package static func path(_ name: String) -> String { "\(folder)/\(name)" }

  package struct Unreadable: Error {
    package let path: String
  }

  /// The content of a fixture.
  package static func bytes(_ name: String) throws -> [UInt8] {
    guard let file = fopen(path(name), "rb") else { throw Unreadable(path: path(name)) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// A cup of coffee on a table: 600 x 400, 8-bit RGB.
  package static let coffee = Result { try PNG.decode(bytes("photos/coffee.png")).image }
}

extension ParitySource {
  /// The image, its photo being the cup of coffee.
  package func image() throws -> Image { image(photo: try Fixtures.coffee.get()) }
}

extension StabilitySuite {
  /// With the cup of coffee among its pictures.
  package init(_ executor: @escaping ParityExecutor) throws {
    self.init(photo: try Fixtures.coffee.get(), executor)
  }
}
