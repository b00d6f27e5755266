#include <stdio.h>
#include <string.h>

#include "internal.h"

static bool has_gl_extension(const cegl_gl *gl, const char *name) {
  GLint count = 0;
  gl->GetIntegerv(GL_NUM_EXTENSIONS, &count);
  for (GLint i = 0; i < count; i++) {
    const char *extension = (const char *)gl->GetStringi(GL_EXTENSIONS, (GLuint)i);
    if (extension && strcmp(extension, name) == 0) return true;
  }
  return false;
}

static bool read_version(const cegl_gl *gl, int *version, cegl_error *error) {
  const char *text = (const char *)gl->GetString(GL_VERSION);
  int major = 0, minor = 0;
  if (text) sscanf(text, "OpenGL ES %d.%d", &major, &minor);
  *version = major * 10 + minor;
  if (major >= 3) return true;
  return cegl_fail(error, CEGL_DOMAIN_MISSING, 0, "glGetString(GL_VERSION)", text);
}

static void *optional(
  const cegl_gl *gl, const cegl_egl *egl, int version, const char *name, int since,
  const char *extension, const char *suffix
) {
  if (since && version >= since) return (void *)egl->GetProcAddress(name);
  if (!extension[0] || !has_gl_extension(gl, extension)) return NULL;
  char suffixed[64];
  snprintf(suffixed, sizeof suffixed, "%s%s", name, suffix);
  return (void *)egl->GetProcAddress(suffixed);
}

bool cegl_load_gl(cegl_gl *gl, const cegl_egl *egl, int *es_version, cegl_error *error) {
#define LOAD(type, name) \
  gl->name = (type)egl->GetProcAddress("gl" #name); \
  if (!gl->name) \
    return cegl_fail(error, CEGL_DOMAIN_MISSING, 0, "eglGetProcAddress", "gl" #name);
  CEGL_GL_FUNCTIONS(LOAD)
#undef LOAD
  if (!read_version(gl, es_version, error)) return false;
#define LOAD(type, name, since, extension, suffix) \
  gl->name = (type)optional(gl, egl, *es_version, "gl" #name, since, extension, suffix);
  CEGL_GL_OPTIONAL_FUNCTIONS(LOAD)
#undef LOAD
  return true;
}
