#if defined(__x86_64__)
#include <immintrin.h>

#define CK_LANES ck_kernels_avx512
#define CK_NAME "avx512"
#define CK_VECTOR_BYTES 64
#pragma clang attribute push(__attribute__((target("arch=x86-64-v4"))), apply_to = function)
#include "Loops/Table.h"
#pragma clang attribute pop
#endif
