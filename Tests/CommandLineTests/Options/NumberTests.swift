import Testing

@testable import vfx_gpu

struct NumberTests {
  private func value(_ text: String) -> OptionValue {
    OptionValue(option: "blur-radius", bytes: Path(text))
  }

  @Test(arguments: [
    ("6", Length.points(6)), ("6pt", .points(6)), ("20px", .pixels(20)), ("2%", .percent(2)),
    ("-.5", .points(-0.5)), ("1e2px", .pixels(100)), ("+3", .points(3)),
  ])
  func lengthsHaveUnits(text: String, length: Length) throws {
    #expect(try value(text).length() == length)
  }

  @Test(arguments: [
    "", "nan", "inf", "-infinity", "1e999", "6 px", "px", "0x10", "6em", "1,5", "--5", "2%%", "e5",
  ])
  func otherWordsAreNoLengths(text: String) {
    let error = #expect(throws: CommandError.self) { try value(text).length() }
    #expect(error?.status == .usage)
    #expect(error?.message.contains("--blur-radius: '\(text)'") == true)
  }

  @Test func aPercentageIsOfTheShorterSide() {
    #expect(Length.percent(2).pixels(width: 600, height: 400, scale: 3) == 8)
    #expect(Length.points(6).pixels(width: 600, height: 400, scale: 3) == 18)
    #expect(Length.pixels(20).pixels(width: 600, height: 400, scale: 3) == 20)
  }

  @Test func degreesMayBeMarked() throws {
    #expect(try value("90deg").degrees() == 90)
    #expect(try value("-37.5").degrees() == -37.5)
    #expect(throws: CommandError.self) { try value("1rad").degrees() }
  }

  @Test func frameRatesMayBeFractions() throws {
    #expect(try value("60").frameRate() == 60)
    #expect(try value("30000/1001").frameRate() == 30000.0 / 1001)
    for wrong in ["0", "-1", "1/0", "1/2/3", "/", "nan", "1e308/1e-308"] {
      #expect(throws: CommandError.self) { try value(wrong).frameRate() }
    }
  }

  @Test func integersStayInTheirRange() throws {
    #expect(try value("12").integer(in: 1...20, "a number") == 12)
    for wrong in ["0", "21", "-1", "1.5", "99999999999999999999", "", "+3", "3 "] {
      #expect(throws: CommandError.self) { try value(wrong).integer(in: 1...20, "a number") }
    }
  }
}
