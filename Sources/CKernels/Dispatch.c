#include "CKernels.h"

extern const ck_kernels ck_kernels_baseline;

#if defined(__x86_64__)
extern const ck_kernels ck_kernels_avx2, ck_kernels_avx512;

const ck_kernels *ck_kernels_at(ck_level level) {
  switch (level) {
    case CK_LEVEL_BASELINE:
      return &ck_kernels_baseline;
    case CK_LEVEL_AVX2:
      return __builtin_cpu_supports("avx2") ? &ck_kernels_avx2 : NULL;
    case CK_LEVEL_AVX512:
      return __builtin_cpu_supports("x86-64-v4") ? &ck_kernels_avx512 : NULL;
  }
  return NULL;
}
#else
const ck_kernels *ck_kernels_at(ck_level level) {
  return level == CK_LEVEL_BASELINE ? &ck_kernels_baseline : NULL;
}
#endif

const ck_kernels *ck_kernels_best(void) {
  const ck_kernels *kernels = ck_kernels_at(CK_LEVEL_AVX512);
  if (!kernels) kernels = ck_kernels_at(CK_LEVEL_AVX2);
  return kernels ? kernels : &ck_kernels_baseline;
}
