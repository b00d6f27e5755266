#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef enum cimage_jpeg_failure : uint8_t {
  CIMAGE_JPEG_DAMAGED, /* the data breaks the format's rules, or is of a kind that libjpeg lacks */
  CIMAGE_JPEG_TRUNCATED, /* the data ends inside the picture */
  CIMAGE_JPEG_MEMORY,
} cimage_jpeg_failure;

/* Reading. */

typedef enum cimage_jpeg_color : uint8_t {
  CIMAGE_JPEG_GRAY,
  CIMAGE_JPEG_RGB,
  CIMAGE_JPEG_CMYK, /* delivered as RGB: each ink dims what is under it */
} cimage_jpeg_color;

typedef struct cimage_jpeg_header {
  uint32_t width;
  uint32_t height;
  cimage_jpeg_color color;
  uint8_t density_unit; /* JFIF's: 0 none, 1 dots per inch, 2 per cm; 255 without JFIF */
  uint16_t x_density;
  uint16_t y_density;
} cimage_jpeg_header;

typedef struct cimage_jpeg_bytes {
  const uint8_t *_Nullable bytes;
  size_t count;
} cimage_jpeg_bytes;

typedef struct cimage_jpeg_reader cimage_jpeg_reader;

/* NULL without memory. `bytes` must live as long as the reader. */
cimage_jpeg_reader *_Nullable cimage_jpeg_reader_open(const void *_Nullable bytes, size_t count);
void cimage_jpeg_reader_close(cimage_jpeg_reader *reader);

bool cimage_jpeg_read_header(cimage_jpeg_reader *reader, cimage_jpeg_header *header);

/* All rows, 1 or 3 bytes a pixel. False also where the entropy-coded data is
   damaged, though libjpeg would paint something. */
bool cimage_jpeg_read_pixels(cimage_jpeg_reader *reader, void *pixels, size_t bytes_per_row);

/* Why the last call returned false. */
cimage_jpeg_failure cimage_jpeg_reader_failure(const cimage_jpeg_reader *reader);
const char *cimage_jpeg_reader_message(const cimage_jpeg_reader *reader);
/* Bytes consumed so far. */
size_t cimage_jpeg_reader_offset(const cimage_jpeg_reader *reader);

/* What libjpeg tolerated outside the picture, in its words; NULL if nothing. */
const char *_Nullable cimage_jpeg_reader_warning(const cimage_jpeg_reader *reader);

/* The i-th APP1 (Exif, XMP) or comment segment's content, in the file's order;
   NULL bytes past the last one. */
cimage_jpeg_bytes cimage_jpeg_reader_segment(
    const cimage_jpeg_reader *reader, size_t i, bool comment);

/* The ICC profile of all its segments; NULL if there is none. */
cimage_jpeg_bytes cimage_jpeg_reader_profile(cimage_jpeg_reader *reader);

/* Writing. */

typedef struct cimage_jpeg_layout {
  uint32_t width;
  uint32_t height;
  bool gray;
  uint8_t quality; /* 1...100 */
  bool full_chroma; /* colour in every pixel, not in one of four */
  uint8_t density_unit;
  uint16_t x_density;
  uint16_t y_density;
} cimage_jpeg_layout;

/* A segment to stand before the picture. */
typedef struct cimage_jpeg_segment {
  uint8_t marker;
  const uint8_t *bytes;
  size_t count; /* at most 65533 */
} cimage_jpeg_segment;

/* A whole file, to be freed with free(); NULL where that failed, `message` says why. */
uint8_t *_Nullable cimage_jpeg_write(
    cimage_jpeg_layout layout, const void *pixels, size_t bytes_per_row,
    const cimage_jpeg_segment *_Nullable segments, size_t segment_count, cimage_jpeg_bytes profile,
    size_t *count, char *message);

enum { CIMAGE_JPEG_MESSAGE_LENGTH = 256 };

#pragma clang assume_nonnull end
