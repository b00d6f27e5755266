// From 16-bit lanes to the bytes of the result: rounding, and the colour
// matrix with opacity where there is one.

/// One vector of the result as bytes; RGB leaves out every fourth.
CK_INLINE void put_pixels(uint8_t *dst, u8v bytes, const int channels, bool stream) {
  if (channels != 3) {
    put_bytes(dst, bytes, stream);
    return;
  }
#if CK_VECTOR_BYTES == 16
  bytes = __builtin_shufflevector(bytes, bytes, 0, 1, 2, 4, 5, 6, 6, 6);
  __builtin_memcpy(dst, &bytes, 6);
#else
  typedef uint8_t u8x16 __attribute__((vector_size(16)));
  u8x16 parts[LANES / 16];
  __builtin_memcpy(parts, &bytes, sizeof parts);
  for (int i = 0; i < LANES / 16; i++) {
    const u8x16 part = __builtin_shufflevector(parts[i], parts[i], 0, 1, 2, 4, 5, 6, 8, 9, 10, 12,
                                               13, 14, 14, 14, 14, 14);
    __builtin_memcpy(dst + 12 * i, &part, 12);
  }
#endif
}

/// The matrix as the loop takes it: 4 lanes a pixel.
typedef struct fixed_color {
  i16v same_rg, swapped_rg, same_ba, swapped_ba;
  i32v half;
  int shift;
  bool opaque;
} fixed_color;

CK_INLINE i16v repeat4(int16_t a, int16_t b, int16_t c, int16_t d) {
  i16v v;
  for (int i = 0; i < LANES; i += 4) {
    v[i] = a;
    v[i + 1] = b;
    v[i + 2] = c;
    v[i + 3] = d;
  }
  return v;
}

static fixed_color u16_color(const ck_fixed_color *color) {
  const int16_t *m = color->matrix;
  fixed_color result = {
      .same_rg = repeat4(m[0], m[1], m[6], m[7]),
      .swapped_rg = repeat4(m[2], m[3], m[4], m[5]),
      .same_ba = repeat4(m[8], m[9], m[14], m[15]),
      .swapped_ba = repeat4(m[10], m[11], m[12], m[13]),
      .half = (i32v){} + (1 << (color->shift - 1)),
      .shift = color->shift,
      .opaque = color->opaque,
  };
  return result;
}

/// The sums of neighbouring products: lanes 2i and 2i + 1 give element i.
CK_INLINE i32v pair_dot(i16v a, i16v b) {
#if defined(__x86_64__)
  return (i32v)CK_X86(madd_epi16)((x86v)a, (x86v)b);
#else
  const i32v x = (i32v)a, y = (i32v)b;
  return ((x << 16) >> 16) * ((y << 16) >> 16) + (x >> 16) * (y >> 16);
#endif
}

/// The low halves of each two elements of `rg` and of `ba`, as one pixel.
CK_INLINE i16v join_pixels(i32v rg, i32v ba) {
#if defined(__x86_64__)
  return (i16v)CK_X86(shuffle_epi32)(CK_X86(packs_epi32)((x86v)rg, (x86v)ba), 0xD8);
#else
  i16v pixels;
  for (int i = 0; i < LANES; i += 4) {
    pixels[i] = (int16_t)rg[i / 2];
    pixels[i + 1] = (int16_t)rg[i / 2 + 1];
    pixels[i + 2] = (int16_t)ba[i / 2];
    pixels[i + 3] = (int16_t)ba[i / 2 + 1];
  }
  return pixels;
#endif
}

CK_INLINE u32v swap_halves(u32v v) {
#if defined(__x86_64__)
  return (u32v)CK_X86(shuffle_epi32)((x86v)v, 0xB1);
#else
  return (u32v)(((u64v)v << 32) | ((u64v)v >> 32));
#endif
}

/// Lanes of 128 x the sample to coloured samples in 0...255.
CK_INLINE u16v apply_color(const fixed_color *color, u16v lanes) {
  u64v pixels = (u64v)lanes;
  if (color->opaque) pixels = (pixels & 0x0000FFFFFFFFFFFFu) | ((uint64_t)32640 << 48);
  const i16v same = (i16v)pixels, swapped = (i16v)swap_halves((u32v)pixels);
  const i32v rg = pair_dot(same, color->same_rg) + pair_dot(swapped, color->swapped_rg);
  const i32v ba = pair_dot(same, color->same_ba) + pair_dot(swapped, color->swapped_ba);
  i16v result = join_pixels((rg + color->half) >> color->shift, (ba + color->half) >> color->shift);
  // The rounded value of a clamped one is the clamped rounded value.
  const u64v alpha = (u64v)result >> 48;
  const u64v twice = alpha | (alpha << 16);
  const i16v high = (i16v)(twice | (twice << 32));
  const i16v zero = {};
  return (u16v)__builtin_elementwise_max(__builtin_elementwise_min(result, high), zero);
}

