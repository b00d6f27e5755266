#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "nodes.h"

static cegl_candidate *append(cegl_listing *listing, cegl_candidate candidate) {
  size_t size = sizeof *listing->candidates * ((size_t)listing->count + 1);
  cegl_candidate *grown = realloc(listing->candidates, size);
  if (!grown) return NULL;
  listing->candidates = grown;
  grown[listing->count] = candidate;
  return &grown[listing->count++];
}

static void format_uuid(char *text, size_t size, const unsigned char bytes[16]) {
  size_t length = 0;
  for (int i = 0; i < 16 && length + 4 < size; i++) {
    bool dash = i == 4 || i == 6 || i == 8 || i == 10;
    length += (size_t)snprintf(text + length, size - length, "%s%02x", dash ? "-" : "", bytes[i]);
  }
}

static void read_uuid(cegl_candidate *candidate, const cegl_egl *egl, EGLDeviceEXT device) {
  unsigned char bytes[16];
  EGLint size = 0;
  if (!egl->QueryDeviceBinaryEXT) return;
  if (!egl->QueryDeviceBinaryEXT(device, EGL_DEVICE_UUID_EXT, sizeof bytes, bytes, &size)) return;
  if (size == sizeof bytes) format_uuid(candidate->uuid, sizeof candidate->uuid, bytes);
}

static cegl_candidate describe(const cegl_egl *egl, EGLDeviceEXT device, const char *sys) {
  cegl_candidate candidate = {
    .platform = CEGL_PLATFORM_DEVICE, .device = device, .cuda = -1,
  };
  if (!egl->QueryDeviceStringEXT) return candidate;
  const char *extensions = egl->QueryDeviceStringEXT(device, EGL_EXTENSIONS);
  candidate.software = cegl_has_extension(extensions, "EGL_MESA_device_software");
  if (cegl_has_extension(extensions, "EGL_EXT_device_drm"))
    cegl_copy(
      candidate.card, sizeof candidate.card,
      egl->QueryDeviceStringEXT(device, EGL_DRM_DEVICE_FILE_EXT));
  if (cegl_has_extension(extensions, "EGL_EXT_device_drm_render_node"))
    cegl_copy(
      candidate.node, sizeof candidate.node,
      egl->QueryDeviceStringEXT(device, EGL_DRM_RENDER_NODE_FILE_EXT));
  if (!candidate.node[0]) cegl_copy(candidate.node, sizeof candidate.node, candidate.card);
  if (candidate.node[0])
    cegl_pci_address(candidate.node, sys, candidate.pci_address, sizeof candidate.pci_address);

  EGLAttrib cuda = -1;
  if (cegl_has_extension(extensions, "EGL_NV_device_cuda") && egl->QueryDeviceAttribEXT
      && egl->QueryDeviceAttribEXT(device, EGL_CUDA_DEVICE_NV, &cuda))
    candidate.cuda = (int)cuda;
  if (cegl_has_extension(extensions, "EGL_EXT_device_persistent_id"))
    read_uuid(&candidate, egl, device);
  return candidate;
}

static void list_devices(cegl_listing *listing, const cegl_libraries *libraries, const char *sys) {
  const cegl_egl *egl = &libraries->egl;
  cegl_error *error = &listing->devices_error;
  if (libraries->egl_problem[0]) {
    cegl_fail(error, CEGL_DOMAIN_LIBRARY, 0, "libEGL.so.1", libraries->egl_problem);
    return;
  }
  const char *extensions = egl->QueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  bool enumerates = cegl_has_extension(extensions, "EGL_EXT_device_enumeration")
    || cegl_has_extension(extensions, "EGL_EXT_device_base");
  if (!enumerates || !egl->QueryDevicesEXT) {
    cegl_fail(
      error, CEGL_DOMAIN_MISSING, 0, "eglQueryDevicesEXT", "EGL_EXT_device_enumeration");
    return;
  }
  enum { MAXIMUM = 64 };
  EGLDeviceEXT devices[MAXIMUM];
  EGLint count = 0;
  if (!egl->QueryDevicesEXT(MAXIMUM, devices, &count)) {
    cegl_fail_egl(error, egl, "eglQueryDevicesEXT");
    return;
  }
  for (EGLint i = 0; i < count; i++) append(listing, describe(egl, devices[i], sys));
}

static void list_nodes(cegl_listing *listing, const char *dri, const char *sys) {
  cegl_nodes nodes = cegl_nodes_read(dri, sys, &listing->nodes_error);
  for (int i = 0; i < nodes.count; i++) append(listing, cegl_node(nodes.paths[i], sys));
  free(nodes.paths);
}

cegl_candidate cegl_node(const char *path, const char *sys) {
  cegl_candidate candidate = {.platform = CEGL_PLATFORM_GBM, .cuda = -1};
  cegl_copy(candidate.node, sizeof candidate.node, path);
  cegl_pci_address(path, sys, candidate.pci_address, sizeof candidate.pci_address);
  return candidate;
}

cegl_listing cegl_list(const cegl_libraries *libraries, const char *dri, const char *sys) {
  cegl_listing listing = {};
  cegl_capture capture = cegl_capture_begin();
  list_devices(&listing, libraries, sys);
  cegl_capture_end(capture, NULL, 0);
  list_nodes(&listing, dri, sys);
  append(&listing, (cegl_candidate){.platform = CEGL_PLATFORM_SURFACELESS, .cuda = -1});
  return listing;
}

void cegl_listing_free(cegl_listing *listing) {
  free(listing->candidates);
  *listing = (cegl_listing){};
}
