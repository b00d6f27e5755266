#pragma once

#include "CEGL.h"

/// Fills `error` and returns false.
bool cegl_fail(
  cegl_error *error, cegl_domain domain, int code, const char *operation, const char *detail);

/// Fails with eglGetError.
bool cegl_fail_egl(cegl_error *error, const cegl_egl *egl, const char *operation);

/// Copies as much as fits; NULL becomes "".
void cegl_copy(char *to, size_t size, const char *from);

/// The display of a candidate, with its reference counted. Mesa hands the
/// same display to two opens of one platform, and eglTerminate ends both.
/// Called while a capture is in progress, which excludes other threads.
EGLDisplay cegl_display_acquire(
  const cegl_libraries *libraries, const cegl_candidate *candidate, struct gbm_device *gbm,
  cegl_error *error);
void cegl_display_release(const cegl_egl *egl, EGLDisplay display);

/// Sends what is written to file descriptor 2 to memory, until the end. One
/// thread at a time: the others wait in cegl_capture_begin.
typedef struct cegl_capture {
  int saved;
  int memory;
} cegl_capture;

cegl_capture cegl_capture_begin(void);
void cegl_capture_end(cegl_capture capture, char *text, size_t size);

/// Fills the table from the current context.
bool cegl_load_gl(cegl_gl *gl, const cegl_egl *egl, int *es_version, cegl_error *error);
