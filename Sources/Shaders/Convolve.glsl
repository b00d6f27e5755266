// A symmetric filter along one axis: across rows where HORIZONTAL is defined,
// down columns otherwise. SCALED multiplies by a factor for the position.

/// The weight at distance i is taps[i / 4][i % 4]; a few zeros follow.
layout(std140) uniform Taps { vec4 taps[TAP_VECTORS]; };
uniform int radius;

#ifdef SCALED
uniform sampler2D scale;
#endif

float weight(int distance) {
  int i = abs(distance);
  return taps[i >> 2][i & 3];
}

void main() {
  ivec2 p = firstCell() - inputOrigin;
  vec4 sum[CELLS];
  for (int i = 0; i < CELLS; ++i) sum[i] = vec4(0.0);
#ifdef HORIZONTAL
  for (int x = -(radius + (radius & 1)); x < radius + CELLS; x += 2) {
    vec4 first, second;
    readPair(p + ivec2(x, 0), first, second);
    for (int i = 0; i < CELLS; ++i) sum[i] += weight(x - i) * first + weight(x + 1 - i) * second;
  }
#else
  for (int y = -radius; y <= radius; ++y) {
    float w = weight(y);
#if CELLS == 1
    sum[0] += w * cell(p + ivec2(0, y));
#else
    for (int i = 0; i < CELLS; i += 2) {
      vec4 first, second;
      readPair(p + ivec2(i, y), first, second);
      sum[i] += w * first;
      sum[i + 1] += w * second;
    }
#endif
  }
#endif
#ifdef SCALED
  for (int i = 0; i < CELLS; ++i) {
#ifdef HORIZONTAL
    int position = firstTexel().x + i;
#else
    int position = firstTexel().y;
#endif
    sum[i] *= texelFetch(scale, ivec2(position, 0), 0).r;
  }
#endif
  store(sum);
}
