/* Image codecs as Swift can call them: C libraries that report errors by
   longjmp are entered and left inside one C function each, so that no jump
   ever passes a Swift frame. Memory in, memory out; nothing here opens a file
   or prints. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "CImageCodecsJPEG.h"
#include "CImageCodecsPNG.h"
#include "CImageCodecsYUV.h"

/* Whether `count` bytes can be had now: a way to report a lack of memory where
   Swift's own allocation would trap. Nothing is touched, so for a large block
   it costs two system calls. */
bool cimage_can_allocate(size_t count);
