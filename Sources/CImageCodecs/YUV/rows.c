#include "CImageCodecs.h"

/* A product and a sum in one rounding would differ between processors. */
#pragma STDC FP_CONTRACT OFF

static inline float clamped(float value, float maximum) {
  value = value < 0 ? 0 : value;
  return (value > maximum ? maximum : value) + 0.5f;
}

#define MIX(T) \
  do { \
    const T *p = a, *q = b; \
    for (size_t i = 0; i < count; i++) \
      row[i] = (float)p[i] + weight * ((float)q[i] - (float)p[i]); \
  } while (0)

void cimage_yuv_mix(
  float *row, const void *a, const void *b, float weight, size_t bytes, size_t count) {
  if (bytes == 1) MIX(uint8_t); else MIX(uint16_t);
}

static inline size_t within(ptrdiff_t index, size_t count) {
  return index < 0 ? 0 : (size_t)index >= count ? count - 1 : (size_t)index;
}

void cimage_yuv_widen(
  float *wide, size_t width, const float *row, size_t count, size_t factor, int centred) {
  if (factor == 1) {
    for (size_t i = 0; i < width; i++) wide[i] = row[i];
    return;
  }
  /* All samples but the last have a right neighbour. */
  size_t inner = 0;
  if (factor == 2 && count > 1) {
    inner = 2 * (count - 1);
    if (centred) {
      wide[0] = row[0];
      for (size_t i = 0; i + 1 < count; i++) {
        wide[2 * i + 1] = 0.75f * row[i] + 0.25f * row[i + 1];
        wide[2 * i + 2] = 0.25f * row[i] + 0.75f * row[i + 1];
      }
      inner += 1;
    } else {
      for (size_t i = 0; i + 1 < count; i++) {
        wide[2 * i] = row[i];
        wide[2 * i + 1] = 0.5f * (row[i] + row[i + 1]);
      }
    }
  }
  float offset = centred ? 0.5f * (float)(factor - 1) : 0;
  for (size_t x = inner; x < width; x++) {
    float position = ((float)x - offset) / (float)factor;
    ptrdiff_t left = (ptrdiff_t)(position + 1) - 1;
    float weight = position - (float)left;
    wide[x] = (1 - weight) * row[within(left, count)] + weight * row[within(left + 1, count)];
  }
}

void cimage_yuv_narrow(
  float *row, size_t count, const float *wide, size_t width, size_t factor, int centred) {
  size_t start = 0, end = 0;
  if (factor == 1) {
    start = 0, end = count;
    for (size_t i = 0; i < count; i++) row[i] = wide[i];
  } else if (factor == 2) {
    end = width / 2;
    if (centred) {
      for (size_t i = 0; i < end; i++) row[i] = 0.5f * (wide[2 * i] + wide[2 * i + 1]);
    } else {
      start = end > 0 ? 1 : 0;
      for (size_t i = start; i < end; i++)
        row[i] = 0.5f * wide[2 * i] + 0.25f * (wide[2 * i - 1] + wide[2 * i + 1]);
    }
  }
  for (size_t i = 0; i < count; i++) {
    if (i >= start && i < end) continue;
    ptrdiff_t first = (ptrdiff_t)(i * factor);
    float sum = 0, total = 0;
    if (centred) {
      for (size_t k = 0; k < factor; k++) {
        sum += wide[within(first + (ptrdiff_t)k, width)];
        total += 1;
      }
    } else {
      for (ptrdiff_t k = 1 - (ptrdiff_t)factor; k < (ptrdiff_t)factor; k++) {
        float weight = (float)((ptrdiff_t)factor - (k < 0 ? -k : k));
        sum += weight * wide[within(first + k, width)];
        total += weight;
      }
    }
    row[i] = sum / total;
  }
}

void cimage_yuv_add(float *sum, const float *row, float weight, size_t count) {
  for (size_t i = 0; i < count; i++) sum[i] = sum[i] + weight * row[i];
}

#define STORE(T) \
  do { \
    T *p = samples; \
    for (size_t i = 0; i < count; i++) p[i] = (T)(int32_t)clamped(row[i], maximum); \
  } while (0)

void cimage_yuv_store(
  void *samples, const float *row, float maximum, size_t bytes, size_t count) {
  if (bytes == 1) STORE(uint8_t); else STORE(uint16_t);
}

#define TO_RGB(T) \
  do { \
    const T *luma = y; \
    T *p = rgb; \
    for (size_t i = 0; i < count; i++) { \
      float l = m.luma_gain * ((float)luma[i] - m.black); \
      float u = cb[i] - m.middle, v = cr[i] - m.middle; \
      float r = l + m.red_of_cr * v; \
      float g = l + (m.green_of_cb * u + m.green_of_cr * v); \
      float b = l + m.blue_of_cb * u; \
      p[3 * i] = (T)(int32_t)clamped(r, m.maximum_rgb); \
      p[3 * i + 1] = (T)(int32_t)clamped(g, m.maximum_rgb); \
      p[3 * i + 2] = (T)(int32_t)clamped(b, m.maximum_rgb); \
    } \
  } while (0)

void cimage_yuv_to_rgb(
  void *rgb, const void *y, const float *cb, const float *cr, size_t bytes, size_t count,
  const cimage_yuv_matrix *matrix) {
  const cimage_yuv_matrix m = *matrix;
  if (bytes == 1) TO_RGB(uint8_t); else TO_RGB(uint16_t);
}

#define WRITE_YUV(r, g, b) \
  do { \
    y[i] = m.black + ((m.y_of_rgb[0] * (r) + m.y_of_rgb[1] * (g)) + m.y_of_rgb[2] * (b)); \
    cb[i] = m.middle + ((m.cb_of_rgb[0] * (r) + m.cb_of_rgb[1] * (g)) + m.cb_of_rgb[2] * (b)); \
    cr[i] = m.middle + ((m.cr_of_rgb[0] * (r) + m.cr_of_rgb[1] * (g)) + m.cr_of_rgb[2] * (b)); \
  } while (0)

#define FROM_RGB(T) \
  do { \
    const T *p = pixels; \
    if (channels == 3) { \
      for (size_t i = 0; i < count; i++) \
        WRITE_YUV((float)p[3 * i], (float)p[3 * i + 1], (float)p[3 * i + 2]); \
    } else { \
      for (size_t i = 0; i < count; i++) { \
        float a = (float)p[4 * i + 3] / m.maximum_rgb; \
        float r = background[0] + a * ((float)p[4 * i] - background[0]); \
        float g = background[1] + a * ((float)p[4 * i + 1] - background[1]); \
        float b = background[2] + a * ((float)p[4 * i + 2] - background[2]); \
        WRITE_YUV(r, g, b); \
      } \
    } \
  } while (0)

void cimage_yuv_from_rgb(
  float *y, float *cb, float *cr, const void *pixels, size_t channels, size_t bytes,
  size_t count, const float *background, const cimage_yuv_matrix *matrix) {
  const cimage_yuv_matrix m = *matrix;
  if (bytes == 1) FROM_RGB(uint8_t); else FROM_RGB(uint16_t);
}
