/// The numbers that a rising sequence leaves out.
func gaps(in numbers: [Int]) -> [ClosedRange<Int>] {
  zip(numbers, numbers.dropFirst()).compactMap { a, b in b - a > 1 ? (a + 1)...(b - 1) : nil }
}

/// A sentence that names the gaps of a sequence; nil when there are none.
func gapSentence(_ numbers: [Int]) -> String? {
  let gaps = gaps(in: numbers)
  guard let first = numbers.first, let last = numbers.last, !gaps.isEmpty else { return nil }
  let shown = gaps.prefix(8).map {
    $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
  }
  let more = gaps.count > shown.count ? " and \(gaps.count - shown.count) more stretches" : ""
  let one = gaps.count == 1 && gaps[0].count == 1
  return "\(one ? "frame" : "frames") \(shown.joined(separator: ", "))\(more) "
    + "\(one ? "is" : "are") missing between \(first) and \(last)"
}

/// The last number in a file's name, its frame number if it has one; the scale
/// of `@2x` is none.
func frameNumber(in path: Path) -> Int? {
  let name = path.name
  return frameNumberRange(in: name).flatMap {
    Int(String(decoding: name.bytes[$0], as: UTF8.self))
  }
}

/// Where the digits of the last number stand in a name without folders.
func frameNumberRange(in name: Path) -> Range<Int>? {
  var stem = name.stem.bytes[...]
  if let scale = scaleMark(in: name) { stem = stem[..<scale.position] }
  guard let end = stem.lastIndex(where: isDigit) else { return nil }
  let start = stem[...end].lastIndex { !isDigit($0) }.map { $0 + 1 } ?? 0
  return start..<(end + 1)
}

/// The pixels per point that an image's name states, as in `card@2x.png`.
func displayScale(ofName path: Path) -> Double? {
  scaleMark(in: path).map { Double($0.scale) }
}

private func scaleMark(in path: Path) -> (scale: Int, position: Int)? {
  let stem = path.stem.bytes
  for i in stem.indices.dropLast(2).reversed() where stem[i] == UInt8(ascii: "@") {
    guard (UInt8(ascii: "1")...UInt8(ascii: "3")).contains(stem[i + 1]),
      stem[i + 2] == UInt8(ascii: "x")
    else { continue }
    // A letter after it makes it another word.
    if i + 3 < stem.count, stem[i + 3] >= UInt8(ascii: "A"), stem[i + 3] != UInt8(ascii: "_"),
      stem[i + 3] != UInt8(ascii: "~")
    {
      continue
    }
    return (Int(stem[i + 1] - UInt8(ascii: "0")), i)
  }
  return nil
}
