/// Where the test data lies.
package enum Fixtures {
  /// `Tests/Fixtures`, absolute, without a slash at its end.
  package static let folder: String = {
    let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    return "/\(tests)/Fixtures"
  }()

  /// The path of a fixture, such as `photos/coffee.png`.
  package static func path(_ name: String) -> String { "\(folder)/\(name)" }
}
