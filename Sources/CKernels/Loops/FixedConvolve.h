// Symmetric filters on 16-bit lanes. A tap pair costs an addition, one
// multiplication that keeps the high half, and an addition: the sum of two
// lanes just fits. What the truncations lose, (radius + 1) / 2 on average, the
// sum starts with.

/// Calls `function` with small radii as constants, so that its loop over taps
/// unrolls.
#define CK_BY_RADIUS(radius, function, ...)       \
  switch (radius) {                               \
    case 1: function(1, __VA_ARGS__); break;      \
    case 2: function(2, __VA_ARGS__); break;      \
    case 3: function(3, __VA_ARGS__); break;      \
    case 4: function(4, __VA_ARGS__); break;      \
    case 5: function(5, __VA_ARGS__); break;      \
    case 6: function(6, __VA_ARGS__); break;      \
    case 7: function(7, __VA_ARGS__); break;      \
    case 8: function(8, __VA_ARGS__); break;      \
    default: function(radius, __VA_ARGS__); break; \
  }

CK_INLINE u16v u16_pair(u16v a, u16v b, u16v tap) { return mulhi(a + b, tap); }

/// The taps as vectors, in memory that no store of the loop can alias.
CK_INLINE void spread_taps(u16v *weights, const uint16_t *taps, int radius) {
  for (int t = 0; t <= radius; t++) weights[t] = splat(taps[t]);
}

CK_INLINE void u16_convolve_rows_of(const int radius, uint16_t *restrict dst, ck_u16_rows rows,
                                    const uint16_t *taps, ptrdiff_t count) {
  const u16v bias = splat((uint16_t)((radius + 1) / 2));
  u16v weights[radius + 1];
  spread_taps(weights, taps, radius);
  for (ptrdiff_t x = 0; x < count; x += 4 * LANES) {
    u16v sum[4];
    for (int i = 0; i < 4; i++)
      sum[i] = mulhi(load(rows[radius] + x + i * LANES), weights[0]) + bias;
    for (int t = 1; t <= radius; t++) {
      const uint16_t *above = rows[radius - t] + x, *below = rows[radius + t] + x;
      for (int i = 0; i < 4; i++)
        sum[i] += u16_pair(load(above + i * LANES), load(below + i * LANES), weights[t]);
    }
    for (int i = 0; i < 4; i++) store(dst + x + i * LANES, sum[i]);
  }
}

static void u16_convolve_rows(uint16_t *restrict dst, ck_u16_rows rows, const uint16_t *taps, int radius,
                              ptrdiff_t count) {
  u16_convolve_rows_of(radius, dst, rows, taps, count);
}

CK_INLINE void u8_convolve_rows_of(const int radius, uint16_t *restrict dst, ck_u8_rows rows,
                                   const uint16_t *taps, ptrdiff_t count) {
  const u16v bias = splat((uint16_t)((radius + 1) / 2));
  u16v weights[radius + 1];
  spread_taps(weights, taps, radius);
  for (ptrdiff_t x = 0; x < count; x += 2 * LANES) {
    u16v a = mulhi(load_bytes(rows[radius] + x) << 7, weights[0]) + bias;
    u16v b = mulhi(load_bytes(rows[radius] + x + LANES) << 7, weights[0]) + bias;
#pragma clang loop unroll_count(8)
    for (int t = 1; t <= radius; t++) {
      const uint8_t *above = rows[radius - t] + x, *below = rows[radius + t] + x;
      a += mulhi((load_bytes(above) + load_bytes(below)) << 7, weights[t]);
      b += mulhi((load_bytes(above + LANES) + load_bytes(below + LANES)) << 7, weights[t]);
    }
    store(dst + x, a);
    store(dst + x + LANES, b);
  }
}

static void u8_convolve_rows(uint16_t *restrict dst, ck_u8_rows rows, const uint16_t *taps, int radius,
                             ptrdiff_t count) {
  CK_BY_RADIUS(radius, u8_convolve_rows_of, dst, rows, taps, count)
}

/// Two vectors of the row filtered along it, `bias` added.
CK_INLINE void u16_convolve_cells_at(const int radius, const uint16_t *center,
                                     const u16v *weights, int lanes, u16v bias, u16v *a,
                                     u16v *b) {
  *a = mulhi(load(center), weights[0]) + bias;
  *b = mulhi(load(center + LANES), weights[0]) + bias;
#pragma clang loop unroll_count(8)
  for (int t = 1; t <= radius; t++) {
    const uint16_t *left = center - t * lanes, *right = center + t * lanes;
    *a += u16_pair(load(left), load(right), weights[t]);
    *b += u16_pair(load(left + LANES), load(right + LANES), weights[t]);
  }
}

