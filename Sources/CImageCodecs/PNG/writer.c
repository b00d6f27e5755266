#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "strips.h"

enum { FIRST_CAPACITY = 1 << 16, IDAT_SIZE = 1 << 18 };

struct cimage_png_writer {
  png_structp png;
  png_infop info;
  jmp_buf escape; /* set by every function here that calls into libpng */

  uint8_t *bytes;
  size_t count;
  size_t capacity;
  bool out_of_memory;

  cimage_png_layout layout;
  cimage_png_strips strips;
  cimage_png_failure failure;
};

/* Callbacks of libpng. */

static void on_error(png_structp png, png_const_charp message) {
  cimage_png_writer *writer = png_get_error_ptr(png);
  cimage_png_failure_kind kind = writer->out_of_memory ? CIMAGE_PNG_MEMORY : CIMAGE_PNG_REFUSED;
  cimage_png_fail(&writer->failure, kind, 0, message);
  longjmp(writer->escape, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void on_write(png_structp png, png_bytep bytes, size_t count) {
  cimage_png_writer *writer = png_get_io_ptr(png);
  if (count > writer->capacity - writer->count) {
    size_t capacity = writer->capacity ? writer->capacity : FIRST_CAPACITY;
    while (capacity - writer->count < count && capacity <= SIZE_MAX / 2) capacity *= 2;
    uint8_t *grown =
      capacity - writer->count < count ? NULL : realloc(writer->bytes, capacity);
    if (!grown) {
      writer->out_of_memory = true;
      png_error(png, "out of memory");
    }
    writer->bytes = grown;
    writer->capacity = capacity;
  }
  memcpy(writer->bytes + writer->count, bytes, count);
  writer->count += count;
}

static void on_flush(png_structp png) { (void)png; }

static png_voidp on_allocate(png_structp png, png_alloc_size_t size) {
  cimage_png_writer *writer = png_get_mem_ptr(png);
  void *block = malloc(size);
  if (!block) writer->out_of_memory = true;
  return block;
}

static void on_free(png_structp png, png_voidp block) {
  (void)png;
  free(block);
}

/* Opening and closing. */

cimage_png_writer *cimage_png_writer_open(void) {
  cimage_png_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  if (setjmp(writer->escape)) {
    cimage_png_writer_close(writer);
    return NULL;
  }
  writer->png = png_create_write_struct_2(
    PNG_LIBPNG_VER_STRING, writer, on_error, on_warning, writer, on_allocate, on_free);
  if (writer->png) writer->info = png_create_info_struct(writer->png);
  if (!writer->info) {
    cimage_png_writer_close(writer);
    return NULL;
  }
  png_set_write_fn(writer->png, writer, on_write, on_flush);
  png_set_user_limits(writer->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  /* Chunks are handed over as "unknown" ones, also those libpng knows. */
  png_set_keep_unknown_chunks(writer->png, PNG_HANDLE_CHUNK_ALWAYS, NULL, 0);
  png_set_option(writer->png, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
  return writer;
}

void cimage_png_writer_close(cimage_png_writer *writer) {
  if (writer->png) png_destroy_write_struct(&writer->png, &writer->info);
  cimage_png_free_strips(&writer->strips);
  free(writer->bytes);
  free(writer);
}

/* Writing. */

bool cimage_png_set_layout(cimage_png_writer *writer, cimage_png_layout layout) {
  static const int color_types[] = {
    PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA,
  };
  if (setjmp(writer->escape)) return false;
  png_structp png = writer->png;
  if (layout.channels < 1 || layout.channels > 4) png_error(png, "wrong number of channels");
  writer->layout = layout;
  png_set_IHDR(
    png, writer->info, layout.width, layout.height, layout.bytes_per_sample * 8,
    color_types[layout.channels - 1], PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
    PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(png, layout.level);
  png_set_compression_buffer_size(png, IDAT_SIZE);
  png_set_filter(
    png, PNG_FILTER_TYPE_BASE,
    layout.filters == CIMAGE_PNG_FILTER_UP ? PNG_FILTER_UP : PNG_ALL_FILTERS);
  return true;
}

bool cimage_png_set_profile(
  cimage_png_writer *writer, const char *name, const uint8_t *bytes, size_t count) {
  if (setjmp(writer->escape)) return false;
  if (count > PNG_UINT_31_MAX) png_error(writer->png, "iCCP: profile too long");
  png_set_iCCP(
    writer->png, writer->info, name, PNG_COMPRESSION_TYPE_BASE, bytes, (png_uint_32)count);
  return true;
}

bool cimage_png_add_chunk(
  cimage_png_writer *writer, const char *name, const uint8_t *bytes, size_t count) {
  if (setjmp(writer->escape)) return false;
  png_unknown_chunk chunk = {
    .data = (png_bytep)bytes, .size = count, .location = PNG_HAVE_IHDR};
  strncpy((char *)chunk.name, name, 4);
  png_set_unknown_chunks(writer->png, writer->info, &chunk, 1);
  return true;
}

bool cimage_png_add_text(cimage_png_writer *writer, cimage_png_text text) {
  if (setjmp(writer->escape)) return false;
  png_text entry = {
    .compression = text.international
      ? (text.compressed ? PNG_ITXT_COMPRESSION_zTXt : PNG_ITXT_COMPRESSION_NONE)
      : (text.compressed ? PNG_TEXT_COMPRESSION_zTXt : PNG_TEXT_COMPRESSION_NONE),
    .key = (png_charp)text.keyword,
    .text = (png_charp)text.text,
    .text_length = strlen(text.text),
    .lang = (png_charp)text.language,
    .lang_key = (png_charp)text.translated,
  };
  png_set_text(writer->png, writer->info, &entry, 1);
  return true;
}

bool cimage_png_write_pixels(
  cimage_png_writer *writer, const void *pixels, size_t bytes_per_row) {
  if (setjmp(writer->escape)) return false;
  png_structp png = writer->png;
  png_write_info(png, writer->info);
  if (writer->layout.bytes_per_sample == 2 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
    png_set_swap(png);
  png_const_bytep row = pixels;
  for (uint32_t y = 0; y < writer->layout.height; y++, row += bytes_per_row)
    png_write_row(png, row);
  png_write_end(png, NULL);
  return true;
}

const cimage_png_failure *cimage_png_writer_failure(const cimage_png_writer *writer) {
  return &writer->failure;
}

bool cimage_png_begin_strips(
  cimage_png_writer *writer, const void *pixels, size_t bytes_per_row, size_t *count) {
  if (setjmp(writer->escape)) return false;
  png_write_info(writer->png, writer->info);
  writer->strips = cimage_png_strips_of(writer->layout, pixels, bytes_per_row);
  if (!writer->strips.all) {
    writer->out_of_memory = true;
    png_error(writer->png, "out of memory");
  }
  *count = writer->strips.count;
  return true;
}

void cimage_png_pack_strip(cimage_png_writer *writer, size_t index) {
  cimage_png_pack(&writer->strips, index);
}

bool cimage_png_end_strips(cimage_png_writer *writer) {
  if (cimage_png_finish_strips(&writer->strips)) return true;
  cimage_png_fail(&writer->failure, CIMAGE_PNG_MEMORY, 0, "out of memory");
  return false;
}

size_t cimage_png_written_count(const cimage_png_writer *writer) {
  return writer->count + cimage_png_strips_size(&writer->strips);
}

void cimage_png_copy_written(const cimage_png_writer *writer, void *file) {
  memcpy(file, writer->bytes, writer->count);
  cimage_png_copy_strips(&writer->strips, (uint8_t *)file + writer->count);
}
