import GPUEffects
import GPUEffectsModel
import GPUEffectsReference

/// Renders rows by an executor and judges the results.
package struct RowRunner {
  private let subject: ParitySubject

  package init(_ subject: ParitySubject) { self.subject = subject }

  /// The row's outcome: an error is a failure like any other.
  package func run(_ row: Row) -> RowOutcome {
    do {
      switch row.work {
      case .effect(let look, on: let source): return try run(look, source, row.expectation)
      case .scene(let scene): return try run(scene, row.expectation)
      case .check(let check): return try run(check)
      }
    } catch let error as PlanError {
      return RowOutcome(failure: error.reason)
    } catch {
      return RowOutcome(failure: "\(error)")
    }
  }

  // MARK: Effects

  private func run(
    _ look: Look, _ source: ParitySource, _ expectation: RowExpectation
  ) throws -> RowOutcome {
    let test = ParityCase(
      look.effect(width: source.width, height: source.height), on: source,
      result: expectation.depth)
    let image = test.prepared(source.image(photo: Landscape.image))
    let executor =
      expectation.limit.map { LimitedExecutor(subject.executor, limit: $0) } ?? subject.executor
    let plans = try PlanList(executor.planner, test.effect, image, expectation.depth)
    let actual = try executor.render(test.effect, image, depth: expectation.depth)
    let format = PixelFormat(
      image.format.channels, expectation.depth,
      image.format.alpha == .opaque ? .opaque : .premultiplied)
    guard actual.format == format, actual.width == image.width, actual.height == image.height else {
      return RowOutcome(
        failure: "the result is \(actual.width)x\(actual.height) \(actual.format)")
    }
    let wanted =
      expectation.other?.effect(width: source.width, height: source.height) ?? test.effect
    let reference = Reference.render(wanted, image)
    var outcome = RowOutcome()
    outcome.passes = plans.passCount
    outcome.explanation = plans.explanation
    outcome.judge(actual, reference, expectation, dither: wanted.dither)
    if expectation.limit != nil {
      let whole = try subject.executor.render(test.effect, image, depth: expectation.depth)
      outcome.require(actual, whole, "tiles change the result")
    }
    if expectation.isRepeated {
      let again = try subject.second.render(test.effect, image, depth: expectation.depth)
      outcome.require(actual, again, "a second run gives another result")
    }
    return outcome
  }

  // MARK: Scenes

  private func run(_ row: SceneRow, _ expectation: RowExpectation) throws -> RowOutcome {
    let frame = SceneHistory(try row.scene()).frame(at: 0)
    let renderer = subject.sceneRenderer(subject.executor, depth: expectation.depth)
    let plan = try renderer.plan(frame)
    let actual = try renderer.render(frame)
    var pictures: [PictureKey: Image] = [:]
    for name in PatternPictures.names {
      let picture = try PatternPictures().picture(name, frame: 0).image
      pictures[PictureKey(path: name, frame: 0)] = picture
    }
    var reference = Reference.render(plan, pictures: pictures)
    if plan.isOpaque { reference = reference.withoutAlpha }
    var outcome = RowOutcome()
    outcome.passes = plan.steps.count
    outcome.explanation = plan.explanation
    // Straight samples say nothing of how translucent they are.
    let comparable =
      actual.format.alpha == .straight
      ? FloatImage(actual).image(.float32, .premultiplied) : actual
    outcome.judge(comparable, reference, expectation, dither: false)
    if expectation.isRepeated {
      let again = try subject.sceneRenderer(subject.second, depth: expectation.depth)
        .render(frame)
      outcome.require(actual, again, "a second run gives another result")
    }
    return outcome
  }

  // MARK: Checks

  private func run(_ check: Row.Check) throws -> RowOutcome {
    let render: ParityExecutor = { effect, image, depth in
      try subject.executor.render(effect, image, depth: depth)
    }
    let suite = StabilitySuite(photo: Landscape.image, render)
    let findings =
      switch check {
      case .sweep: try suite.sweep(every: 2)
      case .steps: try suite.steps()
      case .shifts: try suite.shifts()
      case .crops: try suite.crops()
      case .constants: try suite.constants()
      case .tables: try SpecificationTables.deviations(of: render)
      }
    guard let first = findings.first else { return RowOutcome() }
    return RowOutcome(
      failure: first + (findings.count > 1 ? ", and \(findings.count - 1) more" : ""))
  }
}

extension RowOutcome {
  /// Compares the result with the reference.
  fileprivate mutating func judge(
    _ actual: Image, _ reference: FloatImage, _ expectation: RowExpectation, dither: Bool
  ) {
    let deviation = Deviation(
      actual, from: reference, dither: dither, tolerance: expectation.far)
    self.deviation = deviation
    pictures = (
      reference.image(.unorm16, actual.format.alpha).forPeople(as: expectation.depth),
      actual.forPeople(as: expectation.depth)
    )
    if expectation.other != nil {
      if !(deviation.levels >= expectation.far) {
        failure = "it should differ by \(expectation.far) levels: \(deviation)"
      }
    } else if !(deviation.levels <= expectation.far) {
      failure = "\(deviation); allowed are \(expectation.far)"
    } else if deviation.histogram.share > expectation.many {
      let percent = (deviation.histogram.share * 1000).rounded() / 10
      failure =
        "\(percent)% of the samples are more than \(expectation.far / 2) levels off; "
        + "allowed are \((expectation.many * 1000).rounded() / 10)%"
    }
    if failure == nil, let wanted = expectation.passes, let passes, passes != wanted {
      failure = "it takes \(passes) passes instead of \(wanted)"
    }
  }

  /// Fails where two images differ in any byte.
  fileprivate mutating func require(_ a: Image, _ b: Image, _ reason: String) {
    let isSame = a.pixels.withUnsafeBytes { first in
      b.pixels.withUnsafeBytes { second in first.elementsEqual(second) }
    }
    if failure == nil, !isSame { failure = reason }
  }
}

extension FloatImage {
  /// Of an opaque picture.
  fileprivate var withoutAlpha: FloatImage {
    var colors: [Double] = []
    colors.reserveCapacity(width * height * 3)
    for i in stride(from: 0, to: values.count, by: 4) { colors += values[i..<(i + 3)] }
    return FloatImage(width: width, height: height, channels: .rgb, values: colors)
  }
}

extension Image {
  /// As a file shows it.
  fileprivate func forPeople(as depth: PixelFormat.Depth) -> Image {
    converted(
      to: PixelFormat(
        format.channels, depth == .unorm8 ? .unorm8 : .unorm16,
        format.alpha == .opaque ? .opaque : .straight))
  }
}
