// Makes the result of what was blurred, in this order: interpolation (UPSAMPLE)
// or mix of blurs (MIXED),
// factors by column and row (SCALED), encoding of linear light (LINEAR), colour
// matrix (MATRIX), opacity, mix with the source (MASKED). WITHOUT_ALPHA says that the image has no alpha channel:
// its alpha is 1 also where a blur has mixed in what is beyond its edges.

#ifdef SCALED
uniform sampler2D columnScale;
uniform sampler2D rowScale;
#endif
#ifdef MATRIX
/// Factors of R, G, B and, as bias, of alpha: colours are premultiplied.
uniform vec4 matrixRows[3];
#endif
uniform float opacity;
#ifdef MASKED
uniform usampler2D mask;
uniform ivec2 sourceOrigin;
#endif

vec4 composite(vec4 color, int i) {
  ivec2 p = firstTexel() + ivec2(i, 0);
#ifdef SCALED
  color *= texelFetch(columnScale, ivec2(p.x, 0), 0).r * texelFetch(rowScale, ivec2(p.y, 0), 0).r;
#endif
#ifdef WITHOUT_ALPHA
  color.a = 1.0;
#endif
#ifdef LINEAR
  color = encoded(color);
#endif
#ifdef MATRIX
  vec3 mapped = vec3(
    dot(matrixRows[0], color), dot(matrixRows[1], color), dot(matrixRows[2], color));
  color.rgb = clamp(mapped, 0.0, color.a);
#endif
  color *= opacity;
#ifdef MASKED
  float m = float(texelFetch(mask, p, 0).r) / 65535.0;
  vec4 untouched = sourceCell(p + outputOrigin - sourceOrigin);
  color = untouched * (1.0 - m) + color * m;
#endif
  return color;
}

void main() {
#ifdef MIXED
  vec4 color[CELLS];
  for (int i = 0; i < CELLS; ++i) color[i] = mixed(i);
#elif defined(UPSAMPLE)
  vec4 color[CELLS] = interpolated(firstCell());
#else
  ivec2 p = firstCell() - inputOrigin;
  vec4 color[CELLS];
#if CELLS == 1
  color[0] = cell(p);
#else
  for (int i = 0; i < CELLS; i += 2) readPair(p + ivec2(i, 0), color[i], color[i + 1]);
#endif
#endif
  for (int i = 0; i < CELLS; ++i) color[i] = composite(color[i], i);
  store(color);
}
