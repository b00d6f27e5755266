#include <stdlib.h>

#include "CImageCodecs.h"

bool cimage_can_allocate(size_t count) {
  /* Volatile: a compiler may otherwise drop the pair and answer yes. */
  void *volatile block = malloc(count);
  bool possible = block != NULL;
  free(block);
  return possible;
}
