// The loops and their table, for the instruction set that the including file
// has chosen.

#include "CKernels.h"

// A fused multiply-add rounds once where two operations round twice: the same
// bytes everywhere need it off.
#pragma STDC FP_CONTRACT OFF

#define CK_INLINE static inline __attribute__((always_inline))

#include "Float.h"
#include "Scene.h"

#include "Vector.h"

#include "FixedLoad.h"
#include "FixedConvolve.h"
#include "FixedResample.h"
#include "FixedComposite.h"

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
    .f32_over = f32_over,
    .f32_over_color = f32_over_color,
    .f32_store_rgb = f32_store_rgb,
    .u16_load = u16_load,
    .u16_widen_rgb = u16_widen_rgb,
    .u16_to_f32 = u16_to_f32,
    .u8_convolve_rows = u8_convolve_rows,
    .u16_convolve_rows = u16_convolve_rows,
    .u16_convolve_cells = u16_convolve_cells,
    .u8_convolve_cells = u8_convolve_cells,
    .u8_convolve_rows_scaled = u8_convolve_rows_scaled,
    .u16_convolve_rows_scaled = u16_convolve_rows_scaled,
    .u16_convolve_cells_scaled = u16_convolve_cells_scaled,
    .u8_down_rows = u8_down_rows,
    .u8_down_cells = u8_down_cells,
    .u16_down_rows = u16_down_rows,
    .u16_down_cells = u16_down_cells,
    .u16_up_rows = u16_up_rows,
    .u16_up_cells = u16_up_cells,
    .u8_up_rows = u8_up_rows,
    .u8_store = u8_store,
    .u16_color = u16_color,
    .u16_mix = u16_mix,
};
