#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "internal.h"

// As <drm/drm.h> has it, which not every system installs.
#define DRM_IOCTL_DROP_MASTER _IO('d', 0x1f)

static bool open_node(cegl_context *context, const char *node, cegl_error *error) {
  if (context->libraries->gbm_problem[0])
    return cegl_fail(
      error, CEGL_DOMAIN_LIBRARY, 0, "libgbm.so.1", context->libraries->gbm_problem);
  context->fd = open(node, O_RDWR | O_CLOEXEC | O_NOCTTY);
  if (context->fd < 0) return cegl_fail(error, CEGL_DOMAIN_SYSTEM, errno, "open", node);
  // Who opens a card node first becomes the master of its display, and would
  // keep a compositor from it. Fails where that isn't so, which is right too.
  ioctl(context->fd, DRM_IOCTL_DROP_MASTER, 0);
  context->gbm = context->libraries->gbm.create_device(context->fd);
  // errno means something on failure only: 2 and 25 are usual after success.
  if (!context->gbm)
    return cegl_fail(error, CEGL_DOMAIN_SYSTEM, errno, "gbm_create_device", node);
  return true;
}

/// No config where the driver needs none. Otherwise one for no kind of
/// surface: GBM's have no EGL_PBUFFER_BIT, the others no EGL_WINDOW_BIT, and
/// leaving EGL_SURFACE_TYPE out means the latter.
static bool choose_config(
  const cegl_egl *egl, EGLDisplay display, EGLConfig *config, cegl_error *error
) {
  const char *extensions = egl->QueryString(display, EGL_EXTENSIONS);
  *config = EGL_NO_CONFIG_KHR;
  if (!cegl_has_extension(extensions, "EGL_KHR_surfaceless_context"))
    return cegl_fail(
      error, CEGL_DOMAIN_MISSING, 0, "eglQueryString", "EGL_KHR_surfaceless_context");
  if (cegl_has_extension(extensions, "EGL_KHR_no_config_context")) return true;

  const EGLint wanted[] = {
    EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_NONE,
  };
  EGLint count = 0;
  if (!egl->ChooseConfig(display, wanted, config, 1, &count))
    return cegl_fail_egl(error, egl, "eglChooseConfig");
  if (count < 1)
    return cegl_fail(
      error, CEGL_DOMAIN_MISSING, 0, "eglChooseConfig", "a config for OpenGL ES 3");
  return true;
}

static bool create_context(cegl_context *context, cegl_error *error) {
  const cegl_egl *egl = &context->libraries->egl;
  EGLConfig config;
  if (!choose_config(egl, context->display, &config, error)) return false;
  if (!egl->BindAPI(EGL_OPENGL_ES_API)) return cegl_fail_egl(error, egl, "eglBindAPI");
  const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
  context->context = egl->CreateContext(context->display, config, EGL_NO_CONTEXT, version);
  if (context->context == EGL_NO_CONTEXT)
    return cegl_fail_egl(error, egl, "eglCreateContext");
  return true;
}

static bool set_up(cegl_context *context, const cegl_candidate *candidate, cegl_error *error) {
  if (context->libraries->egl_problem[0])
    return cegl_fail(
      error, CEGL_DOMAIN_LIBRARY, 0, "libEGL.so.1", context->libraries->egl_problem);
  if (candidate->platform == CEGL_PLATFORM_GBM && !open_node(context, candidate->node, error))
    return false;
  context->display =
    cegl_display_acquire(context->libraries, candidate, context->gbm, error);
  return context->display != EGL_NO_DISPLAY && create_context(context, error)
    && cegl_make_current(context, error)
    && cegl_load_gl(&context->gl, &context->libraries->egl, &context->es_version, error);
}

/// Undoes whatever has been done, last first.
static void tear_down(cegl_context *context) {
  const cegl_egl *egl = &context->libraries->egl;
  if (context->context != EGL_NO_CONTEXT) {
    if (cegl_is_current(context))
      egl->MakeCurrent(context->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    egl->DestroyContext(context->display, context->context);
  }
  if (context->display != EGL_NO_DISPLAY) cegl_display_release(egl, context->display);
  if (context->gbm) context->libraries->gbm.device_destroy(context->gbm);
  // GBM doesn't own it, and EGL needs it until the display is terminated.
  if (context->fd >= 0) close(context->fd);
  free(context);
}

cegl_context *cegl_open(
  const cegl_libraries *libraries, const cegl_candidate *candidate, cegl_error *error,
  char *chatter
) {
  *error = (cegl_error){};
  if (chatter) chatter[0] = 0;
  cegl_context *context = calloc(1, sizeof *context);
  if (!context) {
    cegl_fail(error, CEGL_DOMAIN_SYSTEM, ENOMEM, "calloc", NULL);
    return NULL;
  }
  context->libraries = libraries;
  context->fd = -1;
  context->display = EGL_NO_DISPLAY;
  context->context = EGL_NO_CONTEXT;

  cegl_capture capture = cegl_capture_begin();
  if (!set_up(context, candidate, error)) {
    tear_down(context);
    context = NULL;
  }
  cegl_capture_end(capture, chatter, CEGL_CHATTER_SIZE);
  return context;
}

void cegl_close(cegl_context *context) {
  if (!context) return;
  cegl_capture capture = cegl_capture_begin();
  tear_down(context);
  cegl_capture_end(capture, NULL, 0);
}

bool cegl_make_current(cegl_context *context, cegl_error *error) {
  const cegl_egl *egl = &context->libraries->egl;
  if (egl->MakeCurrent(context->display, EGL_NO_SURFACE, EGL_NO_SURFACE, context->context))
    return true;
  return cegl_fail_egl(error, egl, "eglMakeCurrent");
}

bool cegl_is_current(const cegl_context *context) {
  return context->libraries->egl.GetCurrentContext() == context->context;
}

cegl_current cegl_get_current(const cegl_libraries *libraries) {
  if (libraries->egl_problem[0]) return (cegl_current){};
  return (cegl_current){
    .display = libraries->egl.GetCurrentDisplay(),
    .context = libraries->egl.GetCurrentContext(),
  };
}

void cegl_set_current(const cegl_libraries *libraries, cegl_current current) {
  if (libraries->egl_problem[0] || current.context == EGL_NO_CONTEXT) return;
  libraries->egl.MakeCurrent(
    current.display, EGL_NO_SURFACE, EGL_NO_SURFACE, current.context);
}
