/// Stages that numbered items pass, each with what it does. Value by value the
/// output of one is the input of the next.
///
///     let pictures = Pipeline.numbers
///       .then(Stage("decode")) { number, _ in try decode(number) }
///       .onCaller("render") { image, _ in try renderer.render(image, settings) }
///       .then(Stage("write")) { image, number in try write(image, number) }
///     pictures.run(on: workers, count: 12, limits: limits) { number, outcome in .goOn }
public struct Pipeline<Output: Sendable>: Sendable {
  let stages: [Stage]
  /// What an item has to do, given what is to be done with the output.
  let begin: @Sendable (Int, @escaping @Sendable (Output) -> Work) -> Work

  /// Adds a stage.
  ///
  /// - Parameters:
  ///   - body: is given the value and the item's number; an error ends the item.
  public func then<Next: Sendable>(
    _ stage: Stage, _ body: @escaping @Sendable (Output, Int) throws -> Next
  ) -> Pipeline<Next> {
    Pipeline<Next>(stages: stages + [stage]) { [begin] number, finish in
      begin(number) { value in .task { finish(try body(value, number)) } }
    }
  }

  /// Adds a stage that belongs to the thread that calls `run`, and may use what
  /// no other thread may touch.
  public func onCaller<Next: Sendable>(
    _ name: String, isOrdered: Bool = false,
    _ body: @escaping (Output, Int) throws -> Next
  ) -> Pipeline<Next> {
    // Its place makes sure that only that thread calls it.
    nonisolated(unsafe) let body = body
    return then(Stage(name, on: .caller, isOrdered: isOrdered)) { try body($0, $1) }
  }
}

extension Pipeline where Output == Int {
  /// Every item is its number, from 0.
  public static var numbers: Pipeline<Int> {
    Pipeline(stages: []) { number, finish in finish(number) }
  }
}

extension Pipeline {
  /// Items that are read one after the other; nil is their end.
  public static func stream(
    _ name: String, on place: Stage.Place = .workers,
    _ read: @escaping @Sendable (Int) throws -> Output?
  ) -> Pipeline {
    Pipeline(stages: [Stage(name, on: place, isOrdered: true)]) { number, finish in
      .task { try read(number).map(finish) ?? .end }
    }
  }
}

/// What an item still has to do.
enum Work: Sendable {
  /// The next stage.
  case task(@Sendable () throws -> Work)
  /// All stages are behind it; says whether to go on.
  case done(@Sendable () -> Continuation)
  /// The item does not exist.
  case end
}
