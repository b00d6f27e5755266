#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/* Rows of YUV and RGB pictures. Samples are integers of 1 or 2 bytes in the
   machine's order; in between, rows are floats. All sums are rounded alike on
   every processor. Pointers named `samples` hold `bytes` bytes a sample. */

/* The linear map between Y, Cb, Cr as stored and R, G, B as stored. */
typedef struct cimage_yuv_matrix {
  float black;        /* Y of black */
  float middle;       /* Cb and Cr of grey */
  float luma_gain;    /* RGB units a unit of Y */
  float red_of_cr, green_of_cb, green_of_cr, blue_of_cb;
  float y_of_rgb[3];  /* Y units a unit of R, G, B */
  float cb_of_rgb[3];
  float cr_of_rgb[3];
  float maximum_rgb;  /* 255 or 65535 */
  float maximum_yuv;  /* 2^bits - 1 */
} cimage_yuv_matrix;

/* row = (1 - weight) * a + weight * b. */
void cimage_yuv_mix(
  float *row, const void *a, const void *b, float weight, size_t bytes, size_t count);

/* A row of chroma at the width of luma, interpolated. `centred`: a sample lies in
   the middle of its pixels, else on the first of them. Factor 1, 2 or 4. */
void cimage_yuv_widen(
  float *wide, size_t width, const float *row, size_t count, size_t factor, int centred);

/* The other way, averaged. */
void cimage_yuv_narrow(
  float *row, size_t count, const float *wide, size_t width, size_t factor, int centred);

/* sum += weight * row. */
void cimage_yuv_add(float *sum, const float *row, float weight, size_t count);

/* Rounded to 0...maximum. */
void cimage_yuv_store(
  void *samples, const float *row, float maximum, size_t bytes, size_t count);

/* Three interleaved samples a pixel, of as many bytes as those of Y. */
void cimage_yuv_to_rgb(
  void *rgb, const void *y, const float *cb, const float *cr, size_t bytes, size_t count,
  const cimage_yuv_matrix *matrix);

/* Pixels of 3 samples, or of 4 with straight alpha, which are laid over a background. */
void cimage_yuv_from_rgb(
  float *y, float *cb, float *cr, const void *pixels, size_t channels, size_t bytes,
  size_t count, const float *_Nonnull background, const cimage_yuv_matrix *matrix);

#pragma clang assume_nonnull end
