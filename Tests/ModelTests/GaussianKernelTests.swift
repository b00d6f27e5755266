import GPUEffectsModel
import Testing

@Suite struct GaussianKernelTests {
  @Test func appleTapsForRadiusSix() {
    let expected = [
      0.07045, 0.06937, 0.06624, 0.06133, 0.05507, 0.04795, 0.04048, 0.03314, 0.02631, 0.02025,
      0.01512, 0.01094, 0.00768, 0.00523, 0.00345, 0.00221,
    ]
    let taps = GaussianKernel(appleRadius: 6).halfTaps
    for (tap, value) in zip(taps, expected) { #expect(abs(tap - value) <= 5.1e-6) }
    // 2.5 x 6 is whole: the tap past it has no weight.
    #expect(taps.dropFirst(16).allSatisfy { $0 == 0 })
  }

  @Test(arguments: [0.001, 0.3, 0.39999, 0.4, 0.40001, 1, 3.7, 12.5, 40, 1e-200])
  func kernelsSumToOne(radius: Double) {
    let kernels = [
      GaussianKernel(appleRadius: radius),
      GaussianKernel(sigma: radius, radius: Int((3.5 * radius).rounded(.up))),
    ]
    for kernel in kernels {
      let sum = kernel.halfTaps[0] + 2 * kernel.halfTaps.dropFirst().reduce(0, +)
      #expect(abs(sum - 1) < 1e-12)
      #expect(zip(kernel.halfTaps, kernel.halfTaps.dropFirst()).allSatisfy { $0 >= $1 })
    }
  }

  /// Nothing jumps where a tap comes in.
  @Test(arguments: [0.4, 0.8, 1.2, 2, 6])
  func appleIsContinuousInItsRadius(radius: Double) {
    let below = GaussianKernel(appleRadius: radius - 1e-9).halfTaps
    let above = GaussianKernel(appleRadius: radius + 1e-9).halfTaps
    for i in 0..<max(below.count, above.count) {
      let a = i < below.count ? below[i] : 0
      let b = i < above.count ? above[i] : 0
      #expect(abs(a - b) < 1e-7)
    }
  }
}
