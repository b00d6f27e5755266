#include "quick.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

#include "unfilter.h"

enum {
  SIGNATURE_SIZE = 8,
  CHUNK_HEAD = 8,  /* length and name */
  CHUNK_SIZE = 12, /* with the checksum */
  IHDR_SIZE = 13,
  BUFFER_SIZE = 1 << 17, /* of rows, about: they are still in the cache when they are unfiltered */
  LONGEST_ROW = 1 << 30, /* ISA-L counts with 32 bits */
};

static uint32_t number(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
}

/* Finding. */

/* The end of the chunk at `at`, NULL if it isn't whole. */
static const uint8_t *chunk_end(const uint8_t *at, const uint8_t *end) {
  size_t left = (size_t)(end - at);
  if (left < CHUNK_SIZE || number(at) > left - CHUNK_SIZE) return NULL;
  return at + CHUNK_SIZE + number(at);
}

static bool is_named(const uint8_t *chunk, const char *name) {
  return memcmp(chunk + 4, name, 4) == 0;
}

/* What IHDR says, when it is of the usual kind and libpng has nothing against it. */
static bool read_header(const uint8_t *chunk, cimage_png_usual *file) {
  static const uint8_t channels_of_color_type[] = {1, 0, 3, 0, 2, 0, 4};
  if (number(chunk) != IHDR_SIZE || !is_named(chunk, "IHDR")) return false;
  const uint8_t *header = chunk + CHUNK_HEAD;
  uint8_t depth = header[8], color_type = header[9];
  bool interlaced = header[12] != 0;
  if ((depth != 8 && depth != 16) || color_type > 6 || interlaced) return false;
  file->pixel_size = channels_of_color_type[color_type] * (depth / 8);
  file->bytes_per_row = (size_t)number(header) * file->pixel_size;
  file->height = number(header + 4);
  file->swaps = depth == 16 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
  return file->bytes_per_row > 0 && file->bytes_per_row <= LONGEST_ROW && file->height > 0;
}

/* RFC 1950. zlib refuses distances beyond the window that the stream declares,
   ISA-L those beyond 32 KiB, so the window must make no difference. */
static bool is_usual_stream(const uint8_t *idat, const cimage_png_usual *file) {
  if (number(idat) < 2) return false;
  const uint8_t *head = idat + CHUNK_HEAD;
  bool is_deflate = (head[0] & 15) == 8, has_dictionary = head[1] & 0x20;
  if (!is_deflate || has_dictionary || (head[0] << 8 | head[1]) % 31 != 0) return false;
  int window_bits = (head[0] >> 4) + 8;
  return window_bits == 15
    || (window_bits < 15
        && file->height <= ((size_t)1 << window_bits) / (file->bytes_per_row + 1));
}

cimage_png_usual cimage_png_find_usual(const uint8_t *bytes, size_t count) {
  const cimage_png_usual none = {0};
  cimage_png_usual file = none;
  if (count < SIGNATURE_SIZE) return none;
  const uint8_t *end = bytes + count;
  const uint8_t *chunk = bytes + SIGNATURE_SIZE, *next = chunk_end(chunk, end);
  if (!next || !read_header(chunk, &file)) return none;
  for (; next && !is_named(chunk, "IDAT"); chunk = next, next = chunk_end(chunk, end)) {}
  if (!next || !is_usual_stream(chunk, &file)) return none;
  file.idat = chunk;
  for (; next && is_named(chunk, "IDAT"); chunk = next, next = chunk_end(chunk, end)) {}
  file.idat_end = chunk;
  return file;
}

/* Unpacking. */

typedef struct unpacker {
  struct inflate_state state;
  const uint8_t *next; /* the chunk that follows the state's input */
  const uint8_t *end;
} unpacker;

static bool next_chunk(unpacker *unpacker) {
  if (unpacker->next == unpacker->end) return false;
  const uint8_t *chunk = unpacker->next;
  size_t length = number(chunk);
  if (crc32_gzip_refl(0, chunk + 4, length + 4) != number(chunk + CHUNK_HEAD + length))
    return false;
  unpacker->state.next_in = (uint8_t *)chunk + CHUNK_HEAD;
  unpacker->state.avail_in = (uint32_t)length;
  unpacker->next = chunk + CHUNK_SIZE + length;
  return true;
}

/* Unpacks until `count` bytes are there or the stream ends. */
static bool unpack(unpacker *unpacker, uint8_t *out, size_t count) {
  struct inflate_state *state = &unpacker->state;
  state->next_out = out;
  state->avail_out = (uint32_t)count;
  while (true) {
    if (isal_inflate(state) != ISAL_DECOMP_OK) return false;
    if (state->avail_out == 0 || state->block_state == ISAL_BLOCK_FINISH) return true;
    if (state->avail_in != 0 || !next_chunk(unpacker)) return false;
  }
}

/* Whether the stream ends here, and only empty chunks follow. */
static bool is_at_end(unpacker *unpacker) {
  const struct inflate_state *state = &unpacker->state;
  uint8_t beyond[1];
  if (!unpack(unpacker, beyond, sizeof beyond) || state->avail_out == 0) return false;
  while (state->avail_in == 0 && unpacker->next < unpacker->end)
    if (!next_chunk(unpacker)) return false;
  return state->avail_in == 0 && state->read_in_length < 8;
}

static void swap_samples(uint8_t *row, size_t count) {
  uint16_t *samples = (uint16_t *)row;
  for (size_t i = 0; i < count / 2; i++) samples[i] = __builtin_bswap16(samples[i]);
}

static bool unpack_rows(
  unpacker *unpacker, const cimage_png_usual *file, uint8_t *pixels, uint8_t *buffer,
  size_t buffer_rows, const uint8_t *zeros) {
  size_t count = file->bytes_per_row;
  const uint8_t *above = zeros;
  for (size_t y = 0; y < file->height;) {
    size_t rows = file->height - y < buffer_rows ? file->height - y : buffer_rows;
    if (!unpack(unpacker, buffer, rows * (count + 1)) || unpacker->state.avail_out > 0)
      return false;
    for (const uint8_t *row = buffer; rows > 0; rows--, y++, row += count + 1) {
      uint8_t *out = pixels + y * count;
      if (!cimage_png_unfilter(out, row + 1, above, count, file->pixel_size, row[0]))
        return false;
      /* Not earlier: the filters are for the file's order. */
      if (file->swaps && y > 0) swap_samples(out - count, count);
      above = out;
    }
  }
  if (file->swaps) swap_samples(pixels + (file->height - 1) * count, count);
  return is_at_end(unpacker);
}

bool cimage_png_unpack(cimage_png_usual file, uint8_t *pixels) {
  size_t buffer_rows = 1 + BUFFER_SIZE / (file.bytes_per_row + 1);
  if (buffer_rows > file.height) buffer_rows = file.height;
  unpacker *unpacker = malloc(sizeof *unpacker);
  uint8_t *buffer = malloc(buffer_rows * (file.bytes_per_row + 1) + CIMAGE_PNG_OVERREAD);
  uint8_t *zeros = calloc(1, file.bytes_per_row + CIMAGE_PNG_OVERREAD);
  bool done = false;
  if (unpacker && buffer && zeros) {
    isal_inflate_init(&unpacker->state);
    unpacker->state.crc_flag = ISAL_ZLIB;
    unpacker->next = file.idat;
    unpacker->end = file.idat_end;
    done = next_chunk(unpacker)
      && unpack_rows(unpacker, &file, pixels, buffer, buffer_rows, zeros);
  }
  free(zeros);
  free(buffer);
  free(unpacker);
  return done;
}
