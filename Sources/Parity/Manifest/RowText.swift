import GPUEffectsModel

// A line: `NAME: SOURCE | WORK | EXPECTATION`.

extension Row: CustomStringConvertible {
  package var description: String {
    let parts: [String] =
      switch work {
      case .effect(let look, on: let source): [source.text, "\(look)", "\(expectation)"]
      case .scene(let scene): [scene.head, scene.layers, "\(expectation)"]
      case .check(let check): ["check", check.rawValue]
      }
    return "\(name): " + parts.joined(separator: " | ")
  }

  package init(_ line: String) throws(ManifestError) {
    guard let colon = line.firstIndex(of: ":") else {
      throw ManifestError("'\(line)' has no name before a colon")
    }
    let name = String(line[..<colon])
    let parts = Self.parts(line[line.index(after: colon)...])
    guard name.contains("/"), !name.contains(" "), parts.count >= 2 else {
      throw ManifestError("'\(name)' is no row: write GROUP/NAME: SOURCE | WORK | EXPECTATION")
    }
    do throws(ManifestError) {
      if parts[0] == "check" {
        guard let check = Check(rawValue: parts[1]) else {
          throw ManifestError("there is no check '\(parts[1])'")
        }
        self.init(name: name, work: .check(check))
        return
      }
      let work: Work =
        parts[0].hasPrefix("scene ")
        ? .scene(try SceneRow(parts[0], layers: parts[1]))
        : .effect(try Look(parts[1]), on: try ParitySource(text: parts[0]))
      self.init(
        name: name, work: work,
        expectation: parts.count > 2 ? try RowExpectation(parts[2]) : RowExpectation())
    } catch {
      throw ManifestError("\(name): \(error)")
    }
  }

  private static func parts(_ text: Substring) -> [String] {
    var parts = [""]
    for word in text.split(separator: " ") {
      if word == "|" {
        parts.append("")
      } else {
        parts[parts.count - 1] += (parts[parts.count - 1].isEmpty ? "" : " ") + word
      }
    }
    return parts
  }
}

extension ParitySource {
  /// `PICTURE WIDTHxHEIGHT FORMAT [premultiplied]`, the format being `gray`,
  /// `grayalpha`, `rgb` or `rgba` with 8 or 16.
  var text: String {
    let channels = isGray ? (alpha == .opaque ? "gray" : "grayalpha") : nil
    let format = channels ?? (alpha == .opaque ? "rgb" : "rgba")
    return "\(picture.rawValue) \(width)x\(height) \(format)\(depth == .unorm8 ? 8 : 16)"
      + (alpha == .premultiplied ? " premultiplied" : "")
  }

  init(text: String) throws(ManifestError) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count >= 3, let picture = Picture(rawValue: words[0]),
      let (width, height) = size(words[1]), width <= 600, height <= 400
    else {
      throw ManifestError("'\(text)' is no source: write PICTURE WIDTHxHEIGHT FORMAT")
    }
    let formats = ["gray", "grayalpha", "rgb", "rgba"]
    guard
      let depth = [PixelFormat.Depth.unorm8, .unorm16].first(where: { words[2].hasSuffix($0.bits) }
      ),
      let channels = formats.firstIndex(of: String(words[2].dropLast(depth.bits.count)))
    else { throw ManifestError("'\(words[2])' is no format") }
    let kind = words.dropFirst(3).first
    guard words.count <= 4, kind == nil || kind == "premultiplied" else {
      throw ManifestError("'\(text)' is no source: after the format only 'premultiplied' may stand")
    }
    let isOpaque = channels % 2 == 0
    self.init(
      picture, width, height,
      isOpaque ? .opaque : kind == "premultiplied" ? .premultiplied : .straight)
    isGray = channels < 2
    self.depth = depth
  }
}

extension PixelFormat.Depth {
  fileprivate var bits: String { self == .unorm8 ? "8" : "16" }
}

extension SceneRow {
  fileprivate var head: String {
    var words = ["scene", "\(width)x\(height)"]
    if scale != 1 { words.append("@\(shortest(scale))") }
    words.append(background)
    if style == .dark { words.append("dark") }
    if kernel == .apple { words.append("apple") }
    if reducesTransparency { words.append("reduced") }
    return words.joined(separator: " ")
  }

  fileprivate init(_ head: String, layers: String) throws(ManifestError) {
    let words = head.split(separator: " ").dropFirst()
    guard let first = words.first, let (width, height) = size(String(first)) else {
      throw ManifestError("'\(head)' is no canvas: write scene WIDTHxHEIGHT BACKGROUND")
    }
    self.init(width: width, height: height, layers: layers)
    for word in words.dropFirst() {
      switch word {
      case "dark": style = .dark
      case "apple": kernel = .apple
      case "reduced": reducesTransparency = true
      case _ where word.hasPrefix("@"):
        guard let scale = Double(word.dropFirst()), scale > 0 else {
          throw ManifestError("'\(word)' is no scale")
        }
        self.scale = scale
      default: background = String(word)
      }
    }
  }
}

private func size(_ text: String) -> (Int, Int)? {
  let sides = text.split(separator: "x").map { Int($0) }
  guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0 else {
    return nil
  }
  return (width, height)
}

extension RowExpectation: CustomStringConvertible {
  /// `8 bits, within 1 for 97%, 5 passes, limit 64, twice`, or `differs by 4
  /// from LOOK` at the end.
  package var description: String {
    var items = [depth == .unorm8 ? "8 bits" : depth == .unorm16 ? "16 bits" : "float"]
    if other == nil {
      items.append("within \(shortest(far))" + (many < 1 ? " for \(shortest(percent))%" : ""))
    }
    if let passes { items.append("\(passes) passes") }
    if let limit { items.append("limit \(limit)") }
    if isRepeated { items.append("twice") }
    if let other { items.append("differs by \(shortest(far)) from \(other)") }
    return items.joined(separator: ", ")
  }

  /// Of the samples that must be within half of `far`.
  private var percent: Double { ((1 - many) * 1e4).rounded() / 100 }

  init(_ text: String) throws(ManifestError) {
    self.init()
    let items = text.split(separator: ",").map { $0.drop { $0 == " " } }
    for (i, item) in items.enumerated() {
      let words = item.split(separator: " ").map(String.init)
      let number = words.dropFirst().first.flatMap { Double($0) }
      switch words.first {
      case "float": depth = .float32
      case "twice": isRepeated = true
      case "within":
        guard let number else { throw ManifestError("'\(item)' has no number of levels") }
        far = number
        guard words.count == 4 else { break }
        guard let percent = Double(words[3].prefix { $0 != "%" }) else {
          throw ManifestError("'\(item)' has no percentage")
        }
        many = 1 - percent / 100
      case "limit": limit = words.dropFirst().first.flatMap { Int($0) }
      case "differs":
        guard words.count > 3, words[1] == "by", words[3] == "from", let far = Double(words[2])
        else { throw ManifestError("'\(item)' must be: differs by LEVELS from LOOK") }
        self.far = far
        let rest =
          [words.dropFirst(4).joined(separator: " ")] + items.dropFirst(i + 1).map(String.init)
        other = try Look(rest.joined(separator: ", "))
        return
      default:
        guard words.count == 2, let number = words.first.flatMap({ Int($0) }) else {
          throw ManifestError("'\(item)' says nothing of a result")
        }
        switch (number, words[1]) {
        case (8, "bits"): depth = .unorm8
        case (16, "bits"): depth = .unorm16
        case (_, "passes"): passes = number
        default: throw ManifestError("'\(item)' says nothing of a result")
        }
      }
    }
  }
}
