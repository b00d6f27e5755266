import Foundation

/// A folder that is gone, with what is in it, when the value is.
final class TemporaryFolder {
  struct Failure: Error {}

  let path: String

  init() throws {
    var template = Array("/tmp/gl-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure() }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Makes `name` and the folders above it.
  func folder(_ name: String) {
    var made = path
    for part in name.split(separator: "/") {
      made += "/" + part
      mkdir(made, 0o755)
    }
  }

  func link(_ name: String, to target: String) {
    symlink(target, "\(path)/\(name)")
  }
}
