#include "unfilter.h"

#include <string.h>

/* A pixel with 16 bits for each of its bytes; what is beyond its size has no
   meaning. The pixel to the left is needed at once, so it stays in a register:
   its way through one step is what these loops take. */
typedef uint8_t bytes __attribute__((vector_size(8)));
typedef int16_t words __attribute__((vector_size(16)));

#define INLINE static inline __attribute__((always_inline))

INLINE words load(const uint8_t *from, size_t pixel_size) {
  bytes narrow = {0};
  memcpy(&narrow, from, pixel_size > 4 ? 8 : pixel_size > 2 ? 4 : pixel_size);
  return __builtin_convertvector(narrow, words);
}

INLINE void store(uint8_t *to, words pixel, size_t pixel_size) {
  bytes narrow = __builtin_convertvector(pixel, bytes);
  memcpy(to, &narrow, pixel_size);
}

INLINE words choose(words mask, words yes, words no) { return (mask & yes) | (~mask & no); }

/* Of left, above and above left the one nearest to a + b - c; ties go to the first. */
INLINE words paeth(words a, words b, words c) {
  words to_a = __builtin_elementwise_abs(b - c);
  words to_b = __builtin_elementwise_abs(a - c);
  words to_c = __builtin_elementwise_abs((a - c) + (b - c));
  words least = __builtin_elementwise_min(to_c, __builtin_elementwise_min(to_a, to_b));
  return choose(least == to_a, a, choose(least == to_b, b, c));
}

static void up(uint8_t *out, const uint8_t *row, const uint8_t *above, size_t count) {
  for (size_t i = 0; i < count; i++) out[i] = (uint8_t)(row[i] + above[i]);
}

INLINE void sub(uint8_t *out, const uint8_t *row, size_t count, size_t size) {
  words a = {0};
  for (size_t i = 0; i < count; i += size) {
    a = (load(row + i, size) + a) & 255;
    store(out + i, a, size);
  }
}

INLINE void average(
  uint8_t *out, const uint8_t *row, const uint8_t *above, size_t count, size_t size) {
  words a = {0};
  for (size_t i = 0; i < count; i += size) {
    a = (load(row + i, size) + ((a + load(above + i, size)) >> 1)) & 255;
    store(out + i, a, size);
  }
}

INLINE void undo_paeth(
  uint8_t *out, const uint8_t *row, const uint8_t *above, size_t count, size_t size) {
  words a = {0}, c = {0};
  for (size_t i = 0; i < count; i += size) {
    words b = load(above + i, size);
    a = (load(row + i, size) + paeth(a, b, c)) & 255;
    c = b;
    store(out + i, a, size);
  }
}

INLINE bool unfilter(
  uint8_t *out, const uint8_t *row, const uint8_t *above, size_t count, size_t size,
  uint8_t type) {
  switch (type) {
    case 0: memcpy(out, row, count); return true;
    case 1: sub(out, row, count, size); return true;
    case 2: up(out, row, above, count); return true;
    case 3: average(out, row, above, count, size); return true;
    case 4: undo_paeth(out, row, above, count, size); return true;
  }
  return false;
}

/* The sizes are constants, so that each has loops of its own. */
bool cimage_png_unfilter(
  uint8_t *out, const uint8_t *row, const uint8_t *above, size_t count, size_t pixel_size,
  uint8_t type) {
  switch (pixel_size) {
    case 1: return unfilter(out, row, above, count, 1, type);
    case 2: return unfilter(out, row, above, count, 2, type);
    case 3: return unfilter(out, row, above, count, 3, type);
    case 4: return unfilter(out, row, above, count, 4, type);
    case 6: return unfilter(out, row, above, count, 6, type);
    case 8: return unfilter(out, row, above, count, 8, type);
  }
  return false;
}
