import CEGL
import GPUEffectsGL
import TestSupport
import Testing

@testable import GPUEffectsModel

/// Drivers that fail at any call.
@Suite(.serialized)
struct FailureTests {
  /// One plan of every kind of pass, and a variable blur.
  private struct Job {
    let image = Image.noise(40, 30, PixelFormat(.rgba, .unorm8, .straight))
    let plan: Plan
    let variable: VariablePlan

    init(_ executor: GLExecutor) throws {
      let mask = Mask(
        width: 40, height: 30, values: (0..<1200).map { UInt16(truncatingIfNeeded: $0 &* 7919) })
      let planner = Planner(executor.capabilities)
      var effect = Effect(
        blur: .init(radius: 12, kernel: .gaussian, edge: .normalized, colorSpace: .linear),
        matrix: .saturation(1.5), opacity: 0.5, mask: mask, dither: true)
      plan = try #require(
        try planner.plan(
          effect, width: 40, height: 30, format: image.format, depth: .unorm8
        ).first)
      effect.blur?.radius = 0.4
      effect.maskMode = .radius
      variable = try #require(
        try planner.variablePlans(
          effect, width: 40, height: 30, format: image.format, depth: .unorm8
        ).first)
    }

    func run(_ executor: GLExecutor) throws {
      _ = try executor.run(plan, source: image)
      _ = try executor.run(variable, source: image)
    }
  }

  @Test(arguments: FakeGL.Failure.allCases)
  func everyCallMayFail(_ failure: FakeGL.Failure) throws {
    let device = try GLDevice.open(.surfaceless)
    let job = try Job(try GLExecutor(device: device))
    try FakeGL.inside(device) {
      fakeGL = FakeGL()
      func run() throws {
        let executor = try GLExecutor(device: device)
        try job.run(executor)
      }
      try run()
      #expect(fakeGL.objects.isEmpty)
      #expect(fakeGL.misuses == [])
      let calls = fakeGL.calls
      for call in ["FramebufferTextureLayer", "BufferSubData", "ReadPixels", "CompileShader"] {
        #expect(calls.contains(call))
      }
      for (number, call) in calls.enumerated() where !FakeGL.unfailing.contains(call) {
        fakeGL = FakeGL(failing: number, failure: failure)
        #expect(throws: GLError.self, "\(call), number \(number)") { try run() }
        #expect(fakeGL.objects.isEmpty, "\(call), number \(number), left \(fakeGL.objects)")
        #expect(fakeGL.misuses == [], "\(call), number \(number)")
      }
    }
  }

  /// What an executor keeps is whole after a failure: the next run needs no
  /// more than the rest.
  @Test func theNextRunWorksAfterAnyFailure() throws {
    let device = try GLDevice.open(.surfaceless)
    let job = try Job(try GLExecutor(device: device))
    try FakeGL.inside(device) {
      fakeGL = FakeGL()
      _ = try GLExecutor(device: device)
      let prepared = fakeGL.calls.count(where: { !$0.hasPrefix("Delete") })
      fakeGL = FakeGL()
      let live = try { () throws -> LiveObjects in
        let executor = try GLExecutor(device: device)
        try job.run(executor)
        return executor.liveObjects
      }()
      #expect(live.total == 0)
      let calls = fakeGL.calls
      for (number, call) in calls.enumerated()
      where number >= prepared && !FakeGL.unfailing.contains(call) {
        fakeGL = FakeGL()
        let executor = try GLExecutor(device: device)
        fakeGL.failing = number
        #expect(throws: GLError.self, "\(call), number \(number)") { try job.run(executor) }
        fakeGL.failing = nil
        #expect(throws: Never.self, "after \(call), number \(number)") { try job.run(executor) }
        #expect(fakeGL.misuses == [], "\(call), number \(number)")
      }
    }
  }

  /// The same on Mesa, with pixels: whichever call has failed, the first, the
  /// second or the last of its name, results are right after it.
  @Test(arguments: FaultyGL.calls)
  func noWrongPixelFollowsAFailure(_ call: String) throws {
    let device = try GLDevice.open(.surfaceless)
    let job = try Job(try GLExecutor(device: device))
    let expected = try withExecutor { try $0.run(job.plan, source: job.image).samples }
    try device.makeCurrent()
    try FaultyGL.inside(device) {
      var count = 0
      while true {
        // What this one compiles and creates is all made anew.
        let executor = try GLExecutor(device: device)
        faultyGL.failing = (call, after: count)
        do {
          let result = try executor.run(job.plan, source: job.image)
          // It was never reached, or it can't fail.
          #expect(faultyGL.failing != nil, "\(call), number \(count), failed unnoticed")
          faultyGL.failing = nil
          #expect(result.samples == expected)
          break
        } catch {
          #expect(error is GLError, "\(call), number \(count)")
          #expect(faultyGL.failing == nil)
        }
        let result = try executor.run(job.plan, source: job.image)
        #expect(result.samples == expected, "after \(call), number \(count)")
        count += 1
      }
      #expect(count > 0, "\(call) is never called")
    }
  }
}
