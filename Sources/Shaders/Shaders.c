#include "GPUEffectsShaders.h"
