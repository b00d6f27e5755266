#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Row loops of the CPU executor. One source (Loops/) is compiled for several
// instruction sets; every set returns the same bytes.
//
// A row is an array of samples, channels interleaved. A row of lanes (float or
// uint16_t) may be written for CK_SLACK samples past its end, and read as far
// past the end of every row it takes; bytes of images may be read so far, but
// are only written where a function says.

enum { CK_SLACK = 128 };

#pragma clang assume_nonnull begin

/// A colour matrix and opacity, for samples in 0...1.
typedef struct ck_color {
  /// Rows of (R, G, B, bias); for grey images row 0 is (factor, 0, 0, bias).
  float matrix[12];
  float opacity;
  /// Whether the matrix does anything.
  bool has_matrix;
} ck_color;

/// A window of rows, the topmost first.
typedef const float *_Nonnull const *ck_f32_rows;

typedef struct ck_kernels {
  const char *name;

  // -- float32 lanes, 1 being full --

  /// Samples of 1, 2 or 4 bytes (float) to lanes; `straight` ones (the last
  /// channel is alpha) are premultiplied.
  void (*f32_load)(float *dst, const void *src, ptrdiff_t cells, int channels, int sample_bytes,
                   bool straight);
  /// Lanes to samples of 1, 2 or 4 bytes, integers by floor(x + 0.5). Writes
  /// exactly `count` samples.
  void (*f32_store)(void *dst, const float *src, ptrdiff_t count, int sample_bytes);

  /// dst = taps[0] rows[radius] + sum of taps[t] (rows[radius - t] + rows[radius + t]).
  void (*f32_convolve_rows)(float *dst, ck_f32_rows _Nonnull rows, const float *taps, int radius,
                            ptrdiff_t count);
  /// The same along the row, neighbours being `channels` samples apart.
  void (*f32_convolve_cells)(float *dst, const float *src, const float *taps, int radius,
                             int channels, ptrdiff_t count);
  /// dst *= factor.
  void (*f32_scale)(float *dst, float factor, ptrdiff_t count);
  /// Cell i *= factors[i].
  void (*f32_scale_cells)(float *dst, const float *factors, ptrdiff_t cells, int channels);

  /// Halves: 4 rows for order 3, 6 for order 5.
  void (*f32_down_rows)(float *dst, ck_f32_rows _Nonnull rows, int order, ptrdiff_t count);
  /// `src` points to cell 2j of the cell j that `dst` points to.
  void (*f32_down_cells)(float *dst, const float *src, int order, ptrdiff_t cells, int channels);
  /// Doubles: the row lies over `middle`, on the side of `near`.
  void (*f32_up_rows)(float *dst, const float *middle, const float *near, const float *far,
                      int order, ptrdiff_t count);
  /// Writes cells 2j and 2j + 1 for each of `cells` cells j.
  void (*f32_up_cells)(float *dst, const float *src, int order, ptrdiff_t cells, int channels);

  /// The matrix, clamped to 0...alpha, then the opacity; in place.
  void (*f32_color)(float *row, ptrdiff_t cells, int channels, const ck_color *color);
  /// row = (1 - m) source + m row, m = mask / 65535.
  void (*f32_mix)(float *row, const float *source, const uint16_t *mask, ptrdiff_t cells,
                  int channels);
} ck_kernels;

typedef enum ck_level {
  /// What every machine of the architecture has: SSE2, NEON.
  CK_LEVEL_BASELINE = 0,
  CK_LEVEL_AVX2 = 1,
  CK_LEVEL_AVX512 = 2,
} ck_level;

/// The loops for `level`, or NULL where this machine cannot run them.
const ck_kernels *_Nullable ck_kernels_at(ck_level level);

/// The loops that are fastest on this machine.
const ck_kernels *ck_kernels_best(void);

#pragma clang assume_nonnull end
