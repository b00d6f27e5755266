// Halves both axes with the mask of DOWNSAMPLE. Neighbouring cells share
// columns, which are weighted down once.
#if DOWNSAMPLE == 3
const int tapCount = 4;
const float taps[tapCount] = float[](0.125, 0.375, 0.375, 0.125);
#else
const int tapCount = 6;
const float taps[tapCount] = float[](0.03125, 0.15625, 0.3125, 0.3125, 0.15625, 0.03125);
#endif

void main() {
  ivec2 corner = 2 * firstCell() - (tapCount / 2 - 1) - inputOrigin;
  vec4 sum[CELLS];
  for (int i = 0; i < CELLS; ++i) sum[i] = vec4(0.0);
  for (int x = 0; x < tapCount + 2 * (CELLS - 1); ++x) {
    vec4 column = vec4(0.0);
    for (int y = 0; y < tapCount; ++y) column += taps[y] * cell(corner + ivec2(x, y));
    for (int i = 0; i < CELLS; ++i) {
      int tap = x - 2 * i;
      if (tap >= 0 && tap < tapCount) sum[i] += taps[tap] * column;
    }
  }
  store(sum);
}
