#pragma once

#include "CImageCodecsPNG.h"

/* A file of the usual kind: 8 or 16 bits, no palette, not interlaced, all IDAT
   chunks in a row and whole. */
typedef struct cimage_png_usual {
  const uint8_t *idat;     /* the first IDAT chunk; NULL: not of the usual kind */
  const uint8_t *idat_end; /* the end of the last one */
  size_t bytes_per_row;
  size_t height;
  uint8_t pixel_size; /* bytes */
  bool swaps;         /* samples of two bytes have to change their order */
} cimage_png_usual;

cimage_png_usual cimage_png_find_usual(const uint8_t *bytes, size_t count);

/* The pixels. False for anything that is odd about them, including what libpng
   would tolerate: only a stream that holds exactly these rows, under right
   checksums, is taken. (What zlib refuses and ISA-L takes are prefix codes that
   leave some words unused; the checksums have to be right with them, too.) */
bool cimage_png_unpack(cimage_png_usual file, uint8_t *pixels);
