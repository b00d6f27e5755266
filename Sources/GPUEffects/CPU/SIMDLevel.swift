import CKernels

/// An instruction set that the row loops are compiled for.
package enum SIMDLevel: CaseIterable, Hashable, Sendable {
  /// What every machine of the architecture has: SSE2, NEON.
  case baseline
  case avx2
  case avx512

  package var isSupported: Bool { kernels != nil }

  var kernels: Kernels? {
    switch self {
    case .baseline: ck_kernels_at(CK_LEVEL_BASELINE)
    case .avx2: ck_kernels_at(CK_LEVEL_AVX2)
    case .avx512: ck_kernels_at(CK_LEVEL_AVX512)
    }
  }
}
