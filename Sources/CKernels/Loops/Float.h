// Loops over float32 lanes. Each sum has one fixed order, so that every vector
// width rounds alike.

static void f32_load(float *dst, const void *src, ptrdiff_t cells, int channels, int sample_bytes,
                     bool straight) {
  // Times the reciprocal: full is still exactly 1.
  const ptrdiff_t count = cells * channels;
  if (sample_bytes == 1) {
    const uint8_t *s = src;
    for (ptrdiff_t i = 0; i < count; i++) dst[i] = (float)s[i] * (1.0f / 255.0f);
  } else if (sample_bytes == 2) {
    const uint16_t *s = src;
    for (ptrdiff_t i = 0; i < count; i++) dst[i] = (float)s[i] * (1.0f / 65535.0f);
  } else {
    const float *s = src;
    for (ptrdiff_t i = 0; i < count; i++) dst[i] = s[i];
  }
  if (!straight) return;
  for (ptrdiff_t i = 0; i < count; i += channels)
    for (int c = 0; c < channels - 1; c++) dst[i + c] *= dst[i + channels - 1];
}

CK_INLINE float f32_clamp(float x, float high) {
  x = x > 0 ? x : 0;
  return x < high ? x : high;
}

static void f32_store(void *dst, const float *src, ptrdiff_t count, int sample_bytes) {
  if (sample_bytes == 1) {
    uint8_t *d = dst;
    for (ptrdiff_t i = 0; i < count; i++)
      d[i] = (uint8_t)(int32_t)(f32_clamp(src[i], 1) * 255.0f + 0.5f);
  } else if (sample_bytes == 2) {
    uint16_t *d = dst;
    for (ptrdiff_t i = 0; i < count; i++)
      d[i] = (uint16_t)(int32_t)(f32_clamp(src[i], 1) * 65535.0f + 0.5f);
  } else {
    float *d = dst;
    for (ptrdiff_t i = 0; i < count; i++) d[i] = src[i];
  }
}

// Sums are held in registers while the taps go by.
enum { F32_BLOCK = 32 };

static void f32_convolve_rows(float *dst, ck_f32_rows rows, const float *taps, int radius,
                              ptrdiff_t count) {
  for (ptrdiff_t x = 0; x < count; x += F32_BLOCK) {
    float sum[F32_BLOCK];
    const float *center = rows[radius] + x;
    for (int i = 0; i < F32_BLOCK; i++) sum[i] = center[i] * taps[0];
    for (int t = 1; t <= radius; t++) {
      const float *above = rows[radius - t] + x, *below = rows[radius + t] + x;
      const float tap = taps[t];
      for (int i = 0; i < F32_BLOCK; i++) sum[i] += (above[i] + below[i]) * tap;
    }
    for (int i = 0; i < F32_BLOCK; i++) dst[x + i] = sum[i];
  }
}

static void f32_convolve_cells(float *dst, const float *src, const float *taps, int radius,
                               int channels, ptrdiff_t count) {
  for (ptrdiff_t x = 0; x < count; x += F32_BLOCK) {
    float sum[F32_BLOCK];
    const float *center = src + x;
    for (int i = 0; i < F32_BLOCK; i++) sum[i] = center[i] * taps[0];
    for (int t = 1; t <= radius; t++) {
      const float *left = center - t * channels, *right = center + t * channels;
      const float tap = taps[t];
      for (int i = 0; i < F32_BLOCK; i++) sum[i] += (left[i] + right[i]) * tap;
    }
    for (int i = 0; i < F32_BLOCK; i++) dst[x + i] = sum[i];
  }
}

static void f32_scale(float *dst, float factor, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i++) dst[i] *= factor;
}

static void f32_scale_cells(float *dst, const float *factors, ptrdiff_t cells, int channels) {
  for (ptrdiff_t i = 0; i < cells; i++)
    for (int c = 0; c < channels; c++) dst[i * channels + c] *= factors[i];
}

// [1 3 3 1]/8 and [1 5 10 10 5 1]/32, as sums of the pairs at growing distance.
CK_INLINE float f32_down3(float a, float b, float c, float d) {
  return (b + c) * 0.375f + (a + d) * 0.125f;
}

CK_INLINE float f32_down5(float a, float b, float c, float d, float e, float f) {
  return (c + d) * 0.3125f + (b + e) * 0.15625f + (a + f) * 0.03125f;
}

CK_INLINE void f32_down_rows_of(const int n, float *even, float *odd, ck_f32_rows rows,
                                const int order, ptrdiff_t cells) {
  // Sums of a block as one stream, then split.
  enum { CELLS = 32 };
  for (ptrdiff_t first = 0; first < cells; first += CELLS) {
    float sums[4 * CELLS];
    const float *a = rows[0] + first * n, *b = rows[1] + first * n, *c = rows[2] + first * n;
    const float *d = rows[3] + first * n;
    if (order == 3) {
      for (int i = 0; i < CELLS * n; i++) sums[i] = f32_down3(a[i], b[i], c[i], d[i]);
    } else {
      const float *e = rows[4] + first * n, *f = rows[5] + first * n;
      for (int i = 0; i < CELLS * n; i++) sums[i] = f32_down5(a[i], b[i], c[i], d[i], e[i], f[i]);
    }
    float *to_even = even + first / 2 * n, *to_odd = odd + first / 2 * n;
    for (int j = 0; j < CELLS / 2; j++) {
      for (int k = 0; k < n; k++) {
        to_even[j * n + k] = sums[2 * j * n + k];
        to_odd[j * n + k] = sums[(2 * j + 1) * n + k];
      }
    }
  }
}

