#pragma once

/// A GLSL ES 3.00 text without `#version`; not NUL-terminated.
typedef struct gpu_shader_text {
  const char *bytes;
  int length;
} gpu_shader_text;

/// The files of this folder, by name.
typedef enum gpu_shader {
  GPU_SHADER_PRELUDE,
  GPU_SHADER_TRIANGLE,
  GPU_SHADER_TRANSFER,
  GPU_SHADER_MIX,
  GPU_SHADER_LOAD,
  GPU_SHADER_DOWNSAMPLE,
  GPU_SHADER_CONVOLVE,
  GPU_SHADER_UPSAMPLE,
  GPU_SHADER_COMPOSITE,
} gpu_shader;

gpu_shader_text gpu_shader_get(gpu_shader shader);
