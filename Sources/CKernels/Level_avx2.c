#if defined(__x86_64__)
#include <immintrin.h>

#define CK_LANES ck_kernels_avx2
#define CK_NAME "avx2"
#define CK_VECTOR_BYTES 32
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#include "Loops/Table.h"
#pragma clang attribute pop
#endif
