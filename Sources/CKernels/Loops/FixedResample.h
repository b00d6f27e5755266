// Decimation by two and the interpolation that undoes it, on 16-bit lanes of
// 128 x the sample. Going down, rows come first and leave their cells split by
// parity, so that the cells are plain streams as well. Every step is monotone
// in each of its inputs, so that no colour ever exceeds its alpha.

// Sums of rows of bytes need no rounding: 8 x the sample for order 3, 32 x for
// order 5. The step along the cells brings them to 128 x.

CK_INLINE u16v u8_down_rows_at(const int order, ck_u8_rows rows, ptrdiff_t x) {
  const u16v a = load_bytes(rows[0] + x), b = load_bytes(rows[1] + x);
  const u16v c = load_bytes(rows[2] + x), d = load_bytes(rows[3] + x);
  if (order == 3) {
    const u16v inner = b + c;
    return inner + inner + inner + (a + d);
  }
  const u16v e = load_bytes(rows[4] + x), f = load_bytes(rows[5] + x);
  const u16v inner = c + d, middle = b + e;
  return ((inner + inner + middle) << 2) + inner + inner + middle + (a + f);
}

/// Bytes ahead of the loop that are fetched early: the hardware's own
/// prefetch does not follow this many rows.
CK_INLINE void u8_prefetch(const uint8_t *const *ahead, ptrdiff_t x) {
  if (x & 63) return;
  __builtin_prefetch(ahead[0] + x, 0, 3);
  __builtin_prefetch(ahead[1] + x, 0, 3);
}

CK_INLINE void u8_down_rows_of(const int n, uint16_t *even, uint16_t *odd, ck_u8_rows rows,
                               const int order, ck_u8_rows ahead, ptrdiff_t cells) {
  for (ptrdiff_t x = 0; x < cells * n; x += 2 * LANES) {
    u8_prefetch(ahead, x);
    u16v e, o;
    split(n, u8_down_rows_at(order, rows, x), u8_down_rows_at(order, rows, x + LANES), &e, &o);
    store(even + x / 2, e);
    store(odd + x / 2, o);
  }
}

// RGB takes four lanes from here on, the last one without meaning.
CK_INLINE void u8_down_rows_rgb(uint16_t *even, uint16_t *odd, ck_u8_rows rows, const int order,
                                ck_u8_rows ahead, ptrdiff_t cells) {
  enum { CELLS = 64, COUNT = 3 * CELLS };
  uint16_t sums[COUNT + 2 * LANES] = {};
  for (ptrdiff_t first = 0; first < cells; first += CELLS) {
    // Bytes far past the row's end may not be readable.
    const ptrdiff_t count = 3 * (cells - first) < COUNT ? 3 * (cells - first) : COUNT;
    for (ptrdiff_t x = 0; x < count; x += LANES) {
      u8_prefetch(ahead, 3 * first + x);
      store(sums + x, u8_down_rows_at(order, rows, 3 * first + x));
    }
    uint16_t *e = even + 2 * first, *o = odd + 2 * first;
    for (int j = 0; j < CELLS / 2; j++) {
      __builtin_memcpy(e + 4 * j, sums + 6 * j, 8);
      __builtin_memcpy(o + 4 * j, sums + 6 * j + 3, 8);
    }
  }
}

static void u8_down_rows(uint16_t *even, uint16_t *odd, ck_u8_rows rows, int order,
                         ck_u8_rows ahead, ptrdiff_t cells, int channels) {
  if (channels == 3) {
    if (order == 3) u8_down_rows_rgb(even, odd, rows, 3, ahead, cells);
    else u8_down_rows_rgb(even, odd, rows, 5, ahead, cells);
  } else if (order == 3) {
    CK_BY_LANES(channels, u8_down_rows_of, even, odd, rows, 3, ahead, cells)
  } else {
    CK_BY_LANES(channels, u8_down_rows_of, even, odd, rows, 5, ahead, cells)
  }
}

static void u8_down_cells(uint16_t *dst, const uint16_t *even, const uint16_t *odd, int order,
                          ptrdiff_t cells, int n) {
  if (order == 3) {
    for (ptrdiff_t x = 0; x < cells * n; x += LANES) {
      const u16v inner = load(even + x) + load(odd + x);
      const u16v outer = load(odd + x - n) + load(even + x + n);
      store(dst + x, (inner + inner + inner + outer) << 1);
    }
  } else {
    for (ptrdiff_t x = 0; x < cells * n; x += LANES) {
      const u16v inner = load(even + x) + load(odd + x);
      const u16v middle = load(odd + x - n) + load(even + x + n);
      const u16v outer = load(even + x - n) + load(odd + x + n);
      // (outer + 5 middle + 10 inner) / 8 in steps that fit 16 bits.
      const u16v most = inner + inner + middle;
      store(dst + x, (most + ((most + outer + 2) >> 2) + 1) >> 1);
    }
  }
}

