import Testing

@testable import vfx_gpu

struct NaturalOrderTests {
  @Test func numbersCountAsNumbers() {
    let names: [Path] = [
      "frame10.png", "frame2.png", "a100b2", "a20b10", "a20b9", "frame.png", "frame02.png", "",
      "x99999999999999999999999", "x100000000000000000000000",
    ]
    #expect(
      names.sorted(by: comesNaturallyBefore) == [
        "", "a20b9", "a20b10", "a100b2", "frame.png", "frame02.png", "frame2.png", "frame10.png",
        "x99999999999999999999999", "x100000000000000000000000",
      ])
  }

  /// A sort must not be given a comparison that contradicts itself.
  @Test func theOrderIsStrict() {
    let names: [Path] = ["a", "a0", "a00", "a1", "a01", "a01b", "a1b", "ab", "0", "00", ""]
    for a in names {
      #expect(!comesNaturallyBefore(a, a))
      for b in names where a != b {
        #expect(comesNaturallyBefore(a, b) != comesNaturallyBefore(b, a))
        for c in names where comesNaturallyBefore(a, b) && comesNaturallyBefore(b, c) {
          #expect(comesNaturallyBefore(a, c))
        }
      }
    }
  }
}
