/// The built-in rows.
package enum Manifest {
  /// All rows, in order.
  package static func rows() throws(ManifestError) -> [Row] {
    try rows(in: EmbeddedText.manifest.text)
  }

  /// The rows of a text, one a line; empty lines and those that begin with `#`
  /// are left out.
  package static func rows(in text: String) throws(ManifestError) -> [Row] {
    var rows: [Row] = []
    var names: Set<String> = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let row = try Row(String(line))
      guard names.insert(row.name).inserted else {
        throw ManifestError("there are two rows '\(row.name)'")
      }
      rows.append(row)
    }
    return rows
  }
}
