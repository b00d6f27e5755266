#include "GPUEffectsShaders.h"

static const char prelude[] = {
#embed "Prelude.glsl"
};
static const char triangle[] = {
#embed "Triangle.glsl"
};
static const char transfer[] = {
#embed "Transfer.glsl"
};
static const char mix[] = {
#embed "Mix.glsl"
};
static const char load[] = {
#embed "Load.glsl"
};
static const char downsample[] = {
#embed "Downsample.glsl"
};
static const char convolve[] = {
#embed "Convolve.glsl"
};
static const char upsample[] = {
#embed "Upsample.glsl"
};
static const char composite[] = {
#embed "Composite.glsl"
};

gpu_shader_text gpu_shader_get(gpu_shader shader) {
#define TEXT(array) (gpu_shader_text){array, sizeof array}
  switch (shader) {
  case GPU_SHADER_PRELUDE: return TEXT(prelude);
  case GPU_SHADER_TRIANGLE: return TEXT(triangle);
  case GPU_SHADER_TRANSFER: return TEXT(transfer);
  case GPU_SHADER_MIX: return TEXT(mix);
  case GPU_SHADER_LOAD: return TEXT(load);
  case GPU_SHADER_DOWNSAMPLE: return TEXT(downsample);
  case GPU_SHADER_CONVOLVE: return TEXT(convolve);
  case GPU_SHADER_UPSAMPLE: return TEXT(upsample);
  case GPU_SHADER_COMPOSITE: return TEXT(composite);
  }
  return (gpu_shader_text){"", 0};
}
