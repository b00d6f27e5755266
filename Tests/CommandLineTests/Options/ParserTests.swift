import Testing

@testable import vfx_gpu

struct ParserTests {
  private func parse(_ words: String...) throws -> ParsedArguments {
    var parser = ArgumentParser(.render)
    parser.explainUnknown = Later.explain(option:)
    return try parser.parse(words.map { Path($0) })
  }

  private func message(_ words: String...) -> String {
    var parser = ArgumentParser(.render)
    parser.explainUnknown = Later.explain(option:)
    do {
      _ = try parser.parse(words.map { Path($0) })
      return ""
    } catch {
      return error.message
    }
  }

  @Test func optionsAndOperandsMayMix() throws {
    let parsed = try parse("a.png", "--blur", "6", "-yq", "b.png", "-o", "out/", "--hue=90deg")
    #expect(parsed.operands == ["a.png", "b.png"])
    #expect(parsed.value("blur-radius")?.text == "6")
    #expect(parsed.value("hue-rotation")?.text == "90deg")
    #expect(parsed.value("output")?.text == "out/")
    #expect(parsed.has("overwrite") && parsed.has("quiet") && !parsed.has("verbose"))
  }

  @Test func aNegativeNumberIsAValue() throws {
    #expect(try parse("--brightness", "-0.25").value("brightness")?.text == "-0.25")
  }

  @Test func theLastOfEqualOptionsCounts() throws {
    #expect(try parse("--blur", "6", "--blur-radius", "8").value("blur-radius")?.text == "8")
  }

  @Test func twoDashesEndTheOptions() throws {
    let parsed = try parse("-q", "--", "-weird.png", "--blur", "--json")
    #expect(parsed.operands == ["-weird.png", "--blur", "--json"])
    #expect(parsed.occurrences.count == 1)
  }

  @Test func aSingleDashIsAnOperand() throws {
    #expect(try parse("-", "-o", "-").operands == ["-"])
    #expect(try parse("-", "-o", "-").value("output")?.text == "-")
  }

  @Test func anOptionalValueNeedsAnEqualsSign() throws {
    let parsed = try parse("--json", "a.png")
    #expect(parsed.has("json") && parsed.value("json") == nil)
    #expect(parsed.operands == ["a.png"])
    #expect(try parse("--json=report.json", "a.png").value("json")?.text == "report.json")
    #expect(try parse("-o", "--json", "a.png").value("output")?.text == "--json")
  }

  @Test func wordsThatAreNoOptionsAreErrors() {
    #expect(message("--blurr", "6") == "unknown option --blurr; did you mean --blur?")
    #expect(message("--brihtness", "1") == "unknown option --brihtness; did you mean --brightness?")
    #expect(message("--xyzzy").hasPrefix("unknown option --xyzzy"))
    #expect(message("-Z").hasPrefix("unknown option -Z"))
    #expect(message("--blur") == "--blur needs a value")
    #expect(message("--overwrite=yes") == "--overwrite takes no value")
  }

  @Test func abbreviationsAreOff() {
    #expect(message("--satur", "1") == "unknown option --satur; did you mean --saturation?")
  }

  @Test(arguments: [
    "video-args"
  ])
  func optionsOfOtherVersionsAreKnownByName(option: String) {
    #expect(message("--\(option)=x") == "--\(option) is not part of this version of vfx-gpu")
  }

  @Test func bytesThatAreNoTextSurvive() throws {
    let name = Path([0x66, 0xff, 0xfe, 0x2e, 0x70])
    #expect(try ArgumentParser(.render).parse([name]).operands == [name])
  }

  @Test func editDistanceCountsSwapsOnce() {
    #expect(editDistance("blur", "blur") == 0)
    #expect(editDistance("blru", "blur") == 1)
    #expect(editDistance("", "abc") == 3)
    #expect(editDistance("kitten", "sitting") == 3)
  }

  @Test(arguments: [CommandSyntax.render, .compare, .devices])
  func helpFitsTheTerminal(syntax: CommandSyntax) {
    let lines = syntax.helpPage.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    for option in syntax.options { #expect(syntax.helpPage.contains("--\(option.name)")) }
  }
}

extension CommandSyntax: CustomTestStringConvertible {
  public var testDescription: String { name }
}
