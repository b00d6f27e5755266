#define _GNU_SOURCE

#include "nodes.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "internal.h"

enum { FIRST_RENDER_NUMBER = 128 };

/// The number after `prefix` in "renderD128" or "card0", else -1.
static int number_after(const char *name, const char *prefix) {
  size_t length = strlen(prefix);
  if (strncmp(name, prefix, length) != 0) return -1;
  const char *digits = name + length;
  size_t count = strspn(digits, "0123456789");
  return count > 0 && count < 7 && !digits[count] ? atoi(digits) : -1;
}

/// The folder in sysfs of the device that `node` belongs to; false if unknown.
static bool device_folder(const char *node, const char *sys, char resolved[PATH_MAX]) {
  char path[PATH_MAX];
  struct stat status;
  const char *name = strrchr(node, '/') ? strrchr(node, '/') + 1 : node;
  if (stat(node, &status) == 0) {
    if (!S_ISCHR(status.st_mode)) return false;
    snprintf(
      path, sizeof path, "%s/dev/char/%u:%u/device", sys, major(status.st_rdev),
      minor(status.st_rdev));
  } else {
    // A container may lack the node that EGL names.
    snprintf(path, sizeof path, "%s/class/drm/%s/device", sys, name);
  }
  return realpath(path, resolved) != NULL;
}

static bool is_pci_address(const char *text, size_t length) {
  static const char shape[] = "xxxx:xx:xx.x";
  if (length != strlen(shape)) return false;
  for (size_t i = 0; i < length; i++) {
    bool hex = strchr("0123456789abcdef", text[i]) != NULL;
    if (shape[i] == 'x' ? !hex : text[i] != shape[i]) return false;
  }
  return true;
}

void cegl_pci_address(const char *node, const char *sys, char *address, size_t size) {
  char folder[PATH_MAX];
  address[0] = 0;
  if (!device_folder(node, sys, folder)) return;
  // The last one on the way: a bridge comes before its device, and virtio
  // puts a folder of its own below it.
  for (const char *part = folder; *part;) {
    part += strspn(part, "/");
    size_t length = strcspn(part, "/");
    if (is_pci_address(part, length) && length < size) {
      memcpy(address, part, length);
      address[length] = 0;
    }
    part += length;
  }
}

static bool exists(const char *folder, const char *name) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return access(path, F_OK) == 0;
}

static bool has_render_node(const char *dri, int card, const char *sys) {
  char path[PATH_MAX], folder[PATH_MAX], name[NAME_MAX];
  snprintf(path, sizeof path, "%s/card%d", dri, card);
  if (!device_folder(path, sys, folder)) {
    snprintf(name, sizeof name, "renderD%d", FIRST_RENDER_NUMBER + card);
    return exists(dri, name);
  }
  bool found = false;
  strncat(folder, "/drm", sizeof folder - strlen(folder) - 1);
  DIR *siblings = opendir(folder);
  if (!siblings) return false;
  for (struct dirent *entry; !found && (entry = readdir(siblings));)
    found = number_after(entry->d_name, "renderD") >= 0 && exists(dri, entry->d_name);
  closedir(siblings);
  return found;
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void append(cegl_nodes *nodes, const char *dri, const char *prefix, int number) {
  size_t size = sizeof *nodes->paths * ((size_t)nodes->count + 1);
  char(*grown)[CEGL_PATH_SIZE] = realloc(nodes->paths, size);
  if (!grown) return;
  nodes->paths = grown;
  snprintf(grown[nodes->count++], CEGL_PATH_SIZE, "%s/%s%d", dri, prefix, number);
}

cegl_nodes cegl_nodes_read(const char *dri, const char *sys, cegl_error *error) {
  enum { MAXIMUM = 256 };
  int renders[MAXIMUM], cards[MAXIMUM], render_count = 0, card_count = 0;
  cegl_nodes nodes = {};
  DIR *folder = opendir(dri);
  if (!folder) {
    cegl_fail(error, CEGL_DOMAIN_SYSTEM, errno, "opendir", dri);
    return nodes;
  }
  for (struct dirent *entry; (entry = readdir(folder));) {
    int render = number_after(entry->d_name, "renderD");
    int card = number_after(entry->d_name, "card");
    if (render >= 0 && render_count < MAXIMUM) renders[render_count++] = render;
    if (card >= 0 && card_count < MAXIMUM) cards[card_count++] = card;
  }
  closedir(folder);
  qsort(renders, (size_t)render_count, sizeof *renders, compare);
  qsort(cards, (size_t)card_count, sizeof *cards, compare);
  for (int i = 0; i < render_count; i++) append(&nodes, dri, "renderD", renders[i]);
  for (int i = 0; i < card_count; i++)
    if (!has_render_node(dri, cards[i], sys)) append(&nodes, dri, "card", cards[i]);
  return nodes;
}

bool cegl_same_node(const char *a, const char *b) {
  struct stat first, second;
  if (strcmp(a, b) == 0) return true;
  return stat(a, &first) == 0 && stat(b, &second) == 0 && S_ISCHR(first.st_mode)
    && S_ISCHR(second.st_mode) && first.st_rdev == second.st_rdev;
}

bool cegl_has_nvidia_files(const char *dev) {
  return exists(dev, "nvidiactl") || exists(dev, "nvidia0");
}
