#include <stdlib.h>

#include "internal.h"

typedef struct user {
  const cegl_egl *egl;
  EGLDisplay display;
  int count;
  struct user *next;
} user;

static user *users;

static user **find(const cegl_egl *egl, EGLDisplay display) {
  user **link = &users;
  while (*link && ((*link)->display != display || (*link)->egl != egl)) link = &(*link)->next;
  return link;
}

/// The platform's number and the client extensions of which any announces it.
typedef struct platform {
  EGLenum value;
  const char *extensions[2];
} platform;

static const platform platforms[] = {
  [CEGL_PLATFORM_DEVICE] = {EGL_PLATFORM_DEVICE_EXT, {"EGL_EXT_platform_device"}},
  [CEGL_PLATFORM_GBM] = {EGL_PLATFORM_GBM_KHR, {"EGL_KHR_platform_gbm", "EGL_MESA_platform_gbm"}},
  [CEGL_PLATFORM_SURFACELESS] =
    {EGL_PLATFORM_SURFACELESS_MESA, {"EGL_MESA_platform_surfaceless"}},
};

static bool is_announced(const platform *platform, const char *extensions) {
  for (int i = 0; i < 2 && platform->extensions[i]; i++)
    if (cegl_has_extension(extensions, platform->extensions[i])) return true;
  return false;
}

static EGLDisplay get_display(
  const cegl_egl *egl, const platform *platform, void *native, cegl_error *error
) {
  const char *extensions = egl->QueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  if (!is_announced(platform, extensions)) {
    cegl_fail(
      error, CEGL_DOMAIN_MISSING, 0, "eglGetPlatformDisplay", platform->extensions[0]);
    return EGL_NO_DISPLAY;
  }
  EGLDisplay display = EGL_NO_DISPLAY;
  if (egl->GetPlatformDisplayEXT)
    display = egl->GetPlatformDisplayEXT(platform->value, native, NULL);
  else if (egl->GetPlatformDisplay)
    display = egl->GetPlatformDisplay(platform->value, native, NULL);
  // NVIDIA answers so for a node that isn't its own, with EGL_SUCCESS.
  if (display == EGL_NO_DISPLAY) cegl_fail_egl(error, egl, "eglGetPlatformDisplay");
  return display;
}

EGLDisplay cegl_display_acquire(
  const cegl_libraries *libraries, const cegl_candidate *candidate, struct gbm_device *gbm,
  cegl_error *error
) {
  const cegl_egl *egl = &libraries->egl;
  void *native = candidate->platform == CEGL_PLATFORM_GBM ? (void *)gbm : candidate->device;
  EGLDisplay display = get_display(egl, &platforms[candidate->platform], native, error);
  if (display == EGL_NO_DISPLAY) return EGL_NO_DISPLAY;

  user **link = find(egl, display);
  if (*link) {
    (*link)->count++;
    return display;
  }
  user *entry = malloc(sizeof *entry);
  if (!entry) {
    cegl_fail(error, CEGL_DOMAIN_MISSING, 0, "eglInitialize", "memory");
    return EGL_NO_DISPLAY;
  }
  // Only this says whether the platform works.
  if (!egl->Initialize(display, NULL, NULL)) {
    cegl_fail_egl(error, egl, "eglInitialize");
    free(entry);
    return EGL_NO_DISPLAY;
  }
  *entry = (user){.egl = egl, .display = display, .count = 1, .next = NULL};
  *link = entry;
  return display;
}

void cegl_display_release(const cegl_egl *egl, EGLDisplay display) {
  user **link = find(egl, display);
  user *entry = *link;
  if (!entry || --entry->count > 0) return;
  egl->Terminate(display);
  *link = entry->next;
  free(entry);
}