CK_INLINE void u16_convolve_cells_of(const int radius, uint16_t *restrict dst, const uint16_t *src,
                                     const uint16_t *taps, int lanes, ptrdiff_t count) {
  const u16v bias = splat((uint16_t)((radius + 1) / 2));
  u16v weights[radius + 1];
  spread_taps(weights, taps, radius);
  for (ptrdiff_t x = 0; x < count; x += 2 * LANES) {
    u16v a, b;
    u16_convolve_cells_at(radius, src + x, weights, lanes, bias, &a, &b);
    store(dst + x, a);
    store(dst + x + LANES, b);
  }
}

static void u16_convolve_cells(uint16_t *restrict dst, const uint16_t *src, const uint16_t *taps,
                               int radius, int lanes, ptrdiff_t count) {
  CK_BY_RADIUS(radius, u16_convolve_cells_of, dst, src, taps, lanes, count)
}

CK_INLINE void u8_convolve_cells_of(const int radius, uint8_t *restrict dst, const uint16_t *src,
                                    const uint16_t *taps, int lanes, ptrdiff_t count,
                                    bool stream) {
  const u16v bias = splat((uint16_t)((radius + 1) / 2 + 64));
  u16v weights[radius + 1];
  spread_taps(weights, taps, radius);
  ptrdiff_t x = 0;
  for (; x + 2 * LANES <= count; x += 2 * LANES) {
    u16v a, b;
    u16_convolve_cells_at(radius, src + x, weights, lanes, bias, &a, &b);
    put_bytes(dst + x, narrow(a >> 7), stream);
    put_bytes(dst + x + LANES, narrow(b >> 7), stream);
  }
  if (x < count) {
    u16v a, b;
    uint8_t rest[2 * LANES];
    u16_convolve_cells_at(radius, src + x, weights, lanes, bias, &a, &b);
    put_bytes(rest, narrow(a >> 7), false);
    put_bytes(rest + LANES, narrow(b >> 7), false);
    __builtin_memcpy(dst + x, rest, (size_t)(count - x));
  }
}

static void u8_convolve_cells(uint8_t *restrict dst, const uint16_t *src, const uint16_t *taps, int radius,
                              int lanes, ptrdiff_t count, bool stream) {
  stream = stream && can_stream(dst);
  CK_BY_RADIUS(radius, u8_convolve_cells_of, dst, src, taps, lanes, count, stream)
}

// Renormalised taps can be a small part of the kernel, times a large factor:
// these sums keep all their bits.

CK_INLINE uint16_t u16_scaled(int32_t sum, float factor) {
  const float value = (float)sum * (factor / 65536.0f) + 0.5f;
  return (uint16_t)(int32_t)(value < 32640.0f ? value : 32640.0f);
}

enum { SCALED_BLOCK = 64 };

static void u16_convolve_rows_scaled(uint16_t *restrict dst, ck_u16_rows rows, const uint16_t *taps,
                                     int radius, float factor, ptrdiff_t count) {
  for (ptrdiff_t x = 0; x < count; x += SCALED_BLOCK) {
    int32_t sum[SCALED_BLOCK];
    for (int i = 0; i < SCALED_BLOCK; i++) sum[i] = rows[radius][x + i] * taps[0];
    for (int t = 1; t <= radius; t++) {
      const uint16_t *above = rows[radius - t] + x, *below = rows[radius + t] + x;
      for (int i = 0; i < SCALED_BLOCK; i++) sum[i] += (above[i] + below[i]) * (int32_t)taps[t];
    }
    for (int i = 0; i < SCALED_BLOCK; i++) dst[x + i] = u16_scaled(sum[i], factor);
  }
}

static void u8_convolve_rows_scaled(uint16_t *restrict dst, ck_u8_rows rows, const uint16_t *taps,
                                    int radius, float factor, ptrdiff_t count) {
  for (ptrdiff_t x = 0; x < count; x += SCALED_BLOCK) {
    int32_t sum[SCALED_BLOCK];
    for (int i = 0; i < SCALED_BLOCK; i++) sum[i] = 128 * rows[radius][x + i] * taps[0];
    for (int t = 1; t <= radius; t++) {
      const uint8_t *above = rows[radius - t] + x, *below = rows[radius + t] + x;
      for (int i = 0; i < SCALED_BLOCK; i++) sum[i] += 128 * (above[i] + below[i]) * taps[t];
    }
    for (int i = 0; i < SCALED_BLOCK; i++) dst[x + i] = u16_scaled(sum[i], factor);
  }
}

static void u16_convolve_cells_scaled(uint16_t *restrict dst, const uint16_t *src, const uint16_t *taps,
                                      int radius, int lanes, const float *factors,
                                      ptrdiff_t cells) {
  for (ptrdiff_t x = 0; x < cells; x++) {
    for (int c = 0; c < lanes; c++) {
      const uint16_t *center = src + x * lanes + c;
      int32_t sum = center[0] * taps[0];
      for (int t = 1; t <= radius; t++)
        sum += (center[-t * lanes] + center[t * lanes]) * (int32_t)taps[t];
      dst[x * lanes + c] = u16_scaled(sum, factors[x]);
    }
  }
}
