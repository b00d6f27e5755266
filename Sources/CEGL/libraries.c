#include "cegl_libraries.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static void *open_shared(const char *name, const char **why) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) *why = dlerror();
  return library;
}

static const cegl_loader system_loader = {.open = open_shared, .symbol = dlsym};

static void *open_library(const cegl_loader *loader, const char *name, char *problem) {
  const char *why = NULL;
  void *library = loader->open(name, &why);
  if (!library) snprintf(problem, CEGL_PROBLEM_SIZE, "%s", why ? why : name);
  return library;
}

static void *require(const cegl_loader *loader, void *library, const char *name, char *problem) {
  void *function = loader->symbol(library, name);
  if (!function && !problem[0]) snprintf(problem, CEGL_PROBLEM_SIZE, "%s: not found", name);
  return function;
}

static void load_egl(cegl_libraries *libraries, const cegl_loader *loader) {
  cegl_egl *egl = &libraries->egl;
  void *library = open_library(loader, "libEGL.so.1", libraries->egl_problem);
  if (!library) return;
#define LOAD(type, name) \
  egl->name = (type)require(loader, library, "egl" #name, libraries->egl_problem);
  CEGL_EGL_FUNCTIONS(LOAD)
#undef LOAD
  if (libraries->egl_problem[0]) return;
  // Exported by EGL 1.5 and glvnd, else known to eglGetProcAddress only.
#define LOAD(type, name) \
  egl->name = (type)loader->symbol(library, "egl" #name); \
  if (!egl->name) egl->name = (type)egl->GetProcAddress("egl" #name);
  CEGL_EGL_OPTIONAL_FUNCTIONS(LOAD)
#undef LOAD
}

static void load_gbm(cegl_libraries *libraries, const cegl_loader *loader) {
  cegl_gbm *gbm = &libraries->gbm;
  void *library = open_library(loader, "libgbm.so.1", libraries->gbm_problem);
  if (!library) return;
#define LOAD(name) \
  gbm->name = \
    (__typeof__(gbm->name))require(loader, library, "gbm_" #name, libraries->gbm_problem);
  CEGL_GBM_FUNCTIONS(LOAD)
#undef LOAD
}

void cegl_load(cegl_libraries *libraries, const cegl_loader *loader) {
  if (!loader) loader = &system_loader;
  memset(libraries, 0, sizeof *libraries);
  load_egl(libraries, loader);
  load_gbm(libraries, loader);
}
