// Between bytes, 16-bit lanes (128 x the sample, RGB in four) and floats.

static void u16_load(uint16_t *dst, const uint8_t *src, ptrdiff_t cells, int channels,
                     bool straight) {
  if (channels == 3) {
    for (ptrdiff_t i = 0; i < cells; i++) {
      for (int c = 0; c < 3; c++) dst[4 * i + c] = (uint16_t)(src[3 * i + c] << 7);
      dst[4 * i + 3] = 32640;
    }
    return;
  }
  const ptrdiff_t count = cells * channels;
  for (ptrdiff_t i = 0; i < count; i++) dst[i] = (uint16_t)(src[i] << 7);
  if (!straight) return;
  for (ptrdiff_t i = 0; i < count; i += channels) {
    const float alpha = (float)src[i + channels - 1] * (128.0f / 255.0f);
    for (int c = 0; c < channels - 1; c++)
      dst[i + c] = (uint16_t)(int32_t)((float)src[i + c] * alpha + 0.5f);
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
    for (ptrdiff_t i = 0; i < cells * channels; i++) dst[i] = (float)src[i] / 32640.0f;
    return;
  }
  for (ptrdiff_t i = 0; i < cells; i++)
    for (int c = 0; c < 3; c++) dst[3 * i + c] = (float)src[4 * i + c] / 32640.0f;
}
