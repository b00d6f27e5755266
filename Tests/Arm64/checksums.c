// Prints one checksum for each row loop, over noise, all channel counts, both
// orders and several radii. Without arguments the baseline loops run, with the
// number of a level those of that level.
//
// Built for arm64 there is no C library: this file brings what the loops need.

#include "CKernels.h"

enum { CELLS = 203, SAMPLES = 4 * CELLS, MARGIN = 4 * 64 };

static uint64_t state = 88172645463325252u;

static uint32_t noise(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 32);
}

#define ROW(type, name) static type name[2 * MARGIN + 2 * SAMPLES + CK_SLACK]
ROW(uint8_t, bytes);
ROW(uint16_t, lanes);
ROW(uint16_t, more_lanes);
ROW(float, floats);
static uint64_t out[SAMPLES + CK_SLACK], out2[SAMPLES + CK_SLACK];

static void print(const char *name, const void *data, size_t count);

static void refill(void) {
  for (size_t i = 0; i < sizeof bytes; i++) {
    bytes[i] = (uint8_t)noise();
    // Alpha at every fourth, colours below it.
    lanes[i] = (uint16_t)(noise() % 32641);
    more_lanes[i] = (uint16_t)(noise() % 32641);
    floats[i] = (float)(noise() >> 8) / 16777216.0f;
  }
  __builtin_memset(out, 0, sizeof out);
  __builtin_memset(out2, 0, sizeof out2);
}

