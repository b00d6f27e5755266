#pragma once

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>
#include <jerror.h>

#include "CImageCodecsJPEG.h"

/* libjpeg's error manager with a place to jump back to; must be the first
   member's type, because libjpeg hands its own part back. */
typedef struct jpeg_errors {
  struct jpeg_error_mgr manager;
  jmp_buf back;
  char message[CIMAGE_JPEG_MESSAGE_LENGTH];
  char warning[CIMAGE_JPEG_MESSAGE_LENGTH];
  int code;      /* of the message */
} jpeg_errors;

/* Makes errors jump to `back` and keeps warnings instead of printing them. A
   warning that means wrong pixels counts as an error. */
struct jpeg_error_mgr *jpeg_errors_prepare(jpeg_errors *errors);
