import CEGL
import GPUEffects
import GPUEffectsGL
import Synchronization
import TestSupport
import Testing

/// A GPU that fails in the middle of a batch: the CPU takes over.
struct FaultTests {
  private let image = Image(width: 40, height: 30, format: PixelFormat(.rgba, .unorm8, .straight)) {
    for i in 0..<$0.count { $0[i] = UInt8(truncatingIfNeeded: i &* 7919 >> 3) }
  }
  private let settings = RenderSettings(
    VisualEffectValues(blurRadius: 12, saturation: 1.5, opacity: 0.5), edge: .normalized)

  /// What is said, from any thread.
  private final class Notices: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    func add(_ text: String) { texts.withLock { $0.append(text) } }
  }

  private func expected() throws -> Image {
    try Renderer(RendererRequest(backend: .cpu, threads: 1)).render(image, settings)
  }

  /// Whichever call of a job fails, by whatever error: the image and the next
  /// one are the CPU's, one warning is given, and nothing is left behind.
  @Test(arguments: FakeGL.Failure.allCases)
  func theCPUTakesOverAtAnyCall(_ failure: FakeGL.Failure) throws {
    let device = try GLDevice.open(.surfaceless)
    let expected = try expected()
    try FakeGL.inside(device) {
      fakeGL = FakeGL()
      let prepared = try calls { _ = try GLExecutor(device: device) }
      let whole = try calls {
        let executor = try GLExecutor(device: device)
        _ = try Renderer(executor: executor, backend: .gpu).render(image, settings)
      }
      let first = prepared.count(where: { !$0.hasPrefix("Delete") })
      #expect(whole.count > first + 50)
      for number in first..<whole.count where !FakeGL.unfailing.contains(whole[number]) {
        fakeGL = FakeGL(failure: failure)
        try renderTwice(device, failing: number, expected, "\(whole[number]), number \(number)")
        #expect(fakeGL.objects.isEmpty, "\(whole[number]), number \(number)")
        #expect(fakeGL.misuses == [], "\(whole[number]), number \(number)")
      }
    }
  }

  private func renderTwice(
    _ device: GLDevice, failing number: Int, _ expected: Image, _ place: String
  ) throws {
    let notices = Notices()
    let executor = try GLExecutor(device: device)
    let renderer = Renderer(
      executor: executor, backend: .gpu, takesOver: true, notice: { notices.add($0) })
    fakeGL.failing = number
    #expect(try renderer.render(image, settings).samples == expected.samples, "at \(place)")
    let count = fakeGL.calls.count
    #expect(try renderer.render(image, settings).samples == expected.samples, "after \(place)")
    // The GPU isn't asked again.
    #expect(fakeGL.calls.count == count, "after \(place)")
    #expect(notices.all.count == 1, "\(place): \(notices.all)")
    #expect(notices.all.first?.contains("the CPU renders the rest") == true)
    fakeGL.failing = nil
  }

  private func calls(_ body: () throws -> Void) rethrows -> [String] {
    fakeGL = FakeGL()
    try body()
    return fakeGL.calls
  }

  @Test func whoNamesNoSubstituteGetsTheError() throws {
    let device = try GLDevice.open(.surfaceless)
    try FakeGL.inside(device) {
      fakeGL = FakeGL()
      let renderer = Renderer(executor: try GLExecutor(device: device), backend: .gpu)
      fakeGL.failing = fakeGL.calls.count + 20
      let error = #expect(throws: RendererError.self) { try renderer.render(image, settings) }
      #expect(error?.kind == .deviceFailed)
      fakeGL.failing = nil
    }
  }
}

extension Image {
  fileprivate var samples: [UInt8] { pixels.withUnsafeBytes { Array($0) } }
}
