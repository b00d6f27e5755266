#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CIMAGE_PNG_OVERREAD = 8 };

/* Undoes the filter `type` (PNG specification, third edition, section 9) of a
   row of `count` bytes, whole pixels of 1, 2, 3, 4, 6 or 8 bytes. `above` is the
   row above without its filter, zeros for the first one. Both inputs must be
   readable for CIMAGE_PNG_OVERREAD bytes past their end; `out` may follow
   `above` at once. False: there is no such type. */
bool cimage_png_unfilter(
  uint8_t *out, const uint8_t *row, const uint8_t *above, size_t count, size_t pixel_size,
  uint8_t type);
