#include "errors.h"

#include <stdlib.h>
#include <string.h>

/* A progressive file may paint the picture over and over; real ones need ten
   or so scans. */
enum { MOST_SCANS = 500 };

struct cimage_jpeg_reader {
  struct jpeg_decompress_struct info;
  struct jpeg_progress_mgr progress;
  jpeg_errors errors;
  size_t count;
  size_t offset;
  bool inverted; /* CMYK as Adobe stores it: 255 is no ink */
  JOCTET *profile;
  unsigned profile_count;
};

static void limit_scans(j_common_ptr info) {
  if (((j_decompress_ptr)info)->input_scan_number > MOST_SCANS) ERREXIT(info, JERR_BAD_PROGRESSION);
}

cimage_jpeg_reader *cimage_jpeg_reader_open(const void *bytes, size_t count) {
  cimage_jpeg_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->count = count;
  reader->info.err = jpeg_errors_prepare(&reader->errors);
  if (setjmp(reader->errors.back)) {
    jpeg_destroy_decompress(&reader->info);
    free(reader);
    return NULL;
  }
  jpeg_create_decompress(&reader->info);
  reader->progress.progress_monitor = limit_scans;
  reader->info.progress = &reader->progress;
  jpeg_mem_src(&reader->info, bytes, count);
  jpeg_save_markers(&reader->info, JPEG_COM, 0xffff);
  jpeg_save_markers(&reader->info, JPEG_APP0 + 1, 0xffff);
  jpeg_save_markers(&reader->info, JPEG_APP0 + 2, 0xffff);
  return reader;
}

void cimage_jpeg_reader_close(cimage_jpeg_reader *reader) {
  jpeg_destroy_decompress(&reader->info);
  free(reader->profile);
  free(reader);
}

static size_t consumed(const cimage_jpeg_reader *reader) {
  size_t left = reader->info.src == NULL ? 0 : reader->info.src->bytes_in_buffer;
  return left > reader->count ? reader->count : reader->count - left;
}

static bool failed(cimage_jpeg_reader *reader) {
  reader->offset = consumed(reader);
  return false;
}

bool cimage_jpeg_read_header(cimage_jpeg_reader *reader, cimage_jpeg_header *header) {
  if (setjmp(reader->errors.back)) return failed(reader);
  struct jpeg_decompress_struct *info = &reader->info;
  jpeg_read_header(info, TRUE);
  header->width = info->image_width;
  header->height = info->image_height;
  switch (info->jpeg_color_space) {
    case JCS_GRAYSCALE:
      header->color = CIMAGE_JPEG_GRAY;
      info->out_color_space = JCS_GRAYSCALE;
      break;
    case JCS_CMYK:
    case JCS_YCCK:
      header->color = CIMAGE_JPEG_CMYK;
      info->out_color_space = JCS_CMYK;
      reader->inverted = info->saw_Adobe_marker;
      break;
    default:
      header->color = CIMAGE_JPEG_RGB;
      info->out_color_space = JCS_RGB;
      break;
  }
  header->density_unit = info->saw_JFIF_marker ? info->density_unit : 255;
  header->x_density = info->X_density;
  header->y_density = info->Y_density;
  return true;
}

/* What is left of light after four inks. */
static void to_rgb(const uint8_t *inks, uint8_t *row, size_t width, bool inverted) {
  uint8_t flip = inverted ? 0 : 255;
  for (size_t x = 0; x < width; x++) {
    unsigned black = inks[4 * x + 3] ^ flip;
    for (size_t c = 0; c < 3; c++) {
      unsigned light = (inks[4 * x + c] ^ flip) * black;
      row[3 * x + c] = (uint8_t)((light + 127) / 255);
    }
  }
}

bool cimage_jpeg_read_pixels(cimage_jpeg_reader *reader, void *pixels, size_t bytes_per_row) {
  if (setjmp(reader->errors.back)) return failed(reader);
  struct jpeg_decompress_struct *info = &reader->info;
  jpeg_start_decompress(info);
  bool inks = info->out_color_space == JCS_CMYK;
  JSAMPARRAY ink_row = NULL;
  if (inks) {
    ink_row = info->mem->alloc_sarray(
        (j_common_ptr)info, JPOOL_IMAGE, info->output_width * 4, 1);
  }
  while (info->output_scanline < info->output_height) {
    uint8_t *row = (uint8_t *)pixels + info->output_scanline * bytes_per_row;
    if (inks) {
      jpeg_read_scanlines(info, ink_row, 1);
      to_rgb(ink_row[0], row, info->output_width, reader->inverted);
    } else {
      JSAMPROW rows[8];
      JDIMENSION left = info->output_height - info->output_scanline;
      JDIMENSION count = left < 8 ? left : 8;
      for (JDIMENSION i = 0; i < count; i++) rows[i] = row + i * bytes_per_row;
      jpeg_read_scanlines(info, rows, count);
    }
  }
  /* The picture is complete; what follows it can't spoil it. */
  return true;
}

cimage_jpeg_failure cimage_jpeg_reader_failure(const cimage_jpeg_reader *reader) {
  switch (reader->errors.code) {
    case JWRN_JPEG_EOF:
    case JERR_INPUT_EOF:
    case JERR_INPUT_EMPTY:
    case JERR_NO_IMAGE:
      return CIMAGE_JPEG_TRUNCATED;
    case JERR_OUT_OF_MEMORY:
      return CIMAGE_JPEG_MEMORY;
    default:
      return CIMAGE_JPEG_DAMAGED;
  }
}

const char *cimage_jpeg_reader_message(const cimage_jpeg_reader *reader) {
  return reader->errors.message;
}

size_t cimage_jpeg_reader_offset(const cimage_jpeg_reader *reader) { return reader->offset; }

const char *cimage_jpeg_reader_warning(const cimage_jpeg_reader *reader) {
  return reader->errors.warning[0] == 0 ? NULL : reader->errors.warning;
}

cimage_jpeg_bytes cimage_jpeg_reader_segment(
    const cimage_jpeg_reader *reader, size_t i, bool comment) {
  int marker = comment ? JPEG_COM : JPEG_APP0 + 1;
  for (jpeg_saved_marker_ptr it = reader->info.marker_list; it != NULL; it = it->next) {
    if (it->marker != marker) continue;
    if (i-- == 0) return (cimage_jpeg_bytes){it->data, it->data_length};
  }
  return (cimage_jpeg_bytes){NULL, 0};
}

cimage_jpeg_bytes cimage_jpeg_reader_profile(cimage_jpeg_reader *reader) {
  if (setjmp(reader->errors.back)) return (cimage_jpeg_bytes){NULL, 0};
  if (reader->profile == NULL) {
    jpeg_read_icc_profile(&reader->info, &reader->profile, &reader->profile_count);
  }
  return (cimage_jpeg_bytes){reader->profile, reader->profile_count};
}
