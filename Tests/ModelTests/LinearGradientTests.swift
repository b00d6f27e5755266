import GPUEffectsModel
import Testing

@Suite struct LinearGradientTests {
  @Test func bandOfFiftyFourRows() {
    let mask = LinearGradient().mask(width: 3, height: 54)
    for (row, alpha) in [(0, 0.99074), (13, 0.75), (26, 0.50926), (27, 0.49074), (53, 0.00926)] {
      for x in 0..<3 {
        #expect(abs(Double(mask.values[row * 3 + x]) / 65535 - alpha) < 1.3e-5)
      }
    }
  }

  @Test func rowsAreRoundedToNearest() {
    let mask = LinearGradient().mask(width: 1, height: 54)
    for row in 0..<54 {
      let exact = (1 - (Double(row) + 0.5) / 54) * 65535
      #expect(Int(mask.values[row]) == Int((exact + 0.5).rounded(.down)))
    }
  }

  @Test func hardStepAndEnds() {
    typealias Stop = LinearGradient.Stop
    let gradient = LinearGradient(stops: [
      Stop(alpha: 0.2, at: 0.25), Stop(alpha: 0.4, at: 0.5), Stop(alpha: 1, at: 0.5),
      Stop(alpha: 0, at: 0.75),
    ])
    #expect(gradient.alpha(at: -3) == 0.2)
    #expect(gradient.alpha(at: 0.25) == 0.2)
    #expect(abs(gradient.alpha(at: 0.375) - 0.3) < 1e-12)
    #expect(abs(gradient.alpha(at: 0.5.nextDown) - 0.4) < 1e-12)
    #expect(gradient.alpha(at: 0.5) == 1)
    #expect(abs(gradient.alpha(at: 0.625) - 0.5) < 1e-12)
    #expect(gradient.alpha(at: 0.75) == 0)
    #expect(gradient.alpha(at: 9) == 0)
  }

  @Test func stopsOutOfOrderMoveToTheirPredecessor() {
    typealias Stop = LinearGradient.Stop
    let gradient = LinearGradient(stops: [Stop(alpha: 3, at: 0.5), Stop(alpha: -1, at: 0.2)])
    #expect(gradient.stops == [Stop(alpha: 1, at: 0.5), Stop(alpha: 0, at: 0.5)])
    #expect(gradient.alpha(at: 0.4) == 1 && gradient.alpha(at: 0.5) == 0)
  }

  /// In a rectangle that isn't square the lines of equal alpha of a diagonal
  /// are at right angles to it in pixels, not in unit space.
  @Test func diagonalOfAnOblong() {
    let mask = LinearGradient(startPoint: .topLeading, endPoint: .bottomTrailing)
      .mask(width: 40, height: 10)
    for (x, y) in [(0, 0), (39, 9), (12, 7), (25, 1)] {
      let t = ((Double(x) + 0.5) * 40 + (Double(y) + 0.5) * 10) / (40 * 40 + 10 * 10)
      #expect(abs(Double(mask.values[y * 40 + x]) / 65535 - (1 - t)) < 1e-5)
    }
    // The other corners are far from the half that unit space would give.
    let corner = (1 - 115.0 / 1700) * 65535
    #expect(abs(Double(mask.values[9 * 40]) - corner) <= 0.5)
  }

  @Test func pointsBeyondTheRectangle() {
    let mask = LinearGradient(startPoint: UnitPoint(x: -1, y: 0), endPoint: UnitPoint(x: 1, y: 0))
      .mask(width: 2, height: 1)
    #expect(mask.values == [24576, 8192])
  }

  @Test func degenerateGradients() {
    let point = LinearGradient(startPoint: .center, endPoint: .center).mask(width: 2, height: 2)
    #expect(point.values == [0, 0, 0, 0])
    #expect(LinearGradient(stops: []).mask(width: 2, height: 1).values == [0, 0])
  }

  @Test func names() {
    #expect(UnitPoint(named: "bottomTrailing") == UnitPoint(x: 1, y: 1))
    #expect(UnitPoint(named: "top") == UnitPoint(x: 0.5, y: 0))
    #expect(UnitPoint(named: "leading") == UnitPoint(x: 0, y: 0.5))
    #expect(UnitPoint(named: "middle") == nil)
  }
}
