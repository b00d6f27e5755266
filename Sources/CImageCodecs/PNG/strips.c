#include "strips.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

enum {
  STRIP_SIZE = 1 << 19, /* filtered bytes, about: a strip and its result stay in the cache */
  LEVEL = 2,
  ADLER_SIZE = 4,
  CHUNK_HEAD = 8, /* length and name */
  CHUNK_SIZE = 12, /* with the checksum */
  ADLER_BASE = 65521,
};

/* Of a stream whose window is 32 KiB, packed in a hurry (RFC 1950). */
static const uint8_t zlib_head[2] = {0x78, 0x01};
static const uint8_t end_chunk[CHUNK_SIZE] = "\0\0\0\0IEND\xae\x42\x60\x82";

cimage_png_strips cimage_png_strips_of(
  cimage_png_layout layout, const void *pixels, size_t bytes_per_row) {
  size_t rows = 1 + STRIP_SIZE / (bytes_per_row + 1);
  size_t count = (layout.height + rows - 1) / rows;
  return (cimage_png_strips){
    .all = calloc(count, sizeof(cimage_png_strip)),
    .count = count,
    .pixels = pixels,
    .bytes_per_row = bytes_per_row,
    .height = layout.height,
    .rows = rows,
    .swaps = layout.bytes_per_sample == 2 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
  };
}

void cimage_png_free_strips(cimage_png_strips *strips) {
  if (!strips->all) return;
  for (size_t i = 0; i < strips->count; i++) free(strips->all[i].chunk);
  free(strips->all);
  strips->all = NULL;
}

static void put_number(uint8_t *out, uint32_t number) {
  for (int i = 0; i < 4; i++) out[i] = (uint8_t)(number >> (24 - 8 * i));
}

/* Filtering: every row minus the one above (PNG's type 2, Up), most significant
   byte first. */

static void filter_row(
  uint8_t *restrict out, const uint8_t *row, const uint8_t *above, size_t count, bool swaps) {
  if (swaps) {
    for (size_t i = 0; i + 1 < count; i += 2) {
      out[i] = (uint8_t)(row[i + 1] - above[i + 1]);
      out[i + 1] = (uint8_t)(row[i] - above[i]);
    }
  } else {
    for (size_t i = 0; i < count; i++) out[i] = (uint8_t)(row[i] - above[i]);
  }
}

/* Above the first row there is nothing, that is, zeros. */
static void filter_first_row(uint8_t *out, const uint8_t *row, size_t count, bool swaps) {
  for (size_t i = 0; i < count; i++) out[i] = row[swaps ? i ^ 1 : i];
}

static void filter_strip(
  const cimage_png_strips *strips, size_t first, size_t rows, uint8_t *out) {
  size_t count = strips->bytes_per_row;
  for (size_t y = first; y < first + rows; y++, out += count + 1) {
    const uint8_t *row = strips->pixels + y * count;
    out[0] = 2;
    if (y == 0) filter_first_row(out + 1, row, count, strips->swaps);
    else filter_row(out + 1, row, row - count, count, strips->swaps);
  }
}

/* Packing. */

typedef struct packer {
  struct isal_zstream stream;
  uint8_t level_buffer[ISAL_DEF_LVL2_DEFAULT];
} packer;

/* Deflate blocks of `count` bytes that end at a whole byte; the last strip's
   with the mark of the last block. 0: they did not fit. */
static size_t deflate(
  packer *packer, uint8_t *in, size_t count, uint8_t *out, size_t room, bool is_last) {
  struct isal_zstream *stream = &packer->stream;
  isal_deflate_init(stream);
  stream->level = LEVEL;
  stream->level_buf = packer->level_buffer;
  stream->level_buf_size = sizeof packer->level_buffer;
  stream->flush = is_last ? NO_FLUSH : FULL_FLUSH;
  stream->end_of_stream = is_last;
  stream->next_in = in;
  stream->avail_in = (uint32_t)count;
  stream->next_out = out;
  stream->avail_out = (uint32_t)room;
  if (isal_deflate(stream) != COMP_OK || stream->avail_in != 0 || stream->avail_out == 0) return 0;
  return room - stream->avail_out;
}

