// What every pass shares: where it stands, how it reads cells and how it
// writes them. The executor puts `#version` and the variant's #defines in
// front: INPUT, OUTPUT, EDGE, REPEATED where one reflection may not lead back
// inside, PAIRS where cells are read by texels, SOURCE_DEPTH and SOURCE_ALPHA
// where the source is read, UPSAMPLE where cells are interpolated, DITHERED where
// 8-bit results are.
//
// Coordinates are whole cells and no texture is filtered, so every driver
// computes the same and a tile the same as the whole. What a pass writes is
// RGBA32UI: a texel holds the bits of CELLS neighbours in a row. That takes
// fewer fragments, keeps the rounding in our hands and needs no extension.

precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;

#define UNORM8 1
#define UNORM16 2
#define FLOAT32 3
#define SOURCE 4

#define CLAMP 1
#define MIRROR 2
#define TRANSPARENT 3

#define OPAQUE 1
#define STRAIGHT 2
#define PREMULTIPLIED 3

#if OUTPUT == UNORM8
#define CELLS 4
#elif OUTPUT == UNORM16
#define CELLS 2
#else
#define CELLS 1
#endif

/// The absolute cells at the corners of the output's and the input's texture.
uniform ivec2 outputOrigin;
uniform ivec2 inputOrigin;

/// The first of this fragment's cells, from the output's corner.
ivec2 firstTexel() { return ivec2(gl_FragCoord.xy) * ivec2(CELLS, 1); }

/// The same, absolute; a multiple of CELLS in x.
ivec2 firstCell() { return firstTexel() + outputOrigin; }

// Reading. Coordinates from here on count from the input's corner.

/// The first and the last cell that exist.
uniform ivec4 bounds;
/// The cell that stands for cell `p`; for TRANSPARENT another one where `p` is
/// outside.
ivec2 mapped(ivec2 p) {
#if EDGE == MIRROR && defined(REPEATED)
  // Before the first cell lies the same as behind it.
  ivec2 i = p - bounds.xy;
  i = max(i, -1 - i) % (2 * (bounds.zw - bounds.xy + 1));
  return bounds.xy + min(i, 2 * (bounds.zw - bounds.xy) + 1 - i);
#elif EDGE == MIRROR
  p = max(p, 2 * bounds.xy - 1 - p);
  return min(p, 2 * bounds.zw + 1 - p);
#else
  return clamp(p, bounds.xy, bounds.zw);
#endif
}

#ifdef SOURCE_DEPTH
#if SOURCE_DEPTH == UNORM16
uniform usampler2D source;
#else
uniform sampler2D source;
#endif

/// The source's colour at `p` of its texture, premultiplied.
vec4 sourceCell(ivec2 p) {
#if SOURCE_DEPTH == UNORM16
  vec4 color = vec4(ivec4(texelFetch(source, p, 0))) * (1.0 / 65535.0);
#else
  vec4 color = texelFetch(source, p, 0);
#endif
#if SOURCE_ALPHA == OPAQUE
  color.a = 1.0;
#elif SOURCE_ALPHA == STRAIGHT
  color.rgb *= color.a;
#endif
  return color;
}
#endif

#if INPUT == SOURCE
vec4 storedCell(ivec2 p) { return sourceCell(p); }
#else
uniform usampler2D cells;

vec4 fromUnorm16(uvec2 bits) {
  return vec4(ivec4(bits.x & 65535u, bits.x >> 16, bits.y & 65535u, bits.y >> 16))
    * (1.0 / 65535.0);
}

vec4 storedCell(ivec2 p) {
#if INPUT == UNORM16
  uvec4 pair = texelFetch(cells, ivec2(p.x >> 1, p.y), 0);
  return fromUnorm16((p.x & 1) == 0 ? pair.xy : pair.zw);
#else
  return uintBitsToFloat(texelFetch(cells, p, 0));
#endif
}
#endif

/// What lies at `p`, also where that is beyond the bounds.
vec4 cell(ivec2 p) {
  ivec2 q = mapped(p);
#if EDGE == TRANSPARENT
  return q == p ? storedCell(q) : vec4(0.0);
#else
  return storedCell(q);
#endif
}

