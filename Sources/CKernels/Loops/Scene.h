// Loops that lay pixels of a scene over each other: four floats a cell,
// premultiplied, 1 being full.

typedef float f32x4 __attribute__((vector_size(16), aligned(4), may_alias));

CK_INLINE f32x4 f32x4_over(f32x4 dst, f32x4 src, float share) {
  src *= share;
  return src + dst * (1 - src[3]);
}

static void f32_over(float *dst, const float *src, const uint16_t *mask, float opacity,
                     ptrdiff_t cells) {
  f32x4 *d = (f32x4 *)dst;
  const f32x4 *s = (const f32x4 *)src;
  if (!mask) {
    for (ptrdiff_t i = 0; i < cells; i++) d[i] = f32x4_over(d[i], s[i], opacity);
    return;
  }
  const float unit = opacity / 65535.0f;
  for (ptrdiff_t i = 0; i < cells; i++) d[i] = f32x4_over(d[i], s[i], (float)mask[i] * unit);
}

static void f32_over_color(float *dst, const float *color, const uint16_t *mask, float opacity,
                           ptrdiff_t cells) {
  f32x4 *d = (f32x4 *)dst;
  const f32x4 s = *(const f32x4 *)color;
  if (!mask) {
    for (ptrdiff_t i = 0; i < cells; i++) d[i] = f32x4_over(d[i], s, opacity);
    return;
  }
  const float unit = opacity / 65535.0f;
  for (ptrdiff_t i = 0; i < cells; i++) d[i] = f32x4_over(d[i], s, (float)mask[i] * unit);
}

static void f32_store_rgb(uint8_t *dst, const float *src, ptrdiff_t cells) {
  for (ptrdiff_t i = 0; i < cells; i++)
    for (int c = 0; c < 3; c++)
      dst[3 * i + c] = (uint8_t)(int32_t)(f32_clamp(src[4 * i + c], 1) * 255.0f + 0.5f);
}
