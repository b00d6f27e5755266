#pragma once

#include <stdbool.h>

#define EGL_NO_X11
#define EGL_EGL_PROTOTYPES 0
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <gbm.h>

// X(type, name without `egl`): EGL 1.4, exported by every libEGL.
#define CEGL_EGL_FUNCTIONS(X) \
  X(PFNEGLGETERRORPROC, GetError) \
  X(PFNEGLGETPROCADDRESSPROC, GetProcAddress) \
  X(PFNEGLQUERYSTRINGPROC, QueryString) \
  X(PFNEGLINITIALIZEPROC, Initialize) \
  X(PFNEGLTERMINATEPROC, Terminate) \
  X(PFNEGLBINDAPIPROC, BindAPI) \
  X(PFNEGLCHOOSECONFIGPROC, ChooseConfig) \
  X(PFNEGLCREATECONTEXTPROC, CreateContext) \
  X(PFNEGLDESTROYCONTEXTPROC, DestroyContext) \
  X(PFNEGLMAKECURRENTPROC, MakeCurrent) \
  X(PFNEGLGETCURRENTCONTEXTPROC, GetCurrentContext) \
  X(PFNEGLGETCURRENTDISPLAYPROC, GetCurrentDisplay)

// NULL where the library has none; ask the client extensions before a call.
#define CEGL_EGL_OPTIONAL_FUNCTIONS(X) \
  X(PFNEGLGETPLATFORMDISPLAYPROC, GetPlatformDisplay) \
  X(PFNEGLGETPLATFORMDISPLAYEXTPROC, GetPlatformDisplayEXT) \
  X(PFNEGLQUERYDEVICESEXTPROC, QueryDevicesEXT) \
  X(PFNEGLQUERYDEVICESTRINGEXTPROC, QueryDeviceStringEXT) \
  X(PFNEGLQUERYDEVICEATTRIBEXTPROC, QueryDeviceAttribEXT) \
  X(PFNEGLQUERYDEVICEBINARYEXTPROC, QueryDeviceBinaryEXT)

// X(name without `gbm_`)
#define CEGL_GBM_FUNCTIONS(X) \
  X(create_device) \
  X(device_destroy)

/// The EGL functions, named without `egl`.
typedef struct cegl_egl {
#define CEGL_MEMBER(type, name) type name;
  CEGL_EGL_FUNCTIONS(CEGL_MEMBER)
  CEGL_EGL_OPTIONAL_FUNCTIONS(CEGL_MEMBER)
#undef CEGL_MEMBER
} cegl_egl;

/// The GBM functions, named without `gbm_`.
typedef struct cegl_gbm {
#define CEGL_MEMBER(name) __typeof__(&gbm_##name) name;
  CEGL_GBM_FUNCTIONS(CEGL_MEMBER)
#undef CEGL_MEMBER
} cegl_gbm;

/// How a shared library is found. `open` returns NULL with the reason in
/// `why`, which it may point at text that lives until the next call.
typedef struct cegl_loader {
  void *(*open)(const char *name, const char **why);
  void *(*symbol)(void *library, const char *name);
} cegl_loader;

enum { CEGL_PROBLEM_SIZE = 256 };

/// The entry points in use. A problem that isn't empty says why a library is
/// not there; its functions are then not called.
typedef struct cegl_libraries {
  cegl_egl egl;
  cegl_gbm gbm;
  char egl_problem[CEGL_PROBLEM_SIZE];
  char gbm_problem[CEGL_PROBLEM_SIZE];
} cegl_libraries;

/// Fills `libraries` from libEGL.so.1 and libgbm.so.1 as `loader` finds them,
/// NULL being dlopen. They stay loaded: Mesa's drivers don't survive dlclose.
void cegl_load(cegl_libraries *libraries, const cegl_loader *loader);
