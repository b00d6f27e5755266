// From 16-bit lanes to the bytes of the result: rounding, and the colour
// matrix with opacity where there is one.

/// Bytes that a vector of lanes gives.
CK_INLINE ptrdiff_t pixel_bytes(const int channels, ptrdiff_t lanes) {
  return channels == 3 ? lanes / 4 * 3 : lanes;
}

/// One vector of the result as bytes. RGB leaves out every fourth, and writes
/// some more behind the pixels.
CK_INLINE void put_pixels(uint8_t *dst, u8v bytes, const int channels, bool stream) {
  if (channels == 3) {
    bytes = __builtin_shufflevector(bytes, bytes, CK_ORDER(CK_PIXELS_, CK_HALF));
    *(u8v_at *)dst = bytes;
  } else {
    put_bytes(dst, bytes, stream);
  }
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

/// With `scale` 1 the results are samples, with 128 lanes.
static fixed_color prepare_color(const ck_fixed_color *color, int scale) {
  const int16_t *m = color->matrix;
  const int shift = color->shift - (scale == 128 ? 7 : 0);
  fixed_color result = {
      .same_rg = repeat4(m[0], m[1], m[6], m[7]),
      .swapped_rg = repeat4(m[2], m[3], m[4], m[5]),
      .same_ba = repeat4(m[8], m[9], m[14], m[15]),
      .swapped_ba = repeat4(m[10], m[11], m[12], m[13]),
      .half = (i32v){} + (1 << (shift - 1)),
      .shift = shift,
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

/// Each two elements of `rg` and of `ba`, saturated, as one pixel.
CK_INLINE i16v join_pixels(i32v rg, i32v ba) {
#if defined(__x86_64__)
  return (i16v)CK_X86(shuffle_epi32)(CK_X86(packs_epi32)((x86v)rg, (x86v)ba), 0xD8);
#else
  const i32v low = (i32v){} - 32768, high = (i32v){} + 32767;
  rg = __builtin_elementwise_max(__builtin_elementwise_min(rg, high), low);
  ba = __builtin_elementwise_max(__builtin_elementwise_min(ba, high), low);
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

/// Lanes to coloured lanes or samples.
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
  const ptrdiff_t count = cells * lanes;
  ptrdiff_t x = 0;
  for (; x + 2 * LANES <= count; x += LANES)
    put_pixels(dst + pixel_bytes(channels, x),
               narrow(to_sample(load(src + x), colored, color)), channels, false);
  // What is written behind the pixels must not leave the row.
  for (; x < count; x += LANES) {
    uint8_t rest[LANES];
    const ptrdiff_t left = count - x < LANES ? count - x : LANES;
    put_pixels(rest, narrow(to_sample(load(src + x), colored, color)), channels, false);
    __builtin_memcpy(dst + pixel_bytes(channels, x), rest, (size_t)pixel_bytes(channels, left));
  }
}

static void u8_store(uint8_t *dst, const uint16_t *src, ptrdiff_t cells, int channels,
                     const ck_fixed_color *color) {
  if (color) {
    const fixed_color ready = prepare_color(color, 1);
    if (channels == 3) u8_store_of(3, true, dst, src, cells, 4, &ready);
    else u8_store_of(4, true, dst, src, cells, 4, &ready);
  } else if (channels == 3) {
    u8_store_of(3, false, dst, src, cells, 4, NULL);
  } else {
    u8_store_of(4, false, dst, src, cells, channels, NULL);
  }
}

static void u16_color(uint16_t *row, ptrdiff_t cells, const ck_fixed_color *color) {
  const fixed_color ready = prepare_color(color, 128);
  for (ptrdiff_t x = 0; x < 4 * cells; x += LANES)
    store(row + x, apply_color(&ready, load(row + x)));
}

/// One vector of lanes' mask values.
CK_INLINE u16v load_mask(const int n, const uint16_t *mask) {
  typedef uint16_t half_mask __attribute__((vector_size(CK_VECTOR_BYTES / 2), aligned(2)));
  typedef uint16_t quarter_mask __attribute__((vector_size(CK_VECTOR_BYTES / 4), aligned(2)));
  if (n == 1) return load(mask);
  if (n == 2) {
    const u32v m = __builtin_convertvector(*(const half_mask *)mask, u32v);
    return (u16v)(m | (m << 16));
  }
  const u64v m = __builtin_convertvector(*(const quarter_mask *)mask, u64v);
  const u64v twice = m | (m << 16);
  return (u16v)(twice | (twice << 32));
}

CK_INLINE void u16_mix_of(const int n, uint16_t *row, const uint16_t *source,
                          const uint16_t *mask, ptrdiff_t cells) {
  for (ptrdiff_t x = 0; x < cells * n; x += LANES) {
    const u16v m = load_mask(n, mask + x / n);
    store(row + x, mulhi(load(row + x), m) + mulhi(load(source + x), ~m) + 1);
  }
}

static void u16_mix(uint16_t *row, const uint16_t *source, const uint16_t *mask, ptrdiff_t cells,
                    int lanes) {
  CK_BY_LANES(lanes, u16_mix_of, row, source, mask, cells)
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
  ptrdiff_t x = 0;
  for (; x + 2 * LANES <= count; x += LANES) {
    u8v a, b;
    u8_up_rows_at(order, colored, color, above + x, middle + x, below + x, &a, &b);
    put_pixels(first + pixel_bytes(channels, x), a, channels, stream);
    put_pixels(second + pixel_bytes(channels, x), b, channels, stream);
  }
  for (; x < count; x += LANES) {
    u8v a, b;
    uint8_t rest[2 * LANES];
    const ptrdiff_t left = count - x < LANES ? count - x : LANES;
    u8_up_rows_at(order, colored, color, above + x, middle + x, below + x, &a, &b);
    put_pixels(rest, a, channels, false);
    put_pixels(rest + LANES, b, channels, false);
    __builtin_memcpy(first + pixel_bytes(channels, x), rest, (size_t)pixel_bytes(channels, left));
    __builtin_memcpy(second + pixel_bytes(channels, x), rest + LANES,
                     (size_t)pixel_bytes(channels, left));
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
    const fixed_color ready = prepare_color(color, 1);
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
