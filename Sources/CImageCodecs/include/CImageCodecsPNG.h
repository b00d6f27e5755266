#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/* Errors. */

typedef enum cimage_png_failure_kind : uint8_t {
  CIMAGE_PNG_DAMAGED,   /* the data breaks the format's rules */
  CIMAGE_PNG_TRUNCATED, /* the data ends inside the picture */
  CIMAGE_PNG_MEMORY,
  CIMAGE_PNG_LIMIT,   /* reading: of the metadata */
  CIMAGE_PNG_REFUSED,   /* writing: libpng does not accept what it was given */
} cimage_png_failure_kind;

/* Why the last call returned false; says nothing after a quick reader's. */
typedef struct cimage_png_failure {
  cimage_png_failure_kind kind;
  size_t offset;     /* reading: bytes consumed so far */
  char message[128]; /* libpng's own words */
} cimage_png_failure;

/* Reading. */

typedef struct cimage_png_limits {
  size_t metadata_bytes; /* of one chunk when unpacked; all may have twice as much */
  uint32_t metadata_items; /* chunks */
} cimage_png_limits;

typedef struct cimage_png_header {
  uint32_t width;
  uint32_t height;
  uint8_t channels;            /* as delivered: 1...4 */
  uint8_t bytes_per_sample;    /* as delivered: 1, or 2 in the machine's order */
  uint8_t file_bits_per_pixel; /* as stored: 1...64 */
} cimage_png_header;

/* An ICC profile whose header and tag table libpng has checked. */
typedef struct cimage_png_profile {
  const char *_Nullable name; /* Latin-1 */
  const uint8_t *_Nullable bytes;
  size_t count;
} cimage_png_profile;

typedef struct cimage_png_text {
  bool international; /* iTXt: UTF-8; otherwise tEXt or zTXt: Latin-1 */
  bool compressed;
  const char *keyword;              /* Latin-1 */
  const char *text;                 /* NUL-terminated */
  const char *_Nullable language;   /* only iTXt */
  const char *_Nullable translated; /* only iTXt: the keyword in UTF-8 */
} cimage_png_text;

/* A chunk as it stood in the file: gAMA, cHRM, sRGB, cICP, pHYs, eXIf, acTL. */
typedef struct cimage_png_chunk {
  char name[5];
  bool after_pixels;
  bool damaged; /* its checksum is wrong, or that of another one of the name */
  const uint8_t *_Nullable bytes;
  size_t count;
} cimage_png_chunk;

typedef struct cimage_png_reader cimage_png_reader;

/* A reader of `count` bytes, which must outlive it; NULL when there is no
   memory. */
cimage_png_reader *_Nullable cimage_png_reader_open(
  const void *_Nullable bytes, size_t count, cimage_png_limits limits);

/* A reader that unpacks pixels of 8 or 16 bits with ISA-L, at twice the speed.
   It answers just like the other one or not at all: NULL for files of another
   kind, false for anything odd, and then the other one has to say what it is. */
cimage_png_reader *_Nullable cimage_png_reader_open_quick(
  const void *_Nullable bytes, size_t count, cimage_png_limits limits);

void cimage_png_reader_close(cimage_png_reader *reader);

/* Reads up to the pixels. Call once, first. */
bool cimage_png_read_header(cimage_png_reader *reader, cimage_png_header *header);

/* Reads all pixels into rows of `bytes_per_row` = width * channels *
   bytes_per_sample, then what follows them. Call once, after the header. */
bool cimage_png_read_pixels(cimage_png_reader *reader, void *pixels, size_t bytes_per_row);

/* After either of them. Pointers are good until the reader is closed. */
const cimage_png_failure *cimage_png_reader_failure(const cimage_png_reader *reader);
size_t cimage_png_warning_count(const cimage_png_reader *reader);
/* Only the first few warnings are kept: NULL from there on. */
const char *_Nullable cimage_png_warning(const cimage_png_reader *reader, size_t index);

/* After the pixels. */
cimage_png_profile cimage_png_reader_profile(const cimage_png_reader *reader);
size_t cimage_png_text_count(const cimage_png_reader *reader);
cimage_png_text cimage_png_reader_text(const cimage_png_reader *reader, size_t index);
size_t cimage_png_chunk_count(const cimage_png_reader *reader);
cimage_png_chunk cimage_png_reader_chunk(const cimage_png_reader *reader, size_t index);

/* Writing. */

typedef enum cimage_png_filters : uint8_t {
  CIMAGE_PNG_FILTER_UP,       /* each row minus the one above: quick */
  CIMAGE_PNG_FILTER_ADAPTIVE, /* the best of five for each row */
} cimage_png_filters;

typedef struct cimage_png_layout {
  uint32_t width;
  uint32_t height;
  uint8_t channels;         /* 1...4: grey, grey + alpha, RGB, RGBA */
  uint8_t bytes_per_sample; /* 1, or 2 in the machine's order */
  uint8_t level;            /* zlib's, 0...9 */
  cimage_png_filters filters;
} cimage_png_layout;

typedef struct cimage_png_writer cimage_png_writer;

/* NULL when there is no memory. */
cimage_png_writer *_Nullable cimage_png_writer_open(void);
void cimage_png_writer_close(cimage_png_writer *writer);

/* In this order: layout, then profile, chunks and texts as wanted, then the
   pixels in one of two ways; after a call that returned false only failure and
   close. Everything but the pixels is copied. Chunks are written before the
   pixels, unchecked. */
bool cimage_png_set_layout(cimage_png_writer *writer, cimage_png_layout layout);
bool cimage_png_set_profile(
  cimage_png_writer *writer, const char *name, const uint8_t *bytes, size_t count);
bool cimage_png_add_chunk(
  cimage_png_writer *writer, const char *name, const uint8_t *_Nullable bytes, size_t count);
bool cimage_png_add_text(cimage_png_writer *writer, cimage_png_text text);

/* The pixels as libpng packs them. */
bool cimage_png_write_pixels(
  cimage_png_writer *writer, const void *pixels, size_t bytes_per_row);

/* The pixels in strips, each row as its difference from the one above, packed
   by ISA-L: quicker, `level` and `filters` have no say. The layout alone decides
   how many strips there are, so that the bytes do too; between begin, which
   counts them, and end each is packed once, on any thread. */
bool cimage_png_begin_strips(
  cimage_png_writer *writer, const void *pixels, size_t bytes_per_row, size_t *count);
void cimage_png_pack_strip(cimage_png_writer *writer, size_t index);
bool cimage_png_end_strips(cimage_png_writer *writer);

const cimage_png_failure *cimage_png_writer_failure(const cimage_png_writer *writer);

/* The whole file, after the pixels. */
size_t cimage_png_written_count(const cimage_png_writer *writer);
void cimage_png_copy_written(const cimage_png_writer *writer, void *file);

#pragma clang assume_nonnull end
