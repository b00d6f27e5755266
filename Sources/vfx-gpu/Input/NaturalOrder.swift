/// Whether one name comes before another for people: runs of digits count as
/// numbers, so that frame2 comes before frame10; everything else by its bytes.
func comesNaturallyBefore(_ a: Path, _ b: Path) -> Bool {
  var x = a.bytes[...]
  var y = b.bytes[...]
  while let first = x.first, let second = y.first {
    if isDigit(first), isDigit(second) {
      // Numbers of any length: without leading zeros the longer one is greater.
      let m = takeNumber(&x)
      let n = takeNumber(&y)
      if m.count != n.count { return m.count < n.count }
      if !m.elementsEqual(n) { return m.lexicographicallyPrecedes(n) }
    } else {
      if first != second { return first < second }
      x.removeFirst()
      y.removeFirst()
    }
  }
  if x.isEmpty != y.isEmpty { return x.isEmpty }
  // Equal but for leading zeros: any fixed order will do.
  return a.bytes.lexicographicallyPrecedes(b.bytes)
}

func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

/// Removes the leading run of digits and returns it without leading zeros.
private func takeNumber(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  let digits = bytes.prefix(while: isDigit)
  bytes = bytes.dropFirst(digits.count)
  return digits.drop { $0 == UInt8(ascii: "0") }
}