CK_INLINE u16v to_sample(u16v lanes, const bool colored, const fixed_color *color) {
  return colored ? apply_color(color, lanes) : (lanes + 64) >> 7;
}

CK_INLINE void u8_store_of(const int channels, const bool colored, uint8_t *dst,
                           const uint16_t *src, ptrdiff_t cells, int lanes,
                           const fixed_color *color) {
  const ptrdiff_t count = cells * lanes, step = channels == 3 ? LANES / 4 * 3 : LANES;
  ptrdiff_t x = 0;
  for (; x + LANES <= count; x += LANES, dst += step)
    put_pixels(dst, narrow(to_sample(load(src + x), colored, color)), channels, false);
  if (x < count) {
    uint8_t rest[LANES];
    put_pixels(rest, narrow(to_sample(load(src + x), colored, color)), channels, false);
    __builtin_memcpy(dst, rest, (size_t)(channels == 3 ? (count - x) / 4 * 3 : count - x));
  }
}

static void u8_store(uint8_t *dst, const uint16_t *src, ptrdiff_t cells, int channels,
                     const ck_fixed_color *color) {
  if (color) {
    const fixed_color ready = u16_color(color);
    if (channels == 3) u8_store_of(3, true, dst, src, cells, 4, &ready);
    else u8_store_of(4, true, dst, src, cells, 4, &ready);
  } else if (channels == 3) {
    u8_store_of(3, false, dst, src, cells, 4, NULL);
  } else {
    u8_store_of(4, false, dst, src, cells, channels, NULL);
  }
}

/// One vector of the two result rows over `middle`, as bytes.
CK_INLINE void u8_up_rows_at(const int order, const bool colored, const fixed_color *color,
                             const uint16_t *above, const uint16_t *middle, const uint16_t *below,
                             u8v *first, u8v *second) {
  const u16v a = load(above), m = load(middle), b = load(below);
  u16v upper, lower;
  if (order == 3) {
    upper = m + (u16v)((i16v)(a - m) >> 2);
    lower = m + (u16v)((i16v)(b - m) >> 2);
  } else {
    const u16v center = mulhi(m, splat(40960)) + 1;
    upper = center + mulhi(a, splat(20480)) + mulhi(b, splat(4096));
    lower = center + mulhi(b, splat(20480)) + mulhi(a, splat(4096));
  }
  *first = narrow(to_sample(upper, colored, color));
  *second = narrow(to_sample(lower, colored, color));
}

CK_INLINE void u8_up_rows_of(const int channels, const int order, const bool colored,
                             uint8_t *first, uint8_t *second, const uint16_t *above,
                             const uint16_t *middle, const uint16_t *below, ptrdiff_t count,
                             const fixed_color *color, bool stream) {
  const ptrdiff_t step = channels == 3 ? LANES / 4 * 3 : LANES;
  ptrdiff_t x = 0, out = 0;
  for (; x + LANES <= count; x += LANES, out += step) {
    u8v a, b;
    u8_up_rows_at(order, colored, color, above + x, middle + x, below + x, &a, &b);
    put_pixels(first + out, a, channels, stream);
    put_pixels(second + out, b, channels, stream);
  }
  if (x < count) {
    u8v a, b;
    uint8_t rest[2 * LANES];
    u8_up_rows_at(order, colored, color, above + x, middle + x, below + x, &a, &b);
    put_pixels(rest, a, channels, false);
    put_pixels(rest + LANES, b, channels, false);
    const size_t bytes = (size_t)(channels == 3 ? (count - x) / 4 * 3 : count - x);
    __builtin_memcpy(first + out, rest, bytes);
    __builtin_memcpy(second + out, rest + LANES, bytes);
  }
}

static void u8_up_rows(uint8_t *first, uint8_t *second, const uint16_t *above,
                       const uint16_t *middle, const uint16_t *below, int order, ptrdiff_t cells,
                       int channels, const ck_fixed_color *color, bool stream) {
  const ptrdiff_t count = cells * (channels == 3 ? 4 : channels);
  stream = stream && can_stream(first) && can_stream(second);
#define CK_UP_ROWS(channels, order, colored, color) \
  u8_up_rows_of(channels, order, colored, first, second, above, middle, below, count, color, stream)
  if (color) {
    const fixed_color ready = u16_color(color);
    if (channels == 3 && order == 3) CK_UP_ROWS(3, 3, true, &ready);
    else if (channels == 3) CK_UP_ROWS(3, 5, true, &ready);
    else if (order == 3) CK_UP_ROWS(4, 3, true, &ready);
    else CK_UP_ROWS(4, 5, true, &ready);
  } else {
    if (channels == 3 && order == 3) CK_UP_ROWS(3, 3, false, NULL);
    else if (channels == 3) CK_UP_ROWS(3, 5, false, NULL);
    else if (order == 3) CK_UP_ROWS(4, 3, false, NULL);
    else CK_UP_ROWS(4, 5, false, NULL);
  }
#undef CK_UP_ROWS
}