CK_INLINE u16v u16_down3(u16v a, u16v b, u16v c, u16v d) {
  const u16v inner = average(b, c);
  return inner + quarter(average(a, d) - inner);
}

/// (outer + 5 middle + 10 inner) / 32 of sums of pairs, each rounded.
CK_INLINE u16v u16_down5(u16v outer, u16v middle, u16v inner) {
  return mulhi(outer + 16, splat(2048)) + mulhi(middle + 3, splat(5 * 2048)) +
         mulhi(inner + 2, splat(10 * 2048));
}

CK_INLINE u16v u16_down_rows_at(const int order, ck_u16_rows rows, ptrdiff_t x) {
  if (order == 3)
    return u16_down3(load(rows[0] + x), load(rows[1] + x), load(rows[2] + x), load(rows[3] + x));
  return u16_down5(load(rows[0] + x) + load(rows[5] + x), load(rows[1] + x) + load(rows[4] + x),
                   load(rows[2] + x) + load(rows[3] + x));
}

CK_INLINE void u16_down_rows_of(const int n, uint16_t *even, uint16_t *odd, ck_u16_rows rows,
                                const int order, ptrdiff_t cells) {
  for (ptrdiff_t x = 0; x < cells * n; x += 2 * LANES) {
    u16v e, o;
    split(n, u16_down_rows_at(order, rows, x), u16_down_rows_at(order, rows, x + LANES), &e, &o);
    store(even + x / 2, e);
    store(odd + x / 2, o);
  }
}

static void u16_down_rows(uint16_t *even, uint16_t *odd, ck_u16_rows rows, int order,
                          ptrdiff_t cells, int lanes) {
  if (order == 3) {
    CK_BY_LANES(lanes, u16_down_rows_of, even, odd, rows, 3, cells)
  } else {
    CK_BY_LANES(lanes, u16_down_rows_of, even, odd, rows, 5, cells)
  }
}

static void u16_down_cells(uint16_t *dst, const uint16_t *even, const uint16_t *odd, int order,
                           ptrdiff_t cells, int n) {
  if (order == 3) {
    for (ptrdiff_t x = 0; x < cells * n; x += LANES)
      store(dst + x, u16_down3(load(odd + x - n), load(even + x), load(odd + x),
                               load(even + x + n)));
  } else {
    for (ptrdiff_t x = 0; x < cells * n; x += LANES)
      store(dst + x, u16_down5(load(even + x - n) + load(odd + x + n),
                               load(odd + x - n) + load(even + x + n),
                               load(even + x) + load(odd + x)));
  }
}

/// (3 middle + near) / 4, or (10 middle + 5 near + far) / 16.
CK_INLINE u16v u16_up(const int order, u16v middle, u16v near, u16v far) {
  if (order == 3) return middle + quarter(near - middle);
  return mulhi(middle, splat(40960)) + mulhi(near, splat(20480)) + mulhi(far, splat(4096)) + 1;
}

CK_INLINE void u16_up_cells_of(const int n, uint16_t *dst, const uint16_t *src, const int order,
                               ptrdiff_t cells) {
  for (ptrdiff_t x = 0; x < cells * n; x += LANES) {
    const u16v left = load(src + x - n), middle = load(src + x), right = load(src + x + n);
    u16v a, b;
    interleave(n, u16_up(order, middle, left, right), u16_up(order, middle, right, left), &a, &b);
    store(dst + 2 * x, a);
    store(dst + 2 * x + LANES, b);
  }
}

static void u16_up_cells(uint16_t *dst, const uint16_t *src, int order, ptrdiff_t cells,
                         int lanes) {
  if (order == 3) {
    CK_BY_LANES(lanes, u16_up_cells_of, dst, src, 3, cells)
  } else {
    CK_BY_LANES(lanes, u16_up_cells_of, dst, src, 5, cells)
  }
}

static void u16_up_rows(uint16_t *dst, const uint16_t *middle, const uint16_t *near,
                        const uint16_t *far, int order, ptrdiff_t count) {
  if (order == 3) {
    for (ptrdiff_t x = 0; x < count; x += LANES)
      store(dst + x, u16_up(3, load(middle + x), load(near + x), splat(0)));
  } else {
    for (ptrdiff_t x = 0; x < count; x += LANES)
      store(dst + x, u16_up(5, load(middle + x), load(near + x), load(far + x)));
  }
}
