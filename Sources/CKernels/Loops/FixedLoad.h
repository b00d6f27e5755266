// Between bytes, 16-bit lanes (128 x the sample, RGB in four) and floats.

/// Alpha in each colour lane of a pixel of `n` lanes, 255 in its own.
CK_INLINE u16v alpha_factors(const int n, u16v v) {
  if (n == 2) return (u16v)(((u32v)v >> 16) | (255u << 16));
  const u64v alpha = (u64v)v >> 48;
  return (u16v)(alpha | (alpha << 16) | (alpha << 32) | (255ull << 48));
}

CK_INLINE void u16_premultiply(const int n, uint16_t *dst, const uint8_t *src, ptrdiff_t cells) {
  for (ptrdiff_t x = 0; x < cells * n; x += LANES) {
    const u16v v = load_bytes(src + x);
    // 128/255 of the product; exact where alpha or the colour is 255.
    store(dst + x, mulhi(v * alpha_factors(n, v), splat(32897)));
  }
}

static void u16_load(uint16_t *dst, const uint8_t *src, ptrdiff_t cells, int channels,
                     bool straight) {
  if (channels == 3) {
    for (ptrdiff_t i = 0; i < cells; i++) {
      for (int c = 0; c < 3; c++) dst[4 * i + c] = (uint16_t)(src[3 * i + c] << 7);
      dst[4 * i + 3] = 32640;
    }
  } else if (!straight) {
    for (ptrdiff_t x = 0; x < cells * channels; x += LANES)
      store(dst + x, load_bytes(src + x) << 7);
  } else if (channels == 2) {
    u16_premultiply(2, dst, src, cells);
  } else {
    u16_premultiply(4, dst, src, cells);
  }
}

/// Three lanes a pixel to four, the last being 1.
static void u16_widen_rgb(uint16_t *dst, const uint16_t *src, ptrdiff_t cells) {
  for (ptrdiff_t i = 0; i < cells; i++) {
    for (int c = 0; c < 3; c++) dst[4 * i + c] = src[3 * i + c];
    dst[4 * i + 3] = 32640;
  }
}

static void u16_to_f32(float *dst, const uint16_t *src, ptrdiff_t cells, int lanes,
                       int channels) {
  if (lanes == channels) {
    for (ptrdiff_t i = 0; i < cells * channels; i++) dst[i] = (float)src[i] * (1.0f / 32640.0f);
    return;
  }
  for (ptrdiff_t i = 0; i < cells; i++)
    for (int c = 0; c < 3; c++) dst[3 * i + c] = (float)src[4 * i + c] * (1.0f / 32640.0f);
}
