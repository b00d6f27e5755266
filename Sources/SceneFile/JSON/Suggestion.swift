/// What somebody may have meant.
enum Suggestion {
  /// The known word that a wrong one stands for: a synonym's, else the one
  /// that the fewest edits lead to; nil when none is near.
  static func nearest(
    to word: String, in known: [String], synonyms: [String: String] = [:]
  ) -> String? {
    guard word.utf8.count <= 60 else { return nil }
    let plain = word.lowercased()
    if let synonym = synonyms[plain], known.contains(synonym) { return synonym }
    let near = known.map { (word: $0, edits: edits(plain, $0.lowercased())) }
      .min { $0.edits < $1.edits }
    guard let near, near.edits <= max(1, min(word.count, near.word.count) / 3) else { return nil }
    return near.word
  }

  /// Insertions, deletions, replacements and swaps of neighbours between two
  /// words.
  static func edits(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    var before = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1] + [Int](repeating: 0, count: b.count)
      for j in b.indices {
        row[j + 1] = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          row[j + 1] = min(row[j + 1], before[j - 1] + 1)
        }
      }
      (before, last) = (last, row)
    }
    return last[b.count]
  }
}
