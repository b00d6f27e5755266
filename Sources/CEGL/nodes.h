#pragma once

#include "CEGL.h"

/// Paths of DRM nodes; free `paths`.
typedef struct cegl_nodes {
  char (*paths)[CEGL_PATH_SIZE];
  int count;
} cegl_nodes;

/// The render nodes of the folder `dri` by number, then the card nodes that
/// have no render node beside them: display-only drivers have none.
cegl_nodes cegl_nodes_read(const char *dri, const char *sys, cegl_error *error);

/// Writes the address of the PCI device behind `node`, "" where there is none.
void cegl_pci_address(const char *node, const char *sys, char *address, size_t size);
