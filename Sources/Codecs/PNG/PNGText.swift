import CImageCodecs

extension ImageText {
  /// Nil when the keyword is none that PNG allows.
  init?(png: cimage_png_text) {
    let keyword = latin1(png.keyword)
    guard pngKeyword(keyword) != nil else { return nil }
    guard png.international else {
      self.init(keyword: keyword, text: latin1(png.text), isCompressed: png.compressed)
      return
    }
    self.init(
      keyword: keyword, text: String(cString: png.text),
      international: International(
        language: png.language.map(latin1) ?? "",
        keyword: png.translated.map { String(cString: $0) } ?? ""),
      isCompressed: png.compressed)
  }

  /// Calls `body` with the text as the C shim wants it. A text that was said to
  /// be Latin-1 but has other characters becomes an international one.
  func withPNG<R>(_ body: (cimage_png_text) -> R) throws(CodecError) -> R {
    guard let keyword = pngKeyword(keyword) else {
      throw .unsupportedMetadata(
        .png,
        detail: "the keyword of a text must have 1 to 79 Latin-1 characters and no outer or "
          + "double spaces: \(self.keyword)")
    }
    guard !text.utf8.contains(0) else {
      throw .unsupportedMetadata(.png, detail: "the text \(self.keyword) contains a NUL character")
    }
    let plain = international == nil ? latin1(text) : nil
    let more = international ?? International()
    return withPointer(keyword) { keyword in
      withPointer(plain ?? Array(text.utf8CString)) { text in
        more.language.withCString { language in
          more.keyword.withCString { translated in
            body(
              cimage_png_text(
                international: plain == nil, compressed: isCompressed,
                keyword: keyword, text: text, language: language, translated: translated))
          }
        }
      }
    }
  }
}

/// The C text in `characters`, which end with a NUL.
func withPointer<R>(_ characters: [CChar], _ body: (UnsafePointer<CChar>) -> R) -> R {
  // An array passed as a pointer argument needs no optional base address.
  func call(_ pointer: UnsafePointer<CChar>) -> R { body(pointer) }
  return call(characters)
}

/// `keyword` in Latin-1 with a NUL at its end, when it has 1 to 79 printable
/// characters and no leading, trailing or double space.
func pngKeyword(_ keyword: String) -> [CChar]? {
  guard let bytes = latin1(keyword), (1...79).contains(bytes.count - 1) else { return nil }
  let codes = bytes.dropLast().map { UInt8(bitPattern: $0) }
  let printable = codes.allSatisfy { (0x20...0x7e).contains($0) || $0 >= 0xa1 }
  let spaced =
    codes.first == 0x20 || codes.last == 0x20
    || zip(codes, codes.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
  return printable && !spaced ? bytes : nil
}

/// The characters of a NUL-terminated Latin-1 text.
func latin1(_ text: UnsafePointer<CChar>) -> String {
  var scalars = String.UnicodeScalarView()
  var next = text
  while next.pointee != 0 {
    scalars.append(Unicode.Scalar(UInt8(bitPattern: next.pointee)))
    next += 1
  }
  return String(scalars)
}

/// `text` in Latin-1 with a NUL at its end; nil when it has other characters.
func latin1(_ text: String) -> [CChar]? {
  var bytes: [CChar] = []
  bytes.reserveCapacity(text.utf8.count + 1)
  for scalar in text.unicodeScalars {
    guard let code = UInt8(exactly: scalar.value), code != 0 else { return nil }
    bytes.append(CChar(bitPattern: code))
  }
  bytes.append(0)
  return bytes
}
