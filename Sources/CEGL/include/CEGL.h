#pragma once

#include "cegl_gl.h"
#include "cegl_libraries.h"

enum { CEGL_PATH_SIZE = 256, CEGL_TEXT_SIZE = 128, CEGL_CHATTER_SIZE = 4096 };

/// Whose code an error carries.
typedef enum cegl_domain {
  CEGL_DOMAIN_NONE,
  /// errno.
  CEGL_DOMAIN_SYSTEM,
  CEGL_DOMAIN_EGL,
  /// libEGL or libgbm is missing; no code.
  CEGL_DOMAIN_LIBRARY,
  /// The driver lacks what `detail` names; no code.
  CEGL_DOMAIN_MISSING,
} cegl_domain;

/// Why something failed; `domain` 0 is success.
typedef struct cegl_error {
  cegl_domain domain;
  int code;
  /// The call that failed, such as "eglInitialize".
  char operation[CEGL_TEXT_SIZE];
  /// A path, an extension or the loader's text; may be empty.
  char detail[CEGL_PATH_SIZE];
} cegl_error;

typedef enum cegl_platform {
  CEGL_PLATFORM_DEVICE,
  CEGL_PLATFORM_GBM,
  CEGL_PLATFORM_SURFACELESS,
} cegl_platform;

/// Something that may be opened, described without opening it. Empty texts
/// and -1 stand for "not known".
typedef struct cegl_candidate {
  cegl_platform platform;
  /// EGLDeviceEXT of CEGL_PLATFORM_DEVICE, valid for the life of the process.
  void *device;
  /// What GBM opens; the render node, else the card node, of an EGL device.
  char node[CEGL_PATH_SIZE];
  /// The card node of an EGL device.
  char card[CEGL_PATH_SIZE];
  char pci_address[32];
  char uuid[40];
  int cuda;
  /// The device says of itself that it draws on the CPU.
  bool software;
} cegl_candidate;

/// Everything that could be opened, in order: EGL devices, GBM nodes, Mesa's
/// surfaceless platform.
typedef struct cegl_listing {
  cegl_candidate *candidates;
  int count;
  /// Why there are no EGL devices, or no nodes; domain 0 where the question
  /// was answered, be it with none.
  cegl_error devices_error;
  cegl_error nodes_error;
} cegl_listing;

/// Lists candidates; free with cegl_listing_free. `dri` is the folder of the
/// DRM nodes, `sys` where sysfs is mounted.
cegl_listing cegl_list(const cegl_libraries *libraries, const char *dri, const char *sys);
void cegl_listing_free(cegl_listing *listing);

/// Describes the node at `path`, as GBM would open it, whether it exists or not.
cegl_candidate cegl_node(const char *path, const char *sys);

/// Whether both paths lead to one device node, or are the same text.
bool cegl_same_node(const char *a, const char *b);

/// Whether NVIDIA's kernel driver has put its files into the folder `dev`.
bool cegl_has_nvidia_files(const char *dev);

/// An OpenGL ES 3 context without a surface.
typedef struct cegl_context {
  cegl_gl gl;
  /// 10 * major + minor.
  int es_version;
  const cegl_libraries *libraries;
  int fd;
  struct gbm_device *gbm;
  EGLDisplay display;
  EGLContext context;
} cegl_context;

/// Opens `candidate` and makes its context current on the calling thread.
///
/// What drivers print meanwhile goes to `chatter` (NUL-terminated, at most
/// CEGL_CHATTER_SIZE bytes, may be NULL) and not to the terminal: file
/// descriptor 2 of the whole process is redirected for the duration. NULL with
/// `error` filled on failure, after everything done so far has been undone.
cegl_context *cegl_open(
  const cegl_libraries *libraries, const cegl_candidate *candidate, cegl_error *error,
  char *chatter);

/// Closes and frees; on the thread where the context is current, if it is.
void cegl_close(cegl_context *context);

/// Makes the context current on the calling thread, where another one may be.
bool cegl_make_current(cegl_context *context, cegl_error *error);

/// Whether the context is current on the calling thread.
bool cegl_is_current(const cegl_context *context);

/// What is current on a thread, to be put back after opening something else.
typedef struct cegl_current {
  EGLDisplay display;
  EGLContext context;
} cegl_current;

cegl_current cegl_get_current(const cegl_libraries *libraries);
void cegl_set_current(const cegl_libraries *libraries, cegl_current current);

/// Whether `list`, separated by spaces, holds `name`; NULL holds nothing.
bool cegl_has_extension(const char *list, const char *name);