static void run(const ck_kernels *k) {
  static const uint16_t fixed_taps[] = {20001, 9000, 7000, 4000, 2000, 700, 60, 5, 2, 1};
  static const float taps[] = {0.3f, 0.14f, 0.11f, 0.06f, 0.03f, 0.01f, 0.003f, 0.002f, 0.001f, 0};
  static float factors[CELLS];
  for (int i = 0; i < CELLS; i++) factors[i] = 1 + (float)(i % 7) / 7;
  const uint8_t *byte_rows[19];
  const uint16_t *lane_rows[19];
  const float *float_rows[19];
  for (int i = 0; i < 19; i++) {
    byte_rows[i] = bytes + 11 * i;
    lane_rows[i] = lanes + 11 * i;
    float_rows[i] = floats + 11 * i;
  }
  const uint16_t *s16 = lanes + MARGIN, *t16 = more_lanes + MARGIN;
  const float *s32 = floats + MARGIN;
  uint8_t *d8 = (uint8_t *)out;
  uint16_t *d16 = (uint16_t *)out, *e16 = (uint16_t *)out2;
  float *d32 = (float *)out, *e32 = (float *)out2;
  const ck_color color = {{1.5f, -0.2f, 0.1f, 0.05f, 0.3f, 0.9f, -0.4f, 0, -0.1f, 0.2f, 1.1f, 0.1f},
                          0.75f, true};
  const ck_fixed_color fixed_color = {
      {12000, -1600, 800, 400, 2400, 7200, -3200, 0, -800, 1600, 8800, 800, 0, 0, 0, 6000}, 20,
      false};

// What lies behind a row's samples may differ.
#define CHECK_SOME(count, name, buffer, ...)           \
  do {                                                 \
    refill();                                          \
    k->name(__VA_ARGS__);                              \
    print(#name, buffer, sizeof(buffer[0]) * (count)); \
  } while (0)
#define CHECK(name, buffer, ...) CHECK_SOME(CELLS, name, buffer, __VA_ARGS__)
#define CHECK_SPLIT(name, even, odd, ...)                 \
  do {                                                    \
    CHECK_SOME(CELLS / 2, name, even, even, odd, __VA_ARGS__); \
    print("odd", odd, sizeof(odd[0]) * (CELLS / 2));      \
  } while (0)

  for (int n = 1; n <= 4; n++) {
    for (int depth = 1; depth <= 4; depth *= 2) {
      CHECK(f32_load, d32, d32, depth == 4 ? (const void *)s32 : bytes, CELLS, n, depth, n % 2 == 0);
      CHECK(f32_store, d8, d8, s32, CELLS * n, depth);
    }
    CHECK(f32_scale_cells, d32, d32, factors, CELLS, n);
    __builtin_memcpy(out, s32, sizeof(float) * SAMPLES);
    k->f32_color(d32, CELLS, n, &color);
    k->f32_mix(d32, s32 + 9, t16, CELLS, n);
    print("f32_color f32_mix", d32, sizeof(float) * CELLS * (size_t)n);
    for (int order = 3; order <= 5; order += 2) {
      CHECK_SPLIT(f32_down_rows, d32, e32, float_rows, order, CELLS, n);
      CHECK(f32_down_cells, d32, d32, s32, s32 + 99, order, CELLS, n);
      CHECK(f32_up_cells, d32, d32, s32, order, CELLS, n);
      CHECK_SPLIT(u8_down_rows, d16, e16, byte_rows, order, byte_rows, CELLS, n);
      if (n == 3) continue;
      CHECK_SPLIT(u16_down_rows, d16, e16, lane_rows, order, CELLS, n);
      CHECK(u16_down_cells, d16, d16, s16, s16 + 99, order, CELLS, n);
      CHECK(u16_up_cells, d16, d16, s16, order, CELLS, n);
    }
    CHECK(u16_load, d16, d16, bytes, CELLS, n, n % 2 == 0);
    CHECK(u8_store, d8, d8, s16, CELLS, n, NULL);
    if (n != 3) CHECK(u16_mix, d16, d16, s16, t16, CELLS, n);
  }
  for (int order = 3; order <= 5; order += 2) {
    CHECK(f32_up_rows, d32, d32, s32, s32 + 7, s32 + 13, order, CELLS);
    CHECK(u16_up_rows, d16, d16, s16, s16 + 7, s16 + 13, order, CELLS);
    for (int n = 3; n <= 4; n++) {
      CHECK(u8_up_rows, d8, d8, (uint8_t *)out2, s16, s16 + 7, s16 + 13, order, CELLS, n, NULL, true);
      CHECK(u8_up_rows, d8, d8, (uint8_t *)out2, s16, s16 + 7, s16 + 13, order, CELLS, n,
            &fixed_color, false);
    }
  }
  for (int radius = 1; radius <= 9; radius++) {
    CHECK(f32_convolve_rows, d32, d32, float_rows, taps, radius, SAMPLES);
    CHECK(f32_convolve_cells, d32, d32, s32, taps, radius, 3, SAMPLES);
    CHECK(u8_convolve_rows, d16, d16, byte_rows, fixed_taps, radius, SAMPLES);
    CHECK(u16_convolve_rows, d16, d16, lane_rows, fixed_taps, radius, SAMPLES);
    CHECK(u16_convolve_cells, d16, d16, s16, fixed_taps, radius, 3, SAMPLES);
    CHECK(u8_convolve_cells, d8, d8, s16, fixed_taps, radius, 4, SAMPLES, false);
    CHECK(u8_convolve_rows_scaled, d16, d16, byte_rows, fixed_taps, radius, 1.3f, SAMPLES);
    CHECK(u16_convolve_rows_scaled, d16, d16, lane_rows, fixed_taps, radius, 1.3f, SAMPLES);
    CHECK(u16_convolve_cells_scaled, d16, d16, s16, fixed_taps, radius, 4, factors, CELLS);
  }
  CHECK(u16_widen_rgb, d16, d16, s16, CELLS);
  CHECK(u16_to_f32, d32, d32, s16, CELLS, 4, 3);
  CHECK(u8_store, d8, d8, s16, CELLS, 4, &fixed_color);
  refill();
  __builtin_memcpy(out, s16, sizeof(uint16_t) * SAMPLES);
  k->u16_color(d16, CELLS, &fixed_color);
  print("u16_color", d16, sizeof(uint16_t) * SAMPLES);
}

static size_t format(char *line, const char *name, uint64_t hash) {
  size_t length = 0;
  while (name[length]) {
    line[length] = name[length];
    length++;
  }
  line[length++] = ' ';
  for (int shift = 60; shift >= 0; shift -= 4) line[length++] = "0123456789abcdef"[hash >> shift & 15];
  line[length++] = '\n';
  return length;
}

static uint64_t fnv(const void *data, size_t count) {
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < count; i++) hash = (hash ^ ((const uint8_t *)data)[i]) * 1099511628211u;
  return hash;
}

#if defined(__aarch64__)

static long call(long number, long a, long b, long c) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
  return x0;
}

static void print(const char *name, const void *data, size_t count) {
  char line[80];
  call(64, 1, (long)line, (long)format(line, name, fnv(data, count)));
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  volatile uint8_t *t = to;
  for (size_t i = 0; i < count; i++) t[i] = ((const uint8_t *)from)[i];
  return to;
}

void *memset(void *to, int value, size_t count) {
  volatile uint8_t *t = to;
  for (size_t i = 0; i < count; i++) t[i] = (uint8_t)value;
  return to;
}

void _start(void) {
  run(ck_kernels_best());
  call(93, 0, 0, 0);
}

#else

#include <stdio.h>
#include <stdlib.h>

static void print(const char *name, const void *data, size_t count) {
  char line[80];
  fwrite(line, 1, format(line, name, fnv(data, count)), stdout);
}

int main(int count, char **arguments) {
  const ck_kernels *kernels = ck_kernels_at(count > 1 ? (ck_level)atoi(arguments[1]) : 0);
  if (!kernels) return 77;
  run(kernels);
  return 0;
}

#endif
