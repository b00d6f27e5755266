import GPUEffectsMeasuring

/// A part of the way from a file's bytes to a file's bytes.
enum BenchStage: String, CaseIterable, Sendable {
  case decode
  /// On a GPU: upload, draw and readback together, without waiting in between.
  case render
  case upload
  case draw
  /// Drawing by the GPU's own clock, where it has one.
  case gpu
  case readback
  case encode
}

/// How long calls took, in milliseconds: 10 % were shorter than `p10`, 10 %
/// longer than `p90`.
struct Spread: Hashable, Sendable {
  var minimum, p10, median, p90: Double
  var calls: Int
}

extension Spread {
  init(_ times: Times) {
    self.init(
      minimum: times.minimum, p10: times.quantile(0.1), median: times.median,
      p90: times.quantile(0.9), calls: times.count)
  }

  /// Whether these calls took longer by a tenth and by more than chance
  /// explains: the medians lie outside of each other's spread.
  func isSlower(than other: Spread) -> Bool {
    median > 1.1 * other.median && median > other.p90 && p10 > other.median
  }

  fileprivate var members: [(String, JSON)] {
    [
      ("minimum", .milliseconds(minimum)), ("p10", .milliseconds(p10)),
      ("median", .milliseconds(median)), ("p90", .milliseconds(p90)), ("calls", .integer(calls)),
    ]
  }
}

/// What a case took.
struct BenchResult: Sendable {
  let name: String
  let stages: [BenchStage: Spread]
  /// Of the picture, from memory to memory.
  let copy: Spread

  /// Whether a GPU drew it.
  var isDrawn: Bool { stages[.draw] != nil }

  func median(_ stage: BenchStage) -> Double { stages[stage]?.median ?? 0 }

  /// If the stages run one after another.
  var framesPerSecond: Double {
    1000 / (median(.decode) + median(.render) + median(.encode))
  }

  /// The stage that takes longest.
  var limit: BenchStage {
    let parts: [BenchStage] =
      isDrawn ? [.decode, .upload, .draw, .readback, .encode] : [.decode, .render, .encode]
    return parts.max { median($0) < median($1) } ?? .render
  }

  /// Rendering, as a multiple of copying the picture.
  var ratioToCopy: Double { median(.render) / copy.median }

  /// - Parameter backend: who renders what a GPU doesn't draw.
  func json(otherwise backend: String) -> JSON {
    .object([
      ("case", .string(name)),
      ("renderedBy", .string(isDrawn ? "gpu" : backend)),
      ("framesPerSecond", .number(framesPerSecond)),
      ("limit", .string(limit.rawValue)),
      ("ratioToCopy", .number(ratioToCopy)),
      ("shareOfCopyBandwidth", .number(1 / ratioToCopy)),
      ("copy", .object(copy.members)),
      (
        "stages",
        .array(
          BenchStage.allCases.compactMap { stage in
            stages[stage].map { .object([("stage", .string(stage.rawValue))] + $0.members) }
          })
      ),
    ])
  }
}

extension JSON {
  /// To a tenth of a microsecond.
  static func milliseconds(_ value: Double) -> JSON { .number((value * 1e4).rounded() / 1e4) }
}
