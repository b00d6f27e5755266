#include <stdio.h>
#include <string.h>

#include "internal.h"

void cegl_copy(char *to, size_t size, const char *from) {
  snprintf(to, size, "%s", from ? from : "");
}

bool cegl_fail(
  cegl_error *error, cegl_domain domain, int code, const char *operation, const char *detail
) {
  error->domain = domain;
  error->code = code;
  cegl_copy(error->operation, sizeof error->operation, operation);
  cegl_copy(error->detail, sizeof error->detail, detail);
  return false;
}

bool cegl_fail_egl(cegl_error *error, const cegl_egl *egl, const char *operation) {
  return cegl_fail(error, CEGL_DOMAIN_EGL, egl->GetError(), operation, NULL);
}

bool cegl_has_extension(const char *list, const char *name) {
  size_t length = strlen(name);
  while (list && *list) {
    size_t word = strcspn(list, " ");
    if (word == length && strncmp(list, name, length) == 0) return true;
    list += word + strspn(list + word, " ");
  }
  return false;
}
