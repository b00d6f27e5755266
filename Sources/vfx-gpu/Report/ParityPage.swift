import GPUEffects
import GPUEffectsCodecs
import GPUEffectsParity
import GPUEffectsSceneFile
import Glibc

/// A folder for people: a page that needs nothing else, and for each failure a
/// folder of files.
struct ParityPage {
  private let summary: ParitySummary
  private let folder: Path
  /// Pictures in base64; many are the same on every device.
  private var pictures: [String] = []
  private var places: [String: Int] = [:]

  init(_ summary: ParitySummary, in folder: Path) {
    self.summary = summary
    self.folder = folder
  }

  mutating func write() throws(CommandError) {
    var rows: [JSON] = []
    for result in summary.results {
      var members: [(String, JSON)] = [("pictures", collect(result.evidence?["pictures"]))]
      if result.status.isFailure {
        members.append(("files", .array(try writeFiles(result).map { .string($0) })))
      }
      rows.append(result.json.adding(members))
    }
    let report = summary.json.adding([
      ("rows", .array(rows)),
      ("histogramLimits", .array(Histogram.limits.map { .number($0) })),
    ])
    let data = JSON.object([
      ("report", report), ("pictures", .array(pictures.map { .string($0) })),
    ]).line
    // Inside a page no text may look like the end of a script.
    let safe = data.split(separator: "<", omittingEmptySubsequences: false)
      .joined(separator: "\\u003c")
    let parts = EmbeddedText.page.text.split(separator: "@@", omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw CommandError(.failed, "the built-in page has no place for a report")
    }
    try write(Array("\(parts[0])\(safe)\(parts[2])".utf8), to: folder.appending("index.html"))
  }

  private mutating func collect(_ files: JSONValue?) -> JSON {
    guard case .object(let files)? = files else { return .null }
    var members: [(String, JSON)] = []
    for name in files.keys {
      guard let picture = files[name]?.text else { continue }
      let place = places[picture] ?? pictures.count
      if place == pictures.count {
        pictures.append(picture)
        places[picture] = place
      }
      members.append((name, .integer(place)))
    }
    return .object(members)
  }

  /// - Returns: their paths, relative to the page.
  private func writeFiles(_ result: ParityResult) throws(CommandError) -> [String] {
    guard let evidence = result.evidence else { return [] }
    let name = "\(result.row.name)@\(result.target)".map { $0.isPlain ? String($0) : "-" }.joined()
    var files: [(String, [UInt8])] = [
      ("row.txt", Array("\(result.row)\n\(result.reason ?? "")\n\(result.command)\n".utf8))
    ]
    for picture in ["expected", "actual", "difference"] {
      if let bytes = evidence["pictures"]?[picture]?.text.flatMap(Base64.decoded) {
        files.append(("\(picture).png", bytes))
      }
    }
    if let plan = evidence["plan"]?.list, !plan.isEmpty {
      files.append(
        ("plan.txt", Array((plan.compactMap(\.text).joined(separator: "\n") + "\n").utf8)))
    }
    for (key, file) in [("scene", "scene.json"), ("program", "program.c")] {
      if let text = evidence[key]?.text { files.append((file, Array(text.utf8))) }
    }
    if let scene = evidence["scene"]?.text {
      for name in PatternPictures.names where scene.contains("\"\(name)\"") {
        if let picture = try? PatternPictures().picture(name, frame: 0).image,
          let bytes = try? PNG.encode(picture)
        {
          files.append((name, bytes))
        }
      }
    }
    for (file, bytes) in files {
      try write(bytes, to: folder.appending(Path(name)).appending(Path(file)))
    }
    return files.map { "\(name)/\($0.0)" }
  }

  private func write(_ bytes: [UInt8], to path: Path) throws(CommandError) {
    var failure: SystemError?
    do throws(SystemError) {
      try makeFolder(path.folder)
    } catch {
      failure = error
    }
    bytes.withUnsafeBytes { buffer in
      do throws(SystemError) {
        if failure == nil { try OutputFiles().write(buffer, to: path, overwrite: true) }
      } catch {
        failure = error
      }
    }
    if let failure { throw CommandError(.failed, "can't write \(path): \(failure)") }
  }
}

extension JSON {
  /// An object with these members, which replace those of the same name.
  func adding(_ members: [(String, JSON)]) -> JSON {
    guard case .object(let own) = self else { return self }
    let names = Set(members.map(\.0))
    return .object(own.filter { !names.contains($0.0) } + members)
  }
}

extension Character {
  /// Whether it may stand in any file's name.
  fileprivate var isPlain: Bool { isASCII && (isLetter || isNumber || "-_.@".contains(self)) }
}
