import CEGL

/// Times commands by the GPU's own clock (GL_EXT_disjoint_timer_query), which
/// leaves out what the processor and the way to it take.
package final class GPUTimer {
  private let device: GLDevice
  private var query: UInt32 = 0
  private var isRunning = false

  /// Bits of the counter, 0 where the device has none.
  package static func bits(of device: GLDevice) -> Int {
    guard device.limits.extensions.contains("GL_EXT_disjoint_timer_query"),
      device.gl.pointee.GetQueryObjectui64vEXT != nil
    else { return 0 }
    var bits: Int32 = 0
    device.gl.pointee.GetQueryiv(
      UInt32(GL_TIME_ELAPSED_EXT), UInt32(GL_QUERY_COUNTER_BITS_EXT), &bits)
    forgetErrors(of: device.gl)
    return Int(bits)
  }

  /// nil where the device has no such clock.
  package init?(_ device: GLDevice) {
    self.device = device
    guard Self.bits(of: device) > 0 else { return nil }
    device.gl.pointee.GenQueries(1, &query)
    forgetErrors(of: device.gl)
    if query == 0 { return nil }
  }

  deinit { if query != 0 { device.gl.pointee.DeleteQueries(1, &query) } }

  package func begin() {
    device.gl.pointee.BeginQuery(UInt32(GL_TIME_ELAPSED_EXT), query)
    isRunning = true
  }

  package func end() {
    guard isRunning else { return }
    device.gl.pointee.EndQuery(UInt32(GL_TIME_ELAPSED_EXT))
    isRunning = false
  }

  /// The time between `begin` and `end`, in milliseconds; waits for it. nil
  /// where something, such as a change of the clock's rate, made it useless.
  package func milliseconds() -> Double? {
    guard let read = device.gl.pointee.GetQueryObjectui64vEXT else { return nil }
    var nanoseconds: UInt64 = 0
    read(query, UInt32(GL_QUERY_RESULT), &nanoseconds)
    var isDisjoint: Int32 = 0
    device.gl.pointee.GetIntegerv(UInt32(GL_GPU_DISJOINT_EXT), &isDisjoint)
    let failed = device.gl.pointee.GetError() != UInt32(GL_NO_ERROR)
    forgetErrors(of: device.gl)
    return failed || isDisjoint != 0 ? nil : Double(nanoseconds) / 1e6
  }
}
