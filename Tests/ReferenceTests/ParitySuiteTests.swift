import GPUEffectsModel
import GPUEffectsReference
import TestSupport
import Testing

/// The parity suite itself: a right executor passes, wrong ones fail.
@Suite struct ParitySuiteTests {
  static let groups =
    ParitySuite.blur.filter { !$0.description.contains("600") }
    + [ParitySuite.colors]

  static func right(_ effect: Effect, _ source: Image, _ depth: PixelFormat.Depth) -> Image {
    Reference.render(effect, source)
      .image(depth, source.format.alpha == .opaque ? .opaque : .premultiplied)
  }

  /// A rounded reference is off by its rounding: nothing in 8 bits, half a
  /// 16-bit unit else.
  @Test(arguments: groups)
  func theReferencePasses(group: ParitySuite.Group) throws {
    let report = try ParityReport(group.cases, Self.right)
    #expect(report.failures.isEmpty, "\(report.summary)")
    #expect(report.count == group.cases.count)
    #expect(report.worst[.unorm8] == 0)
    #expect((report.worst[.unorm16] ?? 1) <= 0.5 / 257 + 1e-9)
  }

  @Test func theReferenceMeetsTheTables() throws {
    #expect(try SpecificationTables.deviations(of: Self.right) == [])
    let wrong = try SpecificationTables.deviations { effect, source, depth in
      var effect = effect
      effect.blur?.radius *= 1.05
      effect.matrix.elements[3] += 2.1 / 255
      return Self.right(effect, source, depth)
    }
    #expect(wrong.contains { $0.hasPrefix("8-bit") } && wrong.contains { $0.hasPrefix("16-bit") })
    #expect(wrong.contains { $0.hasPrefix("apple row") } && wrong.contains { $0.hasPrefix("tap") })
    #expect(wrong.contains { $0.hasPrefix("gaussian row") })
  }

  @Test func theProductIsFull() {
    #expect(ParitySuite.blur.count == 3 * 4 * 2)
    let count = ParitySuite.blur.reduce(0) { $0 + $1.cases.count }
    let factors = [3, 4, 2, 9, 4, 2, 2]
    #expect(count == factors.reduce(1, *))
  }

  /// Faults that an executor could have, each small somewhere.
  enum Fault: CaseIterable {
    case widerKernel, otherKernel, clampsForMirror, mirrorsForClamp, divides, straightColors
    case ignoresOpacity, ignoresMask, ignoresMatrix, shifts, truncates, onePixel, opaqueFormat
    case throwsErrors, notANumber

    struct Refusal: Error {}

    func render(
      _ effect: Effect, _ source: Image, _ depth: PixelFormat.Depth
    ) throws -> Image {
      var effect = effect
      var source = source
      switch self {
      case .widerKernel: effect.blur?.radius *= 1.03
      case .otherKernel: effect.blur?.kernel = .gaussian
      case .clampsForMirror where effect.blur?.edge == .mirror: effect.blur?.edge = .clamp
      case .mirrorsForClamp where effect.blur?.edge == .clamp: effect.blur?.edge = .mirror
      case .divides where effect.blur?.edge == .normalized: effect.blur?.edge = .transparent
      case .straightColors where source.format.alpha == .straight:
        let format = PixelFormat(source.format.channels, source.format.depth, .premultiplied)
        source = Image(
          width: source.width, height: source.height, format: format, pixels: source.pixels)
      case .ignoresOpacity: effect.opacity = 1
      case .ignoresMask: effect.mask = nil
      case .ignoresMatrix: effect.matrix = .identity
      case .throwsErrors: throw Refusal()
      default: break
      }
      var result = Reference.render(effect, source)
      switch self {
      case .shifts:
        let count = result.channels.rawValue
        result.values = Array(result.values.suffix(count) + result.values.dropLast(count))
      case .truncates:
        // Two levels down: one alone is what parity allows.
        result.values = result.values.map { $0 - 2.0 / 255 }
      case .onePixel:
        let i = result.values.count / 2
        result.values[i] += result.values[i] > 0.5 ? -2.0 / 255 : 2.0 / 255
      case .notANumber: result.values[0] = .nan
      default: break
      }
      let opaque = source.format.alpha == .opaque || self == .opaqueFormat
      let type = self == .notANumber ? PixelFormat.Depth.float32 : depth
      return result.image(type, opaque ? .opaque : .premultiplied)
    }
  }

  @Test(arguments: Fault.allCases)
  func aWrongExecutorFails(fault: Fault) throws {
    let small = Self.groups.filter { $0.description.contains("stress 33x17") }.flatMap(\.cases)
    let combined = ParitySuite.combined[0].cases.filter { $0.source.width < 600 }
    let report = try ParityReport(small + combined, fault.render)
    #expect(!report.failures.isEmpty)
    #expect(report.failures.count <= report.count)
  }
}
