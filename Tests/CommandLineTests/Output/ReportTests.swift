import Foundation
import Testing

@testable import vfx_gpu

struct ReportTests {
  @Test func documentsAreJSON() throws {
    let text = "\"\\\u{1}\u{7f}\t\n☃é"
    let document = JSON.object([
      ("text", .string(text)), ("number", .number(0.125)), ("whole", .integer(-7)),
      ("nothing", .null), ("flag", .bool(true)), ("empty", .array([])), ("none", .object([])),
      ("list", .array([.integer(1), .string("x")])), ("infinite", .number(.infinity)),
      ("tiny", .number(1e-300)),
    ]).document
    let read = try #require(
      try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any])
    #expect(read["text"] as? String == text)
    #expect(read["number"] as? Double == 0.125)
    #expect(read["whole"] as? Int == -7)
    #expect(read["nothing"] is NSNull && read["infinite"] is NSNull)
    #expect((read["list"] as? [Any])?.count == 2)
    #expect(read["tiny"] as? Double == 1e-300)
  }

  @Test func hundredthsAreRounded() {
    #expect(hundredths(1.999) == "2.00")
    #expect(hundredths(12.345678) == "12.35")
    #expect(hundredths(-0.5) == "-0.50")
    #expect(hundredths(7) == "7.00")
  }
}
