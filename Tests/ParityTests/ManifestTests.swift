import GPUEffectsModel
import GPUEffectsParity
import Testing

/// The built-in rows, and the language they are written in.
@Suite struct ManifestTests {
  @Test func everyRowReadsAsItIsWritten() throws {
    let rows = try Manifest.rows()
    #expect(rows.count > 200)
    for row in rows {
      let again = try Row("\(row)")
      #expect(again == row, "\(row)")
    }
  }

  /// What the suite promises to cover.
  @Test func coversEveryEffectAndFormat() throws {
    let rows = try Manifest.rows()
    var looks: [(look: Look, source: ParitySource, expectation: RowExpectation)] = []
    var scenes = ""
    for row in rows {
      switch row.work {
      case .effect(let look, on: let source) where row.expectation.other == nil:
        looks.append((look, source, row.expectation))
      case .scene(let scene): scenes += scene.layers
      default: break
      }
    }
    for edge in EdgeMode.allCases {
      #expect(looks.contains { $0.look.edge == edge && $0.expectation.depth == .unorm8 })
      #expect(looks.contains { $0.look.edge == edge && $0.expectation.depth == .unorm16 })
      #expect(
        looks.contains { $0.look.edge == edge && $0.expectation.limit != nil }, "\(edge) in tiles")
    }
    for kernel in BlurKernel.allCases { #expect(looks.contains { $0.look.kernel == kernel }) }
    for mode in MaskMode.allCases {
      #expect(looks.contains { $0.look.mask != nil && $0.look.maskMode == mode })
    }
    for alpha in [PixelFormat.Alpha.opaque, .straight, .premultiplied] {
      for gray in [false, true] {
        for depth in [PixelFormat.Depth.unorm8, .unorm16] where !(gray && alpha == .premultiplied) {
          #expect(
            looks.contains {
              $0.source.alpha == alpha && $0.source.isGray == gray && $0.source.depth == depth
            }, "\(alpha) \(gray) \(depth)")
        }
      }
    }
    #expect(looks.contains { $0.look.colorSpace == .linear })
    #expect(looks.contains { $0.look.dither })
    for style in BlurEffect.Style.allCases.map(\.name)
    where !style.hasSuffix("MaterialLight") && !style.hasSuffix("MaterialDark") {
      #expect(scenes.contains("\"\(style)\""), "\(style)")
    }
    for word in ["shadow", "cornerCurve", "border", "vibrancy", "mask", "effects", "backdrop"] {
      #expect(scenes.contains("\"\(word)\""), "\(word)")
    }
    for check in Row.Check.allCases {
      #expect(rows.contains { $0.work == .check(check) })
    }
    #expect(rows.contains { $0.expectation.isRepeated })
    #expect(rows.count { $0.expectation.other != nil } > 8)
    #expect(rows.count { $0.expectation.passes != nil } > 200)
  }

  /// Each wrong line with what its sentence must name.
  @Test(arguments: [
    ("no name", "colon"), ("name: stress 4x4 rgb8 | blur 6", "GROUP/NAME"),
    ("a/b: stres 4x4 rgb8 | blur 6", "'stres 4x4 rgb8' is no source"),
    ("a/b: stress 0x4 rgb8 | blur 6", "source"), ("a/b: stress 4x4 rgb9x | blur 6", "no format"),
    ("a/b: stress 4x4 rgb8 | blurr 6", "'blurr 6' is no effect"),
    ("a/b: stress 4x4 rgb8 | blur wide", "no radius"),
    ("a/b: stress 4x4 rgb8 | blur 6 around", "'around'"),
    ("a/b: stress 4x4 rgb8 | mask holes", "no mask"),
    ("a/b: stress 4x4 rgb8 | blur 6 | 9 bits", "'9 bits'"),
    ("a/b: stress 4x4 rgb8 | blur 6 | within", "no number"),
    ("a/b: stress 4x4 rgb8 | blur 6 | differs from blur 7", "differs by LEVELS"),
    ("a/b: check | everything", "no check 'everything'"),
    ("a/b: scene wide | []", "no canvas"),
  ])
  func aWrongLineIsSaid(line: String, words: String) {
    let error = #expect(throws: ManifestError.self) { try Row(line) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test func aNameStandsOnce() {
    #expect(throws: ManifestError("there are two rows 'a/b'")) {
      try Manifest.rows(in: "a/b: check | steps\n\n# a comment\na/b: check | tables\n")
    }
  }
}
