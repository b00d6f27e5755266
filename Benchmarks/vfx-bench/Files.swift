import Glibc

func readFile(_ path: String) throws(BenchmarkError) -> [UInt8] {
  guard let file = fopen(path, "rb") else { throw failure("read", path) }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&chunk, 1, chunk.count, file)
    if count == 0 { break }
    bytes += chunk[..<count]
  }
  if ferror(file) != 0 { throw failure("read", path) }
  return bytes
}

/// Writes a file, or adds to its end.
func writeFile(_ path: String, _ bytes: UnsafeRawBufferPointer, appending: Bool = false)
  throws(BenchmarkError)
{
  guard let file = fopen(path, appending ? "ab" : "wb") else { throw failure("write", path) }
  let written = fwrite(bytes.baseAddress, 1, bytes.count, file)
  guard fclose(file) == 0, written == bytes.count else { throw failure("write", path) }
}

private func failure(_ verb: String, _ path: String) -> BenchmarkError {
  BenchmarkError("Can't \(verb) \(path): \(String(cString: strerror(errno))).")
}
