// The loops and their table, for the instruction set that the including file
// has chosen.

#include "CKernels.h"

// A fused multiply-add rounds once where two operations round twice: the same
// bytes everywhere need it off.
#pragma STDC FP_CONTRACT OFF

#define CK_INLINE static inline __attribute__((always_inline))

#include "Float.h"

const ck_kernels CK_LANES = {
    .name = CK_NAME,
    .f32_load = f32_load,
    .f32_store = f32_store,
    .f32_convolve_rows = f32_convolve_rows,
    .f32_convolve_cells = f32_convolve_cells,
    .f32_scale = f32_scale,
    .f32_scale_cells = f32_scale_cells,
    .f32_down_rows = f32_down_rows,
    .f32_down_cells = f32_down_cells,
    .f32_up_rows = f32_up_rows,
    .f32_up_cells = f32_up_cells,
    .f32_color = f32_color,
    .f32_mix = f32_mix,
};
