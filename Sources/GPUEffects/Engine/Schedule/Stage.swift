/// A step that every item of a run takes.
public struct Stage: Hashable, Sendable {
  public enum Place: Hashable, Sendable {
    /// Any worker thread.
    case workers
    /// The thread that called `run`, which may own what others must not touch.
    case caller
  }

  /// For people: "decode".
  public let name: String
  public let place: Place
  /// How many items may be in the stage at once, at least 1; nil: any number.
  public let width: Int?
  /// Whether items pass one at a time, in the order of their numbers. Those
  /// that failed before are left out.
  public let isOrdered: Bool

  public init(
    _ name: String, on place: Place = .workers, width: Int? = nil, isOrdered: Bool = false
  ) {
    self.name = name
    self.place = place
    self.width = isOrdered || place == .caller ? 1 : width.map { max(1, $0) }
    self.isOrdered = isOrdered
  }
}

/// How much may be under way at once. Items are admitted in the order of their
/// numbers and leave when they are finished.
public struct ScheduleLimits: Hashable, Sendable {
  /// Items under way, at least 1.
  public var items: Int
  /// Bytes that they say they will hold. An item that alone needs more is
  /// admitted when it is alone.
  public var bytes: Int

  public init(items: Int, bytes: Int = .max) {
    self.items = max(1, items)
    self.bytes = bytes
  }
}

/// What becomes of the rest.
public enum Continuation: Int, Hashable, Comparable, Sendable {
  case goOn
  /// Nothing more is begun; what is under way is finished.
  case finish
  /// Nothing more is begun; what is under way is dropped after its stage.
  case discard

  public static func < (a: Continuation, b: Continuation) -> Bool { a.rawValue < b.rawValue }
}

/// What became of an item.
public enum ItemOutcome<Output: Sendable>: Sendable {
  case done(Output)
  case failed(any Error)
  /// It was under way when the run was to be discarded.
  case discarded
}
