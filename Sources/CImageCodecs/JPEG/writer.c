#include "errors.h"

#include <stdlib.h>
#include <string.h>

uint8_t *cimage_jpeg_write(
    cimage_jpeg_layout layout, const void *pixels, size_t bytes_per_row,
    const cimage_jpeg_segment *segments, size_t segment_count, cimage_jpeg_bytes profile,
    size_t *count, char *message) {
  struct jpeg_compress_struct info;
  jpeg_errors errors;
  /* Written by libjpeg between setjmp and longjmp, so kept out of registers. */
  struct {
    unsigned char *bytes;
    unsigned long count;
  } volatile file = {NULL, 0};
  memset(&info, 0, sizeof info);
  memset(&errors, 0, sizeof errors);
  info.err = jpeg_errors_prepare(&errors);
  if (setjmp(errors.back)) {
    memcpy(message, errors.message, CIMAGE_JPEG_MESSAGE_LENGTH);
    /* Tells where the buffer is now: growing has moved it. */
    if (info.dest != NULL) info.dest->term_destination(&info);
    jpeg_destroy_compress(&info);
    free(file.bytes);
    return NULL;
  }
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, (unsigned char **)&file.bytes, (unsigned long *)&file.count);
  info.image_width = layout.width;
  info.image_height = layout.height;
  info.input_components = layout.gray ? 1 : 3;
  info.in_color_space = layout.gray ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, layout.quality, TRUE);
  if (layout.full_chroma) {
    info.comp_info[0].h_samp_factor = 1;
    info.comp_info[0].v_samp_factor = 1;
  }
  info.density_unit = layout.density_unit;
  info.X_density = layout.x_density;
  info.Y_density = layout.y_density;
  jpeg_start_compress(&info, TRUE);
  for (size_t i = 0; i < segment_count; i++) {
    jpeg_write_marker(&info, segments[i].marker, segments[i].bytes, (unsigned)segments[i].count);
  }
  if (profile.bytes != NULL) {
    jpeg_write_icc_profile(&info, profile.bytes, (unsigned)profile.count);
  }
  while (info.next_scanline < info.image_height) {
    JSAMPROW rows[8];
    JDIMENSION left = info.image_height - info.next_scanline;
    JDIMENSION row_count = left < 8 ? left : 8;
    for (JDIMENSION i = 0; i < row_count; i++) {
      rows[i] = (JSAMPROW)pixels + (info.next_scanline + i) * bytes_per_row;
    }
    jpeg_write_scanlines(&info, rows, row_count);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  *count = file.count;
  return file.bytes;
}
