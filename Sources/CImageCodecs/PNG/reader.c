#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "quick.h"

enum {
  KEPT_WARNINGS = 16,
  WARNING_SIZE = 96,
  IDAT_READ_SIZE = 1 << 16,
  /* libpng's structures and zlib's window, beside the metadata itself. */
  WORKING_MEMORY = 1 << 18,
};

/* Chunks that Swift takes apart, or that say nothing true about a picture whose
   palette was expanded and whose pixels change. */
enum { RAW_CHUNKS = 7 };
static const char raw_chunks[RAW_CHUNKS][5] = {
  "gAMA", "cHRM", "sRGB", "cICP", "pHYs", "eXIf", "acTL",
};
/* What libpng meets where the pixels of a quick reader are. */
static const uint8_t empty_idat[12] = "\0\0\0\0IDAT\x35\xaf\x06\x1e";
static const char skipped_chunks[] = "bKGD\0hIST\0oFFs\0pCAL\0sBIT\0sCAL\0sPLT\0tIME";

struct cimage_png_reader {
  png_structp png;
  png_infop info;
  jmp_buf escape; /* set by every function here that calls into libpng */

  const uint8_t *bytes;
  size_t count;
  size_t offset;

  cimage_png_usual usual;  /* of a quick reader */
  size_t empty_idat_count; /* bytes of it that libpng has read */

  size_t memory_used;
  size_t memory_limit;
  bool out_of_memory; /* an allocation has failed */
  bool out_of_limit;  /* the last one would have passed memory_limit */

  cimage_png_failure failure;
  size_t warning_count;
  char warnings[KEPT_WARNINGS][WARNING_SIZE];
  bool raw_chunk_is_damaged[RAW_CHUNKS];

  cimage_png_profile profile;
  png_textp texts;
  int text_count;
  png_unknown_chunkp chunks;
  int chunk_count;
  int chunk_count_before_pixels;
};

/* Callbacks of libpng. */

static void on_error(png_structp png, png_const_charp message) {
  cimage_png_reader *reader = png_get_error_ptr(png);
  cimage_png_failure_kind kind = reader->out_of_memory ? CIMAGE_PNG_MEMORY
    : reader->out_of_limit                              ? CIMAGE_PNG_LIMIT
                                                        : CIMAGE_PNG_DAMAGED;
  cimage_png_fail(&reader->failure, kind, reader->offset, message);
  longjmp(reader->escape, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  cimage_png_reader *reader = png_get_error_ptr(png);
  if (reader->warning_count < KEPT_WARNINGS)
    snprintf(reader->warnings[reader->warning_count], WARNING_SIZE, "%s", message);
  reader->warning_count += 1;
  /* A chunk that found no room was left out; that is no reason of a later
     error. A lack of memory may well be: libpng often warns of it first. */
  reader->out_of_limit = false;
  /* Two that libpng would let pass, though the picture may be another one:
     transparency left out, and zlib's checksum over the pixels, when it comes
     too late for libpng's own error. */
  if (
    strcmp(message, "tRNS: CRC error") == 0 || strcmp(message, "IDAT: incorrect data check") == 0)
    png_error(png, message);
  /* libpng warns of the checksum of a raw chunk and keeps it all the same. */
  for (size_t i = 0; i < RAW_CHUNKS; i++)
    if (strncmp(message, raw_chunks[i], 4) == 0 && strcmp(message + 4, ": CRC error") == 0)
      reader->raw_chunk_is_damaged[i] = true;
}

/* In place of all IDAT chunks. */
static void read_empty_idat(cimage_png_reader *reader, png_bytep out, size_t count) {
  size_t left = sizeof empty_idat - reader->empty_idat_count;
  if (count > left) png_error(reader->png, "libpng reads across chunks");
  memcpy(out, empty_idat + reader->empty_idat_count, count);
  reader->empty_idat_count += count;
  if (count == left) reader->offset = (size_t)(reader->usual.idat_end - reader->bytes);
}

static void on_read(png_structp png, png_bytep out, size_t count) {
  cimage_png_reader *reader = png_get_io_ptr(png);
  if (reader->usual.idat && reader->usual.idat == reader->bytes + reader->offset) {
    read_empty_idat(reader, out, count);
    return;
  }
  if (count > reader->count - reader->offset) {
    reader->offset = reader->count;
    cimage_png_fail(
      &reader->failure, CIMAGE_PNG_TRUNCATED, reader->count, "the data ends too early");
    longjmp(reader->escape, 1);
  }
  memcpy(out, reader->bytes + reader->offset, count);
  reader->offset += count;
}

/* Allocation that counts, because libpng limits only the size of one chunk,
   not of all together. Every block is preceded by its size. */

typedef union block_header {
  size_t size;
  max_align_t alignment;
} block_header;

static png_voidp on_allocate(png_structp png, png_alloc_size_t size) {
  cimage_png_reader *reader = png_get_mem_ptr(png);
  if (
    reader->memory_used > reader->memory_limit
    || size > reader->memory_limit - reader->memory_used) {
    reader->out_of_limit = true;
    return NULL;
  }
  block_header *block = size < SIZE_MAX - sizeof *block ? malloc(sizeof *block + size) : NULL;
  if (!block) {
    reader->out_of_memory = true;
    return NULL;
  }
  block->size = size;
  reader->memory_used += size;
  return block + 1;
}

static void on_free(png_structp png, png_voidp pointer) {
  if (!pointer) return;
  cimage_png_reader *reader = png_get_mem_ptr(png);
  block_header *block = (block_header *)pointer - 1;
  reader->memory_used -= block->size;
  free(block);
}

/* Opening and closing. */

static void configure(png_structp png, cimage_png_limits limits, bool is_quick) {
  png_set_keep_unknown_chunks(
    png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep)raw_chunks, RAW_CHUNKS);
  png_set_keep_unknown_chunks(
    png, PNG_HANDLE_CHUNK_NEVER, (png_const_bytep)skipped_chunks,
    (int)(sizeof skipped_chunks / 5));
  /* libpng has a mode for readers that see to the pixels themselves. */
  if (is_quick)
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep) "IDAT", 1);
  /* The caller limits the picture's size, when the header is known. */
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  /* libpng counts down to 1, and takes 0 for "no limit". */
  png_set_chunk_cache_max(
    png,
    limits.metadata_items < UINT32_MAX - 3 ? limits.metadata_items + 2 + is_quick : UINT32_MAX);
  png_set_chunk_malloc_max(png, limits.metadata_bytes ? limits.metadata_bytes : 1);
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_WARN_DISCARD);
  /* A profile is carried, not judged: no warning for well-known sRGB ones. */
  png_set_option(png, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
  png_set_compression_buffer_size(png, IDAT_READ_SIZE);
}

