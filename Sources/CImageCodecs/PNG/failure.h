#pragma once

#include <stdio.h>

#include "CImageCodecsPNG.h"

static inline void cimage_png_fail(
  cimage_png_failure *failure, cimage_png_failure_kind kind, size_t offset, const char *message) {
  failure->kind = kind;
  failure->offset = offset;
  snprintf(failure->message, sizeof failure->message, "%s", message);
}
