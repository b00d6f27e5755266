// Halves both axes with the mask of DOWNSAMPLE. Neighbouring cells share
// columns, which are weighted down once.
#if DOWNSAMPLE == 3
const int tapCount = 4;
const float taps[tapCount] = float[](0.125, 0.375, 0.375, 0.125);
#else
const int tapCount = 6;
const float taps[tapCount] = float[](0.03125, 0.15625, 0.3125, 0.3125, 0.15625, 0.03125);
#endif

/// Reading begins at an even column, which for the shorter mask is one too early.
const int reach = tapCount / 2 - 1;
const int lead = reach & 1;
const int pairCount = (lead + tapCount + 2 * (CELLS - 1) + 1) / 2;

void main() {
  ivec2 corner = 2 * firstCell() - ivec2(reach + lead, reach) - inputOrigin;
  vec4 sum[CELLS];
  for (int i = 0; i < CELLS; ++i) sum[i] = vec4(0.0);
  for (int pair = 0; pair < pairCount; ++pair) {
    vec4 column[2] = vec4[](vec4(0.0), vec4(0.0));
    for (int y = 0; y < tapCount; ++y) {
      vec4 first, second;
      readPair(corner + ivec2(2 * pair, y), first, second);
      column[0] += taps[y] * first;
      column[1] += taps[y] * second;
    }
    for (int i = 0; i < CELLS; ++i) {
      for (int k = 0; k < 2; ++k) {
        int tap = 2 * pair + k - lead - 2 * i;
        if (tap >= 0 && tap < tapCount) sum[i] += taps[tap] * column[k];
      }
    }
  }
  store(sum);
}