static cimage_png_reader *open_reader(
  const void *bytes, size_t count, cimage_png_limits limits, cimage_png_usual usual) {
  cimage_png_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->usual = usual;
  reader->bytes = bytes;
  reader->count = count;
  /* Twice: a profile is unpacked in one place and kept in another. */
  if (
    __builtin_mul_overflow(limits.metadata_bytes, 2, &reader->memory_limit)
    || __builtin_add_overflow(reader->memory_limit, WORKING_MEMORY, &reader->memory_limit))
    reader->memory_limit = SIZE_MAX;
  if (setjmp(reader->escape)) {
    cimage_png_reader_close(reader);
    return NULL;
  }
  reader->png = png_create_read_struct_2(
    PNG_LIBPNG_VER_STRING, reader, on_error, on_warning, reader, on_allocate, on_free);
  if (reader->png) reader->info = png_create_info_struct(reader->png);
  if (!reader->info) {
    cimage_png_reader_close(reader);
    return NULL;
  }
  png_set_read_fn(reader->png, reader, on_read);
  configure(reader->png, limits, usual.idat != NULL);
  return reader;
}

cimage_png_reader *cimage_png_reader_open(
  const void *bytes, size_t count, cimage_png_limits limits) {
  return open_reader(bytes, count, limits, (cimage_png_usual){0});
}

cimage_png_reader *cimage_png_reader_open_quick(
  const void *bytes, size_t count, cimage_png_limits limits) {
  cimage_png_usual usual = cimage_png_find_usual(bytes, count);
  return usual.idat ? open_reader(bytes, count, limits, usual) : NULL;
}

void cimage_png_reader_close(cimage_png_reader *reader) {
  if (reader->png) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}

/* Reading. */

/* Asks for whole bytes, real colours instead of palette indexes, alpha instead
   of a transparent colour, and the machine's byte order. */
