import CParityTexts

/// The texts that are part of the program.
package enum EmbeddedText: Sendable {
  /// The built-in rows.
  case manifest
  /// The report as a page.
  case page
  /// The program that shows a failing row.
  case program

  package var text: String {
    let text =
      switch self {
      case .manifest: cparity_text_get(CPARITY_MANIFEST)
      case .page: cparity_text_get(CPARITY_PAGE)
      case .program: cparity_text_get(CPARITY_PROGRAM)
      }
    return String(
      decoding: UnsafeRawBufferPointer(start: text.bytes, count: Int(text.length)), as: UTF8.self)
  }
}
