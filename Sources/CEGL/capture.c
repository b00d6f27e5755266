#define _GNU_SOURCE

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "internal.h"

// There is one file descriptor 2; the displays' counts live under it too.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

cegl_capture cegl_capture_begin(void) {
  pthread_mutex_lock(&lock);
  // In memory rather than through a pipe: a pipe that nobody reads blocks.
  cegl_capture capture = {.saved = -1, .memory = memfd_create("driver-output", MFD_CLOEXEC)};
  if (capture.memory < 0) return capture;
  capture.saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  dup2(capture.memory, STDERR_FILENO);
  return capture;
}

static void restore(cegl_capture capture, char *text, size_t size) {
  if (text) text[0] = 0;
  if (capture.memory < 0) return;
  if (capture.saved < 0) {
    // There was no standard error to begin with.
    close(STDERR_FILENO);
  } else {
    dup2(capture.saved, STDERR_FILENO);
    close(capture.saved);
  }
  if (text) {
    ssize_t length = pread(capture.memory, text, size - 1, 0);
    text[length > 0 ? length : 0] = 0;
  }
  close(capture.memory);
}

void cegl_capture_end(cegl_capture capture, char *text, size_t size) {
  restore(capture, text, size);
  pthread_mutex_unlock(&lock);
}