static int set_transforms(png_structp png, png_infop info) {
  png_set_expand(png);
  if (png_get_bit_depth(png, info) == 16 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
    png_set_swap(png);
  return png_set_interlace_handling(png);
}

bool cimage_png_read_header(cimage_png_reader *reader, cimage_png_header *header) {
  if (setjmp(reader->escape)) return false;
  png_structp png = reader->png;
  png_infop info = reader->info;
  png_read_info(png, info);
  int color = png_get_color_type(png, info);
  bool has_key = png_get_valid(png, info, PNG_INFO_tRNS);
  bool alpha = (color & PNG_COLOR_MASK_ALPHA) || has_key;
  *header = (cimage_png_header){
    .width = png_get_image_width(png, info),
    .height = png_get_image_height(png, info),
    .channels = (uint8_t)((color & PNG_COLOR_MASK_COLOR ? 3 : 1) + (alpha ? 1 : 0)),
    .bytes_per_sample = png_get_bit_depth(png, info) == 16 ? 2 : 1,
    .file_bits_per_pixel =
      (uint8_t)(png_get_bit_depth(png, info) * png_get_channels(png, info)),
  };
  png_unknown_chunkp chunks = NULL;
  reader->chunk_count_before_pixels = png_get_unknown_chunks(png, info, &chunks);
  return !(reader->usual.idat && has_key);
}

static void collect_metadata(cimage_png_reader *reader) {
  png_structp png = reader->png;
  png_infop info = reader->info;
  png_charp name = NULL;
  png_bytep bytes = NULL;
  png_uint_32 count = 0;
  int compression = 0;
  if (png_get_iCCP(png, info, &name, &compression, &bytes, &count) == PNG_INFO_iCCP)
    reader->profile = (cimage_png_profile){.name = name, .bytes = bytes, .count = count};
  png_get_text(png, info, &reader->texts, &reader->text_count);
  reader->chunk_count = png_get_unknown_chunks(png, info, &reader->chunks);
}

/* False when anything is odd: then there may be no failure. */
static bool read_quickly(cimage_png_reader *reader, uint8_t *pixels, size_t bytes_per_row) {
  if (reader->warning_count > 0 || reader->usual.bytes_per_row != bytes_per_row) return false;
  if (!cimage_png_unpack(reader->usual, pixels)) return false;
  png_read_end(reader->png, reader->info);
  collect_metadata(reader);
  return reader->warning_count == 0;
}

bool cimage_png_read_pixels(cimage_png_reader *reader, void *pixels, size_t bytes_per_row) {
  if (setjmp(reader->escape)) return false;
  if (reader->usual.idat) return read_quickly(reader, pixels, bytes_per_row);
  png_structp png = reader->png;
  png_infop info = reader->info;

  /* The caller has agreed to the picture's size, so its rows may be had; what
     follows the pixels shares what the chunks before them have left. */
  size_t metadata_left = reader->memory_limit - reader->memory_used;
  reader->memory_limit = SIZE_MAX;
  int passes = set_transforms(png, info);
  png_read_update_info(png, info);
  if (png_get_rowbytes(png, info) != bytes_per_row)
    png_error(png, "the rows have an unexpected size");
  png_uint_32 height = png_get_image_height(png, info);
  for (int pass = 0; pass < passes; pass++) {
    png_bytep row = pixels;
    for (png_uint_32 y = 0; y < height; y++, row += bytes_per_row) png_read_row(png, row, NULL);
  }
  if (__builtin_add_overflow(reader->memory_used, metadata_left, &reader->memory_limit))
    reader->memory_limit = SIZE_MAX;
  png_read_end(png, info);
  collect_metadata(reader);
  return true;
}

/* What was found. */

const cimage_png_failure *cimage_png_reader_failure(const cimage_png_reader *reader) {
  return &reader->failure;
}

size_t cimage_png_warning_count(const cimage_png_reader *reader) { return reader->warning_count; }

const char *cimage_png_warning(const cimage_png_reader *reader, size_t index) {
  if (index >= reader->warning_count || index >= KEPT_WARNINGS) return NULL;
  return reader->warnings[index];
}

cimage_png_profile cimage_png_reader_profile(const cimage_png_reader *reader) {
  return reader->profile;
}

size_t cimage_png_text_count(const cimage_png_reader *reader) {
  return (size_t)reader->text_count;
}

cimage_png_text cimage_png_reader_text(const cimage_png_reader *reader, size_t index) {
  const png_text *text = &reader->texts[index];
  bool international = text->compression >= PNG_ITXT_COMPRESSION_NONE;
  return (cimage_png_text){
    .international = international,
    .compressed = text->compression == PNG_TEXT_COMPRESSION_zTXt
      || text->compression == PNG_ITXT_COMPRESSION_zTXt,
    .keyword = text->key,
    .text = text->text ? text->text : "",
    .language = international ? text->lang : NULL,
    .translated = international ? text->lang_key : NULL,
  };
}

size_t cimage_png_chunk_count(const cimage_png_reader *reader) {
  return (size_t)reader->chunk_count;
}

cimage_png_chunk cimage_png_reader_chunk(const cimage_png_reader *reader, size_t index) {
  const png_unknown_chunk *found = &reader->chunks[index];
  cimage_png_chunk chunk = {
    .after_pixels = index >= (size_t)reader->chunk_count_before_pixels,
    .bytes = found->data,
    .count = found->size,
  };
  memcpy(chunk.name, found->name, 4);
  for (size_t i = 0; i < RAW_CHUNKS; i++)
    if (strcmp(chunk.name, raw_chunks[i]) == 0) chunk.damaged = reader->raw_chunk_is_damaged[i];
  return chunk;
}