/// The cells `p` and its right neighbour. Where PAIRS is defined p.x is even and
/// inside the bounds, and both are in one texel.
void readPair(ivec2 p, out vec4 first, out vec4 second) {
#ifdef PAIRS
  int y = mapped(p).y;
  uvec4 pair = texelFetch(cells, ivec2(p.x >> 1, y), 0);
  first = fromUnorm16(pair.xy);
  second = fromUnorm16(pair.zw);
#if EDGE == TRANSPARENT
  if (y != p.y) first = second = vec4(0.0);
#endif
#else
  first = cell(p);
  second = cell(p + ivec2(1, 0));
#endif
}

#ifdef UPSAMPLE
#if UPSAMPLE == 3
const vec3 evenWeights = vec3(4.0, 12.0, 0.0) / 16.0;
#else
const vec3 evenWeights = vec3(5.0, 10.0, 1.0) / 16.0;
#endif

/// Weights of the cells j - 1, j and j + 1 for cell i of the level below,
/// where j is i / 2 rounded down.
vec3 weights(int i) { return (i & 1) == 0 ? evenWeights : evenWeights.zyx; }

/// The cells `p` and its right neighbour of the input, interpolated at row `y`
/// of the level below.
void interpolatedPair(int x, int y, out vec4 first, out vec4 second) {
  int j = (y >> 1) - inputOrigin.y;
  vec4 a, b;
#if UPSAMPLE == 3
  readPair(ivec2(x, j), first, second);
  readPair(ivec2(x, j + 2 * (y & 1) - 1), a, b);
  first = 0.75 * first + 0.25 * a;
  second = 0.75 * second + 0.25 * b;
#else
  vec4 c, d;
  vec3 w = weights(y);
  readPair(ivec2(x, j - 1), a, b);
  readPair(ivec2(x, j), first, second);
  readPair(ivec2(x, j + 1), c, d);
  first = w.x * a + w.y * first + w.z * c;
  second = w.x * b + w.y * second + w.z * d;
#endif
}

/// The cells from the absolute `p` on, interpolated from the level above.
vec4[CELLS] interpolated(ivec2 p) {
  // p.x is a multiple of CELLS, so with four of them it is known where the pairs
  // begin, and with several which weights a cell takes.
  const int pairCount = CELLS == 4 ? 3 : 2;
  int first = (p.x >> 1) - 1;
  int start = first & ~1;
  vec4 columns[2 * pairCount];
  for (int i = 0; i < pairCount; ++i) {
    interpolatedPair(
      start + 2 * i - inputOrigin.x, p.y, columns[2 * i], columns[2 * i + 1]);
  }
  bool isOdd = CELLS == 4 || first != start;
  vec4 result[CELLS];
  for (int i = 0; i < CELLS; ++i) {
    vec3 w = weights(CELLS == 1 ? p.x : i);
    int j = i >> 1;
    vec4 a = isOdd ? columns[j + 1] : columns[j];
    vec4 b = isOdd ? columns[j + 2] : columns[j + 1];
    vec4 c = isOdd ? columns[j + 3] : columns[j + 2];
    result[i] = w.x * a + w.y * b + w.z * c;
  }
  return result;
}
#endif

// Writing.

out uvec4 texel;

/// floor(x + 0.5), as everywhere; `bias` is another number in a dithered result.
ivec4 rounded(vec4 color, float maximum, float bias) {
  return ivec4(clamp(color, 0.0, 1.0) * maximum + bias);
}

/// What rounds the fragment's cell `i` of an 8-bit result.
float bias8(int i) {
#ifdef DITHERED
  // OrderedDither.threshold.
  uvec2 p = uvec2(firstCell() + ivec2(i, 0));
  uint sum = p.x * DITHER_COLUMN_STEP + p.y * DITHER_ROW_STEP;
  return (float(sum >> 24) + 0.5) / 256.0;
#else
  return 0.5;
#endif
}

uvec2 packed16(vec4 color) {
  ivec4 bits = rounded(color, 65535.0, 0.5);
  return uvec2(bits.xz | (bits.yw << 16));
}

uint packed8(vec4 color, float bias) {
  ivec4 bits = rounded(color, 255.0, bias);
  return uint(bits.x | (bits.y << 8) | (bits.z << 16) | (bits.w << 24));
}

void store(vec4 color[CELLS]) {
#if OUTPUT == UNORM8
  for (int i = 0; i < CELLS; ++i) texel[i] = packed8(color[i], bias8(i));
#elif OUTPUT == UNORM16
  texel = uvec4(packed16(color[0]), packed16(color[1]));
#else
  texel = floatBitsToUint(clamp(color[0], 0.0, 1.0));
#endif
}
