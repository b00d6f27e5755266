/// The nearest of `words` to a mistyped one, if any is near enough to be meant.
func closest(to word: String, among words: [String]) -> String? {
  let word = word.lowercased()
  let limit = max(1, word.count / 3)
  return
    words
    .map { (word: $0, distance: editDistance(word, $0.lowercased())) }
    .filter { $0.distance <= limit || (word.count >= 3 && $0.word.hasPrefix(word)) }
    .min { $0.distance < $1.distance }?
    .word
}

/// The end of a sentence that offers a suggestion.
func didYouMean(_ suggestion: String?) -> String {
  suggestion.map { "; did you mean \($0)?" } ?? ""
}

/// How many letters must be inserted, removed, changed or swapped with their
/// neighbour to turn one word into the other.
func editDistance(_ a: String, _ b: String) -> Int {
  let a = Array(a.utf8.prefix(64))
  let b = Array(b.utf8.prefix(64))
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var distance = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        distance = min(distance, beforeLast[j - 1] + 1)
      }
      row.append(distance)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