static void f32_down_rows(float *even, float *odd, ck_f32_rows rows, int order, ptrdiff_t cells,
                          int channels) {
  switch (channels) {
    case 1: f32_down_rows_of(1, even, odd, rows, order, cells); break;
    case 2: f32_down_rows_of(2, even, odd, rows, order, cells); break;
    case 3: f32_down_rows_of(3, even, odd, rows, order, cells); break;
    case 4: f32_down_rows_of(4, even, odd, rows, order, cells); break;
  }
}

static void f32_down_cells(float *dst, const float *even, const float *odd, int order,
                           ptrdiff_t cells, int n) {
  if (order == 3) {
    for (ptrdiff_t x = 0; x < cells * n; x++)
      dst[x] = f32_down3(odd[x - n], even[x], odd[x], even[x + n]);
  } else {
    for (ptrdiff_t x = 0; x < cells * n; x++)
      dst[x] = f32_down5(even[x - n], odd[x - n], even[x], odd[x], even[x + n], odd[x + n]);
  }
}

CK_INLINE float f32_up(float middle, float near, float far, int order) {
  return order == 3 ? middle * 0.75f + near * 0.25f
                    : middle * 0.625f + near * 0.3125f + far * 0.0625f;
}

static void f32_up_rows(float *dst, const float *middle, const float *near, const float *far,
                        int order, ptrdiff_t count) {
  if (order == 3)
    for (ptrdiff_t i = 0; i < count; i++) dst[i] = f32_up(middle[i], near[i], 0, 3);
  else
    for (ptrdiff_t i = 0; i < count; i++) dst[i] = f32_up(middle[i], near[i], far[i], 5);
}

CK_INLINE void f32_up_cells_of(const int n, float *dst, const float *src, int order,
                               ptrdiff_t cells) {
  for (ptrdiff_t j = 0; j < cells; j++, dst += 2 * n, src += n) {
    for (int c = 0; c < n; c++) {
      const float left = src[c - n], middle = src[c], right = src[c + n];
      dst[c] = f32_up(middle, left, right, order);
      dst[c + n] = f32_up(middle, right, left, order);
    }
  }
}

static void f32_up_cells(float *dst, const float *src, int order, ptrdiff_t cells, int channels) {
  switch (channels) {
    case 1: f32_up_cells_of(1, dst, src, order, cells); break;
    case 2: f32_up_cells_of(2, dst, src, order, cells); break;
    case 3: f32_up_cells_of(3, dst, src, order, cells); break;
    case 4: f32_up_cells_of(4, dst, src, order, cells); break;
  }
}

CK_INLINE void f32_color_rgb(const int n, float *row, ptrdiff_t cells, const ck_color *color) {
  const float *m = color->matrix;
  for (ptrdiff_t i = 0; i < cells; i++) {
    float *p = row + i * n;
    const float r = p[0], g = p[1], b = p[2], a = n == 4 ? p[3] : 1;
    p[0] = f32_clamp(m[0] * r + m[1] * g + m[2] * b + m[3] * a, a);
    p[1] = f32_clamp(m[4] * r + m[5] * g + m[6] * b + m[7] * a, a);
    p[2] = f32_clamp(m[8] * r + m[9] * g + m[10] * b + m[11] * a, a);
  }
}

CK_INLINE void f32_color_gray(const int n, float *row, ptrdiff_t cells, const ck_color *color) {
  const float factor = color->matrix[0], bias = color->matrix[3];
  for (ptrdiff_t i = 0; i < cells; i++) {
    const float a = n == 2 ? row[i * n + 1] : 1;
    row[i * n] = f32_clamp(factor * row[i * n] + bias * a, a);
  }
}

static void f32_color(float *row, ptrdiff_t cells, int channels, const ck_color *color) {
  if (color->has_matrix) {
    switch (channels) {
      case 1: f32_color_gray(1, row, cells, color); break;
      case 2: f32_color_gray(2, row, cells, color); break;
      case 3: f32_color_rgb(3, row, cells, color); break;
      case 4: f32_color_rgb(4, row, cells, color); break;
    }
  }
  if (color->opacity != 1) f32_scale(row, color->opacity, cells * channels);
}

CK_INLINE void f32_mix_of(const int n, float *restrict row, const float *restrict source,
                          const uint16_t *restrict mask, ptrdiff_t cells) {
  for (ptrdiff_t i = 0; i < cells; i++) {
    const float m = (float)mask[i] * (1.0f / 65535.0f);
    for (int c = 0; c < n; c++)
      row[i * n + c] = (1 - m) * source[i * n + c] + m * row[i * n + c];
  }
}

static void f32_mix(float *row, const float *source, const uint16_t *mask, ptrdiff_t cells,
                    int channels) {
  switch (channels) {
    case 1: f32_mix_of(1, row, source, mask, cells); break;
    case 2: f32_mix_of(2, row, source, mask, cells); break;
    case 3: f32_mix_of(3, row, source, mask, cells); break;
    case 4: f32_mix_of(4, row, source, mask, cells); break;
  }
}
