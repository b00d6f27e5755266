// A symmetric filter along one axis: across rows where HORIZONTAL is defined,
// down columns otherwise. SCALED multiplies by a factor for the position.

/// The weight at distance i is taps[i / 4][i % 4], 0 beyond the radius.
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
  for (int x = -radius; x < radius + CELLS; ++x) {
    vec4 color = cell(p + ivec2(x, 0));
    for (int i = 0; i < CELLS; ++i) sum[i] += weight(x - i) * color;
  }
#else
  for (int y = -radius; y <= radius; ++y) {
    float w = weight(y);
    for (int i = 0; i < CELLS; ++i) sum[i] += w * cell(p + ivec2(i, y));
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
