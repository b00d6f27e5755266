#pragma once

#include "CImageCodecsPNG.h"

/* Rows of a picture that are packed on their own, into one IDAT chunk. */
typedef struct cimage_png_strip {
  uint8_t *chunk; /* as in the file, from its length to its checksum; NULL: not packed */
  size_t size;
  uint32_t adler; /* of the filtered rows */
} cimage_png_strip;

/* All IDAT chunks of a file, and the one that ends it. */
typedef struct cimage_png_strips {
  cimage_png_strip *all; /* NULL: none */
  size_t count;

  const uint8_t *pixels;
  size_t bytes_per_row;
  size_t height;
  size_t rows; /* of every strip but the last */
  bool swaps;  /* samples of two bytes have to change their order */
} cimage_png_strips;

/* How the picture is cut; `all` is NULL without memory. */
cimage_png_strips cimage_png_strips_of(
  cimage_png_layout layout, const void *pixels, size_t bytes_per_row);

/* Packs one strip; different ones at the same time, if wanted. */
void cimage_png_pack(cimage_png_strips *strips, size_t index);

/* After all were packed. False: there was no memory for one. */
bool cimage_png_finish_strips(cimage_png_strips *strips);

/* The chunks after they are finished; nothing when there are no strips. */
size_t cimage_png_strips_size(const cimage_png_strips *strips);
void cimage_png_copy_strips(const cimage_png_strips *strips, uint8_t *file);

void cimage_png_free_strips(cimage_png_strips *strips);
