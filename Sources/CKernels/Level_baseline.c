#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define CK_LANES ck_kernels_baseline
#define CK_NAME "baseline"
#define CK_VECTOR_BYTES 16
#include "Loops/Table.h"
