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
typedef const uint16_t *_Nonnull const *ck_u16_rows;
typedef const uint8_t *_Nonnull const *ck_u8_rows;

/// The same for 16-bit lanes, four a pixel.
typedef struct ck_fixed_color {
  /// Four rows for R, G, B, A of four columns, times 2^(shift - 7).
  int16_t matrix[16];
  int shift;
  /// Alpha counts as 1, whatever the fourth lane holds.
  bool opaque;
} ck_fixed_color;

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

  /// Halves: 4 rows for order 3, 6 for order 5. The cells at even and at odd
  /// places of the sum go to rows of their own.
  void (*f32_down_rows)(float *even, float *odd, ck_f32_rows _Nonnull rows, int order,
                        ptrdiff_t cells, int channels);
  /// Halves along the row: `even` and `odd` point to cells 2j and 2j + 1 of
  /// the cell j that `dst` points to.
  void (*f32_down_cells)(float *dst, const float *even, const float *odd, int order,
                         ptrdiff_t cells, int channels);
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

  /// Lays premultiplied RGBA over RGBA: dst = s src + (1 - s src.a) dst with
  /// s = opacity x mask / 65535, or opacity where there is no mask.
  void (*f32_over)(float *dst, const float *src, const uint16_t *_Nullable mask, float opacity,
                   ptrdiff_t cells);
  /// The same with one colour.
  void (*f32_over_color)(float *dst, const float *color, const uint16_t *_Nullable mask,
                         float opacity, ptrdiff_t cells);
  /// RGBA to the bytes of RGB, by floor(x + 0.5). Writes exactly `cells` cells.
  void (*f32_store_rgb)(uint8_t *dst, const float *src, ptrdiff_t cells);

  // -- 16-bit lanes, 128 x the 8-bit sample. Taps are multiples of 1/65536.
  // RGB takes four lanes, except between the two steps of a direct blur. --

  /// Bytes to lanes; straight ones are premultiplied.
  void (*u16_load)(uint16_t *dst, const uint8_t *src, ptrdiff_t cells, int channels,
                   bool straight);
  /// RGB in three lanes to four, alpha being 1.
  void (*u16_widen_rgb)(uint16_t *dst, const uint16_t *src, ptrdiff_t cells);
  /// Lanes to floats, leaving out the fourth lane where there are three channels.
  void (*u16_to_f32)(float *dst, const uint16_t *src, ptrdiff_t cells, int lanes, int channels);

  void (*u8_convolve_rows)(uint16_t *dst, ck_u8_rows _Nonnull rows, const uint16_t *taps,
                           int radius, ptrdiff_t count);
  void (*u16_convolve_rows)(uint16_t *dst, ck_u16_rows _Nonnull rows, const uint16_t *taps,
                            int radius, ptrdiff_t count);
  void (*u16_convolve_cells)(uint16_t *dst, const uint16_t *src, const uint16_t *taps, int radius,
                             int lanes, ptrdiff_t count);
  /// To the bytes of the result, rounded. Writes exactly `count` bytes; with
  /// `stream` they bypass the caches.
  void (*u8_convolve_cells)(uint8_t *dst, const uint16_t *src, const uint16_t *taps, int radius,
                            int lanes, ptrdiff_t count, bool stream);
  /// The same sums without truncation, times a factor.
  void (*u8_convolve_rows_scaled)(uint16_t *dst, ck_u8_rows _Nonnull rows, const uint16_t *taps,
                                  int radius, float factor, ptrdiff_t count);
  void (*u16_convolve_rows_scaled)(uint16_t *dst, ck_u16_rows _Nonnull rows, const uint16_t *taps,
                                   int radius, float factor, ptrdiff_t count);
  /// Writes exactly `cells` cells.
  void (*u16_convolve_cells_scaled)(uint16_t *dst, const uint16_t *src, const uint16_t *taps,
                                    int radius, int lanes, const float *factors,
                                    ptrdiff_t cells);

  /// As f32_down_rows, from bytes to unnormalised sums for u8_down_cells.
  /// `ahead` are two rows that will be read soon.
  void (*u8_down_rows)(uint16_t *even, uint16_t *odd, ck_u8_rows _Nonnull rows, int order,
                       ck_u8_rows _Nonnull ahead, ptrdiff_t cells, int channels);
  void (*u8_down_cells)(uint16_t *dst, const uint16_t *even, const uint16_t *odd, int order,
                        ptrdiff_t cells, int lanes);
  void (*u16_down_rows)(uint16_t *even, uint16_t *odd, ck_u16_rows _Nonnull rows, int order,
                        ptrdiff_t cells, int lanes);
  void (*u16_down_cells)(uint16_t *dst, const uint16_t *even, const uint16_t *odd, int order,
                         ptrdiff_t cells, int lanes);
  void (*u16_up_rows)(uint16_t *dst, const uint16_t *middle, const uint16_t *near,
                      const uint16_t *far, int order, ptrdiff_t count);
  void (*u16_up_cells)(uint16_t *dst, const uint16_t *src, int order, ptrdiff_t cells, int lanes);

  /// The two rows of the result over `middle`, coloured (four lanes only) and
  /// rounded.
  void (*u8_up_rows)(uint8_t *first, uint8_t *second, const uint16_t *above,
                     const uint16_t *middle, const uint16_t *below, int order, ptrdiff_t cells,
                     int channels, const ck_fixed_color *_Nullable color, bool stream);
  /// A row of the result, coloured and rounded.
  void (*u8_store)(uint8_t *dst, const uint16_t *src, ptrdiff_t cells, int channels,
                   const ck_fixed_color *_Nullable color);
  /// The matrix and opacity on four lanes a cell, in place.
  void (*u16_color)(uint16_t *row, ptrdiff_t cells, const ck_fixed_color *color);
  /// row = (1 - m) source + m row, m = mask / 65535. The mask is read as far
  /// past its end as rows are.
  void (*u16_mix)(uint16_t *row, const uint16_t *source, const uint16_t *mask, ptrdiff_t cells,
                  int lanes);
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
