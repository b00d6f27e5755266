import GPUEffectsCPU
package import GPUEffectsGL
import GPUEffectsModel

/// A tiny picture that a GPU has to render as the CPU does before it is trusted
/// with any other: a driver may compute wrongly without reporting an error.
package enum StartupProbe {
  /// How far a sample may be from the CPU's, in levels of 255. Both interpret
  /// one plan, so they differ at most by how they round the last step.
  private static let tolerance = 1.0

  /// Renders the picture on `executor`.
  ///
  /// - Throws: the driver's error, or one that says how far the result is off.
  package static func run(on executor: GLExecutor) throws(GLError) {
    let operation = "A test picture on \(executor.device.renderer)"
    let results: (gpu: Image, cpu: Image)
    do {
      guard let plan = try plan(executor.capabilities) else { return }
      results = (
        try executor.run(plan, source: picture),
        try CPUExecutor(threads: 1).run(plan, source: picture)
      )
    } catch let error as GLError {
      throw error
    } catch {
      throw GLError(operation, driverText: "\(error)")
    }
    let difference = try? ImageDifference(results.gpu, results.cpu)
    guard let distance = difference?.maximum, distance <= tolerance else {
      let levels = difference.map { Int($0.maximum.rounded()) } ?? 255
      throw GLError(
        operation, driverText: "it differs by \(levels) of 255 levels from the CPU's")
    }
  }

  /// Every kind of pass, on few pixels: an odd size, hard alpha, a pyramid, a
  /// matrix and an opacity.
  private static func plan(_ capabilities: Capabilities) throws(PlanError) -> Plan? {
    let effect = Effect(
      blur: .init(radius: 6, kernel: .gaussian, edge: .clamp), matrix: .saturation(1.5),
      opacity: 0.8)
    return try Planner(capabilities).plan(
      effect, width: picture.width, height: picture.height, format: picture.format, depth: .unorm8
    ).first
  }

  private static let picture = Image(
    width: 37, height: 19, format: PixelFormat(.rgba, .unorm8, .straight)
  ) {
    for i in 0..<$0.count {
      let isClear = i % 4 == 3 && (i / 4 % 37 / 9 + i / 4 / 37 / 5) % 3 == 0
      $0[i] = isClear ? 0 : UInt8(truncatingIfNeeded: (i &* 167) ^ (i >> 3))
    }
  }
}

/// As `enumerateDevices`, and has each device that can be opened render a test
/// picture: `DeviceCandidate.probe` says how that went.
public func examineDevices() -> [DeviceCandidate] { examineDevices(Machine()) }

package func examineDevices(_ machine: Machine) -> [DeviceCandidate] {
  enumerateDevices(machine) { device throws(GLError) in
    try StartupProbe.run(on: GLExecutor(device: device))
  }
}