void cimage_png_pack(cimage_png_strips *strips, size_t index) {
  size_t first = index * strips->rows;
  size_t rows = strips->height - first < strips->rows ? strips->height - first : strips->rows;
  size_t count = rows * (strips->bytes_per_row + 1);
  /* Bytes that can't be packed are stored, with five more for each 64 KiB. */
  size_t room = count + count / 1024 + 1024;
  bool is_last = index + 1 == strips->count;

  uint8_t *filtered = room <= UINT32_MAX ? malloc(count) : NULL;
  uint8_t *chunk = malloc(CHUNK_SIZE + sizeof zlib_head + room + ADLER_SIZE);
  packer *packer = malloc(sizeof *packer);
  if (filtered && chunk && packer) {
    filter_strip(strips, first, rows, filtered);
    uint8_t *data = chunk + CHUNK_HEAD;
    if (index == 0) {
      memcpy(data, zlib_head, sizeof zlib_head);
      data += sizeof zlib_head;
    }
    size_t packed = deflate(packer, filtered, count, data, room, is_last);
    if (packed) {
      size_t length = (size_t)(data - chunk) - CHUNK_HEAD + packed + (is_last ? ADLER_SIZE : 0);
      put_number(chunk, (uint32_t)length);
      memcpy(chunk + 4, "IDAT", 4);
      /* The last one's checksum waits for what all strips' are together. */
      if (!is_last)
        put_number(
          chunk + CHUNK_HEAD + length, crc32_gzip_refl(0, chunk + 4, length + 4));
      strips->all[index] = (cimage_png_strip){
        .chunk = chunk,
        .size = CHUNK_SIZE + length,
        .adler = isal_adler32(1, filtered, count),
      };
      chunk = NULL;
    }
  }
  free(packer);
  free(chunk);
  free(filtered);
}

/* The Adler-32 of bytes with the checksum `a` followed by `count` with `b`. */
static uint32_t combine(uint32_t a, uint32_t b, size_t count) {
  uint64_t rest = count % ADLER_BASE;
  uint64_t low = (a & 0xffff) + (b & 0xffff) + ADLER_BASE - 1;
  uint64_t high = rest * (a & 0xffff) + (a >> 16) + (b >> 16) + ADLER_BASE - rest;
  return (uint32_t)(high % ADLER_BASE << 16 | low % ADLER_BASE);
}

bool cimage_png_finish_strips(cimage_png_strips *strips) {
  uint32_t adler = 1;
  for (size_t i = 0; i < strips->count; i++) {
    if (!strips->all[i].chunk) return false;
    size_t first = i * strips->rows;
    size_t rows = strips->height - first < strips->rows ? strips->height - first : strips->rows;
    adler = combine(adler, strips->all[i].adler, rows * (strips->bytes_per_row + 1));
  }
  cimage_png_strip *last = &strips->all[strips->count - 1];
  uint8_t *checksum = last->chunk + last->size - 4;
  put_number(checksum - ADLER_SIZE, adler);
  put_number(checksum, crc32_gzip_refl(0, last->chunk + 4, last->size - 8));
  return true;
}

/* The result. */

size_t cimage_png_strips_size(const cimage_png_strips *strips) {
  if (!strips->all) return 0;
  size_t size = sizeof end_chunk;
  for (size_t i = 0; i < strips->count; i++) size += strips->all[i].size;
  return size;
}

void cimage_png_copy_strips(const cimage_png_strips *strips, uint8_t *file) {
  if (!strips->all) return;
  for (size_t i = 0; i < strips->count; i++) {
    memcpy(file, strips->all[i].chunk, strips->all[i].size);
    file += strips->all[i].size;
  }
  memcpy(file, end_chunk, sizeof end_chunk);
}
