import GPUEffects
import GPUEffectsCodecs
import GPUEffectsParity

/// What shows a person why a row fails, without this program where possible.
struct ParityEvidence {
  private let row: Row
  /// The row made small.
  private let smallest: Row
  private let outcome: RowOutcome
  private let program: String?

  /// - Parameter failure: what the row failed with.
  init(_ row: Row, _ failure: String, _ opened: ParityTarget.Opened) {
    self.row = row
    let runner = RowRunner(opened.subject)
    outcome = runner.run(row)
    // What throws must go on throwing, what is off must stay off.
    let wasCompared = outcome.deviation != nil
    let smallest = Reduction.smallest(row) { candidate in
      let found = runner.run(candidate)
      return !found.passed && (found.deviation != nil) == wasCompared
    }
    self.smallest = smallest
    // A row that must differ has nothing that should have come out.
    let isComparable = row.expectation.other == nil
    program = opened.device.flatMap { _ in
      guard isComparable else { return nil }
      return try? Reproduction.program(smallest, title: "\(smallest)") {
        try ParityTarget.device(opened.id)
      }
    }
  }

  func members(withPictures: Bool) -> [(String, JSON)] {
    var members: [(String, JSON)] = [
      ("plan", .array(outcome.explanation.map { .string($0) })),
      ("smallest", .string("\(smallest)")),
    ]
    if case .scene(let scene) = smallest.work { members.append(("scene", .string(scene.document))) }
    if withPictures, let program { members.append(("program", .string(program))) }
    if withPictures, let pictures = outcome.pictures {
      members.append(("pictures", Self.json(pictures)))
    }
    return members
  }

  /// Expected, actual and the amplified difference, as PNG in base64.
  static func json(_ pictures: (expected: Image, actual: Image)) -> JSON {
    let difference = try? ImageDifference.picture(
      pictures.expected, pictures.actual, amplification: 64)
    return .object(
      [
        ("expected", pictures.expected), ("actual", pictures.actual), ("difference", difference),
      ].compactMap { (name: String, image: Image?) in
        guard let image, let file = try? PNG.encode(image) else { return nil }
        return (name, .string(Base64.encoded(file)))
      })
  }
}
